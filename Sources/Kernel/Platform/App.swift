public import Core
import Database
import Foundation
import Jobs
import Web

/// One app, or one kernel part with screens: a manifest that says what it is, and a value that does the work.
///
/// The platform composes a site from a list of these and knows nothing else about them. What one module has for another, it hands in
/// at an ``ExtensionPoint``.
public protocol App: Sendable {
    /// What the app is, known before any site is open.
    static var manifest: AppManifest { get }

    /// Provides services that stand on the kernel alone. Opening a site calls this before it makes any module, so that those before this
    /// one find them too.
    static func provide(on site: Site, in extensions: inout Extensions) throws

    /// Wires the app's services to a site. Opening a site calls this once, for the modules in their order; services of those before it
    /// are there (``Site/service(_:)``).
    init(site: Site) throws

    /// Every route; clashes between apps are refused at start.
    var routes: [Route] { get }
    /// The kinds of durable work that the app carries out.
    var jobs: [JobKind] { get }
    /// Work that recurs.
    var schedules: [Schedule] { get }
    /// The work behind the manifest's words of the command line.
    var commands: [Command] { get }
    /// Hands in what other modules use: values at their extension points, and services by their types.
    func register(in extensions: inout Extensions) throws
}

extension App {
    public var jobs: [JobKind] { [] }
    public var schedules: [Schedule] { [] }
    public var commands: [Command] { [] }
    public static func provide(on site: Site, in extensions: inout Extensions) throws {}
    public func register(in extensions: inout Extensions) throws {}
}

/// What runs once in a transaction each time a site is opened, after all migrations of all modules: for what depends on the whole schema.
public struct Preparation: Sendable {
    let run: @Sendable (Write) throws -> Void

    public init(_ run: @escaping @Sendable (Write) throws -> Void) { self.run = run }
}

/// What people are told when a rule of the schema refused a change.
public struct SchemaRule: Sendable {
    /// Nil for an error that is none of this rule's.
    public let refusal: @Sendable (DatabaseError) -> Problem?

    public init(_ refusal: @escaping @Sendable (DatabaseError) -> Problem?) { self.refusal = refusal }
}

extension ExtensionPoint where Value == Preparation {
    public static var preparations: Self { Self("preparations") }
}

extension ExtensionPoint where Value == SchemaRule {
    public static var schemaRules: Self { Self("schema-rules") }
}
