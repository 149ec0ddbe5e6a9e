import Core

/// A JSON Schema (2020-12) as far as the API's description needs it.
indirect enum Schema: Sendable, Equatable {
    case boolean
    case integer
    case number
    case string(format: String?)
    case choice([String])
    case array(Schema)
    case dictionary(Schema)
    case object([Member])
    /// Another schema of the description.
    case reference(String)
    /// Nothing is known about it.
    case anything

    /// One member of an object.
    struct Member: Sendable, Equatable {
        let name: String
        let schema: Schema
        let isRequired: Bool
    }

    func write(to json: inout JSONText) {
        json.beginObject()
        switch self {
        case .boolean: json.member("type", "boolean")
        case .integer:
            json.member("type", "integer")
            json.member("format", "int64")
        case .number: json.member("type", "number")
        case .string(let format):
            json.member("type", "string")
            if let format { json.member("format", format) }
        case .choice(let values):
            json.member("type", "string")
            json.key("enum")
            json.beginArray()
            for value in values { json.string(value) }
            json.endArray()
        case .array(let element):
            json.member("type", "array")
            json.key("items")
            element.write(to: &json)
        case .dictionary(let value):
            json.member("type", "object")
            json.key("additionalProperties")
            value.write(to: &json)
        case .object(let members): Self.write(members, to: &json)
        case .reference(let name): json.member("$ref", "#/components/schemas/\(name)")
        case .anything: break
        }
        json.endObject()
    }

    private static func write(_ members: [Member], to json: inout JSONText) {
        json.member("type", "object")
        json.key("properties")
        json.beginObject()
        for member in members {
            json.key(member.name)
            member.schema.write(to: &json)
        }
        json.endObject()
        let required = members.filter(\.isRequired)
        guard !required.isEmpty else { return }
        json.key("required")
        json.beginArray()
        for member in required { json.string(member.name) }
        json.endArray()
    }
}

extension JSONText {
    mutating func member(_ name: String, _ value: String) {
        key(name)
        string(value)
    }
}
