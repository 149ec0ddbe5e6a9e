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
        // An empty requirement is OpenAPI's way to say that guests may too.
        let schemes: [String?] =
            switch route.access {
            case .everyone: [nil, "cookie", "bearer"]
            case .members, .permission, .anyPermission: ["cookie", "bearer"]
            case .token: ["bearer"]
            }
        json.key("security")
        json.beginArray()
        for scheme in schemes {
            json.beginObject()
            if let scheme {
                json.key(scheme)
                json.beginArray()
                json.endArray()
            }
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
            writeParameter(name, "path", route.documentation.path[name] ?? schema(of: type), isRequired: true, to: &json)
        }
        for query in route.documentation.query {
            writeParameter(query.name, "query", query.schema, isRequired: query.isRequired, note: query.summary, to: &json)
        }
        if !route.method.isSafe {
            writeParameter(
                "Idempotency-Key", "header", .text(.visible, least: 1, most: 200), isRequired: false,
                note: "The same key again gets the first answer again; nothing happens twice.", to: &json)
        }
        json.endArray()
    }

    private func schema(of type: any PathValue.Type) -> Schema {
        (type as? any Decodable.Type).map { catalogue.schema(of: $0) } ?? .anyText
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
        writeContent(type, bodySchema, to: &json)
        json.endObject()
    }

    private var bodySchema: Schema {
        let documentation = route.documentation
        if let contract = documentation.accepts { return catalogue.schema(of: contract.described) }
        return documentation.fields.isEmpty ? .anything : .object(documentation.fields)
    }

    private func writeResponses(to json: inout JSONText) {
        json.key("responses")
        json.beginObject()
        if let outcome = route.documentation.outcome {
            write(outcome, to: &json)
            if route.method == .get, outcome.headers.contains(.entityTag) {
                json.key("304")
                json.beginObject()
                json.member("description", "Not Modified: it is still what If-None-Match names.")
                writeHeaders(["ETag": .anyText], areRequired: true, to: &json)
                json.endObject()
            }
        }
        for kind in refusals { writeRefusal(kind, to: &json) }
        json.endObject()
    }

    private func write(_ outcome: AnswerOutcome, to json: inout JSONText) {
        json.key(String(outcome.status.rawValue))
        json.beginObject()
        json.member("description", outcome.status.reason)
        let names = outcome.headers.filter { $0 != .entityTag || route.method == .get }.map(\.rawValue)
        writeHeaders(Dictionary(names.map { ($0, Schema.anyText) }, uniquingKeysWith: { first, _ in first }), areRequired: true, to: &json)
        switch outcome.body {
        case .none: break
        case .json(let type):
            writeContent("application/json", (type as? any Decodable.Type).map { catalogue.schema(of: $0) } ?? .anything, to: &json)
        case .anyJSON: writeContent("application/json", .dictionary(.anything), to: &json)
        }
        json.endObject()
    }

    /// What can go wrong follows from what a route is: its method, its address, its body and who may use it.
    private var refusals: [Problem.Kind] {
        var kinds: Set<Problem.Kind> = [
            .badRequest, .unauthenticated, .forbidden, .notFound, .addressTooLong, .invalid, .tooManyRequests, .headersTooLarge, .failure,
            .unavailable,
        ]
        if !route.method.isSafe { kinds.insert(.conflict) }
        if case .none = route.body.kind {} else { kinds.formUnion([.tooLarge, .unsupportedType]) }
        kinds.formUnion(route.documentation.refusals)
        return kinds.sorted { $0.rawValue < $1.rawValue }
    }

    private func writeRefusal(_ kind: Problem.Kind, to json: inout JSONText) {
        let status = Status(rawValue: kind.rawValue)
        json.key(String(status.rawValue))
        json.beginObject()
        json.member("description", status.reason)
        switch kind {
        case .tooManyRequests, .unavailable, .conflict: writeHeaders(["Retry-After": .integer(0...86_400 * 366)], areRequired: false, to: &json)
        case .unauthenticated: writeHeaders(["WWW-Authenticate": .anyText], areRequired: false, to: &json)
        default: break
        }
        writeContent("application/problem+json", .reference("Problem"), to: &json)
        json.endObject()
    }

    private func writeHeaders(_ headers: [String: Schema], areRequired: Bool, to json: inout JSONText) {
        guard !headers.isEmpty else { return }
        json.key("headers")
        json.beginObject()
        for (name, schema) in headers.sorted(by: { $0.key < $1.key }) {
            json.key(name)
            json.beginObject()
            json.key("required")
            json.bool(areRequired)
            json.key("schema")
            schema.write(to: &json)
            json.endObject()
        }
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
