import Core

extension Schema {
    func write(to json: inout JSONText) {
        json.beginObject()
        writeMembers(to: &json)
        json.endObject()
    }

    private func writeMembers(to json: inout JSONText) {
        switch self {
        case .boolean: json.member("type", "boolean")
        case .integer(let range):
            json.member("type", "integer")
            json.member("format", "int64")
            json.key("minimum")
            json.integer(Int(range.lowerBound))
            json.key("maximum")
            json.integer(Int(range.upperBound))
        case .number(let range):
            json.member("type", "number")
            if let range {
                json.key("minimum")
                json.number(range.lowerBound)
                json.key("maximum")
                json.number(range.upperBound)
            }
        case .string(let rule): Self.write(rule, to: &json)
        case .choice(let values):
            json.member("type", "string")
            json.key("enum")
            json.beginArray()
            for value in values { json.string(value) }
            json.endArray()
        case .array(let element, let most):
            json.member("type", "array")
            if let most {
                json.key("maxItems")
                json.integer(most)
            }
            json.key("items")
            element.write(to: &json)
        case .dictionary(let value):
            json.member("type", "object")
            json.key("additionalProperties")
            value.write(to: &json)
        case .object(let members): Self.write(members, to: &json)
        case .reference(let name): json.member("$ref", "#/components/schemas/\(name)")
        case .nullable(let schema):
            json.key("anyOf")
            json.beginArray()
            schema.write(to: &json)
            json.beginObject()
            json.member("type", "null")
            json.endObject()
            json.endArray()
        case .file:
            json.member("type", "string")
            json.member("format", "binary")
            json.member("contentMediaType", "application/octet-stream")
        case .anything: break
        }
    }

    private static func write(_ rule: TextRule, to json: inout JSONText) {
        json.member("type", "string")
        if let format = rule.format { json.member("format", format) }
        if let pattern = rule.pattern { json.member("pattern", pattern) }
        if rule.least > 0 {
            json.key("minLength")
            json.integer(rule.least)
        }
        if let most = rule.most {
            json.key("maxLength")
            json.integer(most)
        }
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
        json.key("additionalProperties")
        json.bool(false)
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
