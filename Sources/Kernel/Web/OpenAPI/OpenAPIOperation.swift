import Core

/// One route as an operation of the description.
struct OpenAPIOperation {
    let route: Route
    let catalogue: SchemaCatalogue

    /// The path in OpenAPI's notation; it has none for "the rest", which becomes one parameter.
    static func path(of route: Route) -> String {
        let parts = route.pattern.segments.map { segment in
            switch segment {
            case .literal(let word): word
            case .value(let name), .rest(let name): "{\(name)}"
            }
        }
        return "/" + parts.joined(separator: "/")
    }

    func write(to json: inout JSONText) {
        let documentation = route.documentation
        json.key(route.method.rawValue.lowercased())
        json.beginObject()
        json.member("operationId", operationID)
        if let summary = documentation.summary { json.member("summary", summary) }
        json.key("tags")
        json.beginArray()
        json.string(tag)
        json.endArray()
        writeSecurity(to: &json)
        writeParameters(to: &json)
        writeBody(to: &json)
        writeResponses(to: &json)
        json.endObject()
    }

    /// `GET /api/v1/library/books/{book}` is `getLibraryBooksBook`.
    private var operationID: String {
        let words = route.pattern.segments.dropFirst(2).map { segment in
            switch segment {
            case .literal(let word), .value(let word), .rest(let word):
                word.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
            }
        }
        return route.method.rawValue.lowercased() + words.joined()
    }

    private var tag: String {
        for case .literal(let word) in route.pattern.segments.dropFirst(2) { return word }
        return "api"
    }

    private func writeSecurity(to json: inout JSONText) {
        let schemes: [String] =
            switch route.access {
            case .everyone: []
            case .members, .permission, .anyPermission: ["cookie", "bearer"]
            case .token: ["bearer"]
            }
        json.key("security")
        json.beginArray()
        for scheme in schemes {
            json.beginObject()
            json.key(scheme)
            json.beginArray()
            json.endArray()
            json.endObject()
        }
        json.endArray()
        if case .permission(let permission) = route.access { json.member("x-permission", permission.rawValue) }
        if case .anyPermission(let permissions) = route.access {
            json.member("x-permission", permissions.map(\.rawValue).sorted().joined(separator: " or "))
        }
    }

    private func writeParameters(to json: inout JSONText) {
        json.key("parameters")
        json.beginArray()
        for (name, type) in zip(route.pattern.names, route.documentation.pathTypes) {
            writeParameter(name, "path", schema(of: type), isRequired: true, to: &json)
        }
        for query in route.documentation.query {
            writeParameter(query.name, "query", schema(of: query.type), isRequired: false, note: query.summary, to: &json)
        }
        if !route.method.isSafe {
            writeParameter(
                "Idempotency-Key", "header", .string(format: nil), isRequired: false,
                note: "The same key again gets the first answer again; nothing happens twice.", to: &json)
        }
        json.endArray()
    }

    private func schema(of type: any PathValue.Type) -> Schema {
        (type as? any Decodable.Type).map { catalogue.schema(of: $0) } ?? .string(format: nil)
    }

    private func writeParameter(
        _ name: String, _ place: String, _ schema: Schema, isRequired: Bool, note: String? = nil, to json: inout JSONText
    ) {
        json.beginObject()
        json.member("name", name)
        json.member("in", place)
        json.key("required")
        json.bool(isRequired)
        if let note { json.member("description", note) }
        json.key("schema")
        schema.write(to: &json)
        json.endObject()
    }

    private func writeBody(to json: inout JSONText) {
        let type: String
        switch route.body.kind {
        case .none: return
        case .json: type = "application/json"
        case .form: type = "application/x-www-form-urlencoded"
        case .upload: type = "multipart/form-data"
        case .bytes, .file: type = "application/octet-stream"
        }
        json.key("requestBody")
        json.beginObject()
        json.key("required")
        json.bool(true)
        writeContent(type, route.documentation.accepts.map { catalogue.schema(of: $0) } ?? .anything, to: &json)
        json.endObject()
    }

    private func writeResponses(to json: inout JSONText) {
        json.key("responses")
        json.beginObject()
        json.key("200")
        json.beginObject()
        json.member("description", "OK")
        if let type = route.documentation.answers {
            writeContent("application/json", (type as? any Decodable.Type).map { catalogue.schema(of: $0) } ?? .anything, to: &json)
        }
        json.endObject()
        json.key("default")
        json.beginObject()
        json.member("description", "A refusal (RFC 9457)")
        writeContent("application/problem+json", .reference("Problem"), to: &json)
        json.endObject()
        json.endObject()
    }

    private func writeContent(_ type: String, _ schema: Schema, to json: inout JSONText) {
        json.key("content")
        json.beginObject()
        json.key(type)
        json.beginObject()
        json.key("schema")
        schema.write(to: &json)
        json.endObject()
        json.endObject()
    }
}
