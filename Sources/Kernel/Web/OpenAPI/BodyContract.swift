import Core
import Foundation
import Synchronization

/// What the JSON body of a route must be like: the schema that the description shows, checked before the handler sees the value.
public struct BodyContract: Sendable {
    /// A schema with the others that it names.
    fileprivate struct Rules: Sendable {
        let schema: Schema
        let named: [String: Schema]
    }

    /// Finding a schema out takes a moment, and a start would wait for hundreds: each is made for the first body.
    private final class Kept: Sendable {
        private let made = Mutex<Rules?>(nil)

        func rules(of type: any (Decodable & SendableMetatype).Type) -> Rules {
            made.withLock { made in
                if let made { return made }
                let catalogue = SchemaCatalogue()
                let rules = Rules(schema: catalogue.schema(of: type), named: catalogue.named)
                made = rules
                return rules
            }
        }
    }

    /// The type that the handler reads.
    let described: any (Decodable & SendableMetatype).Type
    private let kept: Kept

    init(_ type: any (Decodable & SendableMetatype).Type) {
        described = type
        kept = Kept()
    }

    fileprivate var rules: Rules { kept.rules(of: described) }

    /// The value of a JSON text that keeps to the contract.
    /// - Throws: a ``Problem`` or a decoding error. A handler that reads another type than its route declares is a mistake of ours.
    func read<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        guard ObjectIdentifier(described) == ObjectIdentifier(type) else { throw Problem.failure }
        let decoder = JSONDecoder()
        if let key = Self.key { decoder.userInfo[key] = self }
        return try decoder.decode(Checked<Value>.self, from: Data(bytes)).value
    }

    /// The initialiser may fail by its type, though it does not.
    fileprivate static let key = CodingUserInfoKey(rawValue: "stoa.contract")

    /// The contract that a decoder was given.
    fileprivate init?(of decoder: any Decoder) {
        guard let key = Self.key, let contract = decoder.userInfo[key] as? BodyContract else { return nil }
        self = contract
    }
}

private struct Checked<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        if let contract = BodyContract(of: decoder) {
            let rules = contract.rules
            var check = BodyCheck(named: rules.named)
            try check.run(rules.schema, .whole(decoder), at: "")
            guard check.faults.isEmpty else {
                throw Problem(
                    .invalid, "request.wrong-values", "Some fields need correcting.", remedy: "Check the marked fields and try again.",
                    fields: check.faults)
            }
        }
        value = try Value(from: decoder)
    }
}

/// Walks through a JSON value by a schema and notes what is wrong, by the path of the member, e.g. `items[2].title`.
private struct BodyCheck {
    let named: [String: Schema]
    private(set) var faults: [String: Text] = [:]

    init(named: [String: Schema]) { self.named = named }

    mutating func run(_ schema: Schema, _ spot: Spot, at path: String) throws {
        do {
            try check(schema, spot, at: path)
        } catch is DecodingError {
            // A body that is no object at all has no field to mark.
            if path.isEmpty { throw Problem.wrongBody }
            note(path, "This has the wrong type.")
        }
    }

    private mutating func check(_ schema: Schema, _ spot: Spot, at path: String) throws {
        switch schema {
        case .anything, .file: break
        case .boolean: _ = try spot.decode(Bool.self)
        case .integer(let range):
            let number = try spot.decode(Int64.self)
            if !range.contains(number) { note(path, range.complaint) }
        case .number(let range):
            let number = try spot.decode(Double.self)
            if range.map({ !$0.contains(number) }) ?? false { note(path, "This value isn’t allowed.") }
        case .string(let rule):
            if let fault = rule.fault(try spot.decode(String.self)) { note(path, fault) }
        case .choice(let words):
            if !words.contains(try spot.decode(String.self)) { note(path, "This value isn’t allowed.") }
        case .nullable(let inner):
            if try !spot.isNull { try check(inner, spot, at: path) }
        case .reference(let name): if let schema = named[name] { try check(schema, spot, at: path) }
        case .array(let element, let most):
            var list = try spot.decoder.unkeyedContainer()
            if let most, let count = list.count, count > most { return note(path, "This list may have at most \(most) entries.") }
            var index = 0
            while !list.isAtEnd {
                try run(element, .whole(list.superDecoder()), at: "\(path)[\(index)]")
                index += 1
            }
        case .dictionary(let value):
            let object = try spot.decoder.container(keyedBy: AnyName.self)
            for key in object.allKeys { try run(value, .member(key, object), at: Self.join(path, key.stringValue)) }
        case .object(let members): try check(members, spot.decoder.container(keyedBy: AnyName.self), at: path)
        }
    }

    private mutating func check(_ members: [Schema.Member], _ object: KeyedDecodingContainer<AnyName>, at path: String) throws {
        var found = 0
        for member in members {
            let key = AnyName(stringValue: member.name)
            let place = Self.join(path, member.name)
            if object.contains(key) {
                found += 1
                try run(member.schema, .member(key, object), at: place)
            } else if member.isRequired {
                note(place, "This is missing.")
            }
        }
        let keys = object.allKeys
        guard keys.count > found else { return }
        let known = Set(members.map(\.name))
        for key in keys where !known.contains(key.stringValue) {
            note(Self.join(path, String(key.stringValue.prefix(100))), "There’s no field with this name.")
        }
    }

    /// Whoever sends thousands of faults is told of the first.
    private mutating func note(_ path: String, _ fault: Text) {
        if faults.count < 20, faults[path] == nil { faults[path] = fault }
    }

    private static func join(_ path: String, _ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}

/// Where a value stands. A member is decoded out of its object, which is quicker than through a decoder of its own.
private enum Spot {
    case whole(any Decoder)
    case member(AnyName, KeyedDecodingContainer<AnyName>)

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        switch self {
        case .whole(let decoder): try decoder.singleValueContainer().decode(type)
        case .member(let key, let object): try object.decode(type, forKey: key)
        }
    }

    var isNull: Bool {
        get throws {
            switch self {
            case .whole(let decoder): try decoder.singleValueContainer().decodeNil()
            case .member(let key, let object): try object.decodeNil(forKey: key)
            }
        }
    }

    var decoder: any Decoder {
        get throws {
            switch self {
            case .whole(let decoder): decoder
            case .member(let key, let object): try object.superDecoder(forKey: key)
            }
        }
    }
}

private struct AnyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension ClosedRange<Int64> {
    /// What to say of a number outside.
    var complaint: Text {
        upperBound == .max ? "This must be at least \(Int(lowerBound))." : "This must be between \(Int(lowerBound)) and \(Int(upperBound))."
    }
}

extension Problem {
    static let wrongBody = Problem(
        .invalid, "request.wrong-body", "The body doesn’t match what this address accepts.",
        remedy: "Send the JSON that the description of the API shows.")
}
