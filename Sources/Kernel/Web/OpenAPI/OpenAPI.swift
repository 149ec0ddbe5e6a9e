import Core

/// The machine-readable description of the API (OpenAPI 3.1), made of the routes themselves, and what could not be described.
/// Routes outside `/api/` are pages and stay out.
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
        for route in routes where route.isOfAPI {
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
        Schema.Member("type", .text(.named("uri-reference")), isRequired: true),
        Schema.Member("title", .anyText, isRequired: true),
        Schema.Member("status", .integer(400...599), isRequired: true),
        Schema.Member("code", .anyText, isRequired: true),
        Schema.Member("detail", .anyText, isRequired: true),
        Schema.Member("remedy", .anyText),
        Schema.Member("fields", .dictionary(.anyText)),
        Schema.Member("link", .anyText),
        Schema.Member("request", .anyText, isRequired: true),
    ])
}
