import Core
import Foundation

/// Derives schemas from types by letting them decode themselves from a decoder that notes what they ask for.
final class SchemaCatalogue {
    private(set) var named: [String: Schema] = [:]
    /// Types whose members could not all be found out; make them ``SchemaDescribed``, or their enums `CaseIterable`.
    private(set) var gaps: [String] = []
    private var names: [ObjectIdentifier: String] = [:]
    private var underWay: Set<ObjectIdentifier> = []

    /// The schema of a type: inline for plain values, a reference for objects.
    func schema(of type: any Decodable.Type) -> Schema {
        func open<Value: Decodable>(_ type: Value.Type) -> Schema { probe(type).schema }
        return open(type)
    }

    /// The schema of a type and, where one could be made, a value of it.
    func probe<Value: Decodable>(_ type: Value.Type) -> (schema: Schema, value: Value?) {
        if let described = type as? any SchemaDescribed.Type { return (described.schema, described.sample as? Value) }
        if let plain = Self.plain[ObjectIdentifier(type)] { return (plain.schema, plain.value as? Value) }
        if let list = type as? any ProbedContainer.Type { return (list.schema(in: self), list.empty as? Value) }
        if let cases = type as? any CaseIterable.Type, let (words, first) = Self.choice(cases) { return (.choice(words), first as? Value) }
        let key = ObjectIdentifier(type)
        if underWay.contains(key) { return (.reference(name(of: type)), nil) }
        underWay.insert(key)
        defer { underWay.remove(key) }
        let notes = ProbeNotes(catalogue: self, limits: (type as? any LimitedMembers.Type)?.limits ?? [:])
        let value = try? Value(from: ProbeDecoder(notes: notes))
        if value == nil || notes.single == nil && notes.members.isEmpty { gaps.append(String(describing: type)) }
        if let single = notes.single { return (single, value) }
        let name = name(of: type)
        named[name] = .object(notes.members)
        return (.reference(name), value)
    }

    /// A name that tells types of different places apart only when it must.
    private func name(of type: any Any.Type) -> String {
        if let known = names[ObjectIdentifier(type)] { return known }
        let short = Self.word(String(describing: type))
        let name = names.values.contains(short) ? Self.word(String(reflecting: type)) : short
        names[ObjectIdentifier(type)] = name
        return name
    }

    private static func word(_ name: String) -> String { name.filter { $0.isLetter || $0.isNumber } }

    private static func choice(_ type: any CaseIterable.Type) -> (words: [String], first: Any)? {
        func open<Cases: CaseIterable>(_ type: Cases.Type) -> ([String], Any)? {
            let words = type.allCases.compactMap { ($0 as? any RawRepresentable)?.rawValue as? String }
            guard let first = type.allCases.first, words.count == type.allCases.count else { return nil }
            return (words, first)
        }
        return open(type)
    }

    /// Types that would not show their JSON form by decoding themselves.
    private static let plain: [ObjectIdentifier: (schema: Schema, value: any Sendable)] = [
        ObjectIdentifier(String.self): (.anyText, ""),
        ObjectIdentifier(Range<Int>.self): (.array(.anyInteger, most: 2), 0..<1),
        ObjectIdentifier(Bool.self): (.boolean, false),
        ObjectIdentifier(Double.self): (.number(nil), 0.0),
        ObjectIdentifier(Float.self): (.number(nil), Float(0)),
        ObjectIdentifier(Int.self): (.anyInteger, 0),
        ObjectIdentifier(Int64.self): (.anyInteger, Int64(0)),
        ObjectIdentifier(Instant.self): (.text(.moment), Instant(milliseconds: 0)),
        ObjectIdentifier(Date.self): (.text(.moment), Date(timeIntervalSince1970: 0)),
        ObjectIdentifier(URL.self): (.text(.named("uri")), URL(fileURLWithPath: "/")),
        ObjectIdentifier(UUID.self): (.text(.named("uuid")), UUID()),
        ObjectIdentifier(Data.self): (.text(.named("byte")), Data()),
        ObjectIdentifier(Decimal.self): (.number(nil), Decimal(0)),
        ObjectIdentifier(Language.self): (.text(.language), Language.english),
    ]
}

/// Containers of the standard library: their element is described without making one.
private protocol ProbedContainer {
    static var empty: Any { get }
    static func schema(in catalogue: SchemaCatalogue) -> Schema
}

extension Array: ProbedContainer where Element: Decodable {
    static var empty: Any { [Element]() }
    static func schema(in catalogue: SchemaCatalogue) -> Schema { .array(catalogue.schema(of: Element.self), most: nil) }
}

extension Set: ProbedContainer where Element: Decodable {
    static var empty: Any { Set<Element>() }
    static func schema(in catalogue: SchemaCatalogue) -> Schema { .array(catalogue.schema(of: Element.self), most: nil) }
}

extension Dictionary: ProbedContainer where Key: Decodable, Value: Decodable {
    static var empty: Any { [Key: Value]() }
    static func schema(in catalogue: SchemaCatalogue) -> Schema { .dictionary(catalogue.schema(of: Value.self)) }
}

extension Optional: ProbedContainer where Wrapped: Decodable {
    static var empty: Any { Wrapped?.none as Any }
    static func schema(in catalogue: SchemaCatalogue) -> Schema { catalogue.schema(of: Wrapped.self).orNull }
}
