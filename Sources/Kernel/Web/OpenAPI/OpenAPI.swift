import Core

/// The machine-readable description of the API (OpenAPI 3.1), made of the routes themselves.
/// - Returns: the JSON text. Routes outside `/api/` are pages and stay out.
public func openAPI(routes: [Route], title: String, version: String) -> [UInt8] {
    OpenAPIDocument(routes: routes, title: title, version: version).json
}

/// The description and what could not be described.
public struct OpenAPIDocument: Sendable {
    /// The JSON text.
    public let json: [UInt8]
    /// Types whose members could not all be found out.
    public let gaps: [String]

    /// Describes the routes under `/api/`.
    public init(routes: [Route], title: String, version: String) {
        let catalogue = SchemaCatalogue()
        var json = JSONText(capacity: 65_536)
        json.beginObject()
        json.member("openapi", "3.1.0")
        json.key("info")
        json.beginObject()
        json.member("title", title)
        json.member("version", version)
        json.endObject()
        json.key("paths")
        json.beginObject()
        for (path, routes) in Self.byPath(routes) {
            json.key(path)
            json.beginObject()
            for route in routes { OpenAPIOperation(route: route, catalogue: catalogue).write(to: &json) }
            json.endObject()
        }
        json.endObject()
        Self.writeComponents(catalogue, to: &json)
        json.endObject()
        self.json = json.bytes
        gaps = catalogue.gaps
    }

    private static func byPath(_ routes: [Route]) -> [(String, [Route])] {
        var paths: [String: [Route]] = [:]
        for route in routes where route.pattern.text.hasPrefix("/api/") {
            paths[OpenAPIOperation.path(of: route), default: []].append(route)
        }
        return paths.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted { $0.method.rawValue < $1.method.rawValue }) }
    }

    private static func writeComponents(_ catalogue: SchemaCatalogue, to json: inout JSONText) {
        json.key("components")
        json.beginObject()
        json.key("securitySchemes")
        json.beginObject()
        json.key("cookie")
        json.beginObject()
        json.member("type", "apiKey")
        json.member("in", "cookie")
        json.member("name", Cookie.fullName("session"))
        json.endObject()
        json.key("bearer")
        json.beginObject()
        json.member("type", "http")
        json.member("scheme", "bearer")
        json.endObject()
        json.endObject()
        json.key("schemas")
        json.beginObject()
        var schemas = catalogue.named
        schemas["Problem"] = problem
        for (name, schema) in schemas.sorted(by: { $0.key < $1.key }) {
            json.key(name)
            schema.write(to: &json)
        }
        json.endObject()
        json.endObject()
    }

    private static let problem = Schema.object([
        Schema.Member(name: "type", schema: .string(format: "uri-reference"), isRequired: true),
        Schema.Member(name: "title", schema: .string(format: nil), isRequired: true),
        Schema.Member(name: "status", schema: .integer, isRequired: true),
        Schema.Member(name: "code", schema: .string(format: nil), isRequired: true),
        Schema.Member(name: "detail", schema: .string(format: nil), isRequired: true),
        Schema.Member(name: "remedy", schema: .string(format: nil), isRequired: false),
        Schema.Member(name: "fields", schema: .dictionary(.string(format: nil)), isRequired: false),
        Schema.Member(name: "request", schema: .string(format: nil), isRequired: true),
    ])
}
