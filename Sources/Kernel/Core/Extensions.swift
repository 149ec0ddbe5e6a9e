/// A place where modules hand in values of one type for other modules to use. It is declared as a static member in the lowest target
/// that needs it:
///
///     extension ExtensionPoint where Value == any RecycleBin {
///         public static var recycleBins: Self { Self("recycle-bins") }
///     }
public struct ExtensionPoint<Value: Sendable>: Sendable {
    /// Unique among the points of a type of value.
    let name: String

    public init(_ name: String) { self.name = name }
}

/// What the modules of a site hand to one another: any number of values at an ``ExtensionPoint``, and services by their type.
///
/// It is filled while a site is composed and not changed afterwards.
public struct Extensions: Sendable {
    /// A value and who handed it in.
    public struct Entry<Value: Sendable>: Sendable {
        /// The id of the module.
        public let module: String
        public let value: Value
    }

    private struct Key: Hashable {
        let name: String
        let type: ObjectIdentifier
    }

    /// By point; each holds an `[Entry<Value>]` of the point's own type.
    private var entries: [Key: any Sendable] = [:]
    /// By type; each holds a value of that type.
    private var services: [ObjectIdentifier: any Sendable] = [:]
    private var derivations: [@Sendable (inout Extensions) -> Void] = []
    /// Whose `register(in:)` runs.
    private var module = ""

    public init() {}

    /// Hands in a value.
    public mutating func add<Value>(_ value: Value, to point: ExtensionPoint<Value>) {
        entries[key(point)] = self.entries(at: point) + [Entry(module: module, value: value)]
    }

    /// Hands in values that follow from what all modules handed in themselves; `values` runs when they have.
    public mutating func derive<Value>(_ point: ExtensionPoint<Value>, _ values: @escaping @Sendable (Extensions) -> [Value]) {
        let module = module
        derivations.append { extensions in
            extensions.module = module
            for value in values(extensions) { extensions.add(value, to: point) }
        }
    }

    /// Provides the one service of its type: `provide(Inbox(…), as: (any UnreadCounter).self)`.
    /// - Throws: ``CompositionError/providedTwice(_:)``.
    public mutating func provide<Service: Sendable>(_ service: Service, as type: Service.Type = Service.self) throws(CompositionError) {
        guard services.updateValue(service, forKey: ObjectIdentifier(type)) == nil else { throw .providedTwice("\(type)") }
    }

    /// The values at a point, in the order of the modules.
    public subscript<Value>(_ point: ExtensionPoint<Value>) -> [Value] { entries(at: point).map(\.value) }

    /// The values at a point with who handed them in, in the order of the modules.
    public func entries<Value>(at point: ExtensionPoint<Value>) -> [Entry<Value>] { entries[key(point)] as? [Entry<Value>] ?? [] }

    /// The service of a type; nil when no module of this site provides one.
    public func service<Service: Sendable>(_ type: Service.Type = Service.self) -> Service? {
        services[ObjectIdentifier(type)] as? Service
    }

    /// Lets a module hand in what it has.
    /// - Parameter id: the module's own.
    public mutating func register(_ id: String, by module: (inout Extensions) throws -> Void) rethrows {
        self.module = id
        try module(&self)
    }

    /// Adds what follows from the rest, once every module has been registered.
    public mutating func complete() {
        let waiting = derivations
        derivations = []
        for derive in waiting { derive(&self) }
    }

    private func key<Value>(_ point: ExtensionPoint<Value>) -> Key { Key(name: point.name, type: ObjectIdentifier(Value.self)) }
}

/// Modules that do not fit together.
public enum CompositionError: Error, Equatable, CustomStringConvertible {
    /// Two modules provide the same service.
    case providedTwice(String)
    /// A module needs a service of a module that is missing, or that comes after it.
    case missing(String)

    public var description: String {
        switch self {
        case .providedTwice(let type): "Two modules provide \(type)."
        case .missing(let type): "No module before this one provides \(type)."
        }
    }
}
