import Core
import Foundation
import TestSupport
import Testing
import Web

struct OpenAPITests {
    enum Format: String, Codable, CaseIterable { case epub, pdf }

    struct BookAnswer: JSONAnswer, Codable {
        var id: BookID
        var title: String
        var subtitle: String?
        var year: Int?
        var formats: [Format]
        var main: Format
        var added: Instant
        var home: URL
        var language: Language
        var counts: [String: Int]
        var related: [BookAnswer]
        var parent: Shelf
        var isLent: Bool
        var price: Double
    }

    struct Shelf: Codable, Sendable {
        var name: String
        var inner: [Shelf]
    }

    struct Borrow: Codable, LimitedMembers {
        var weeks: Int
        static let limits: [String: Schema] = ["weeks": .integer(1...4)]
    }

    private func document() throws -> [String: Any] {
        let routes: [Route] = [
            .get(Path("/api/v1/library/books"), allow: .everyone) { _, _ in Paged<BookAnswer>(items: [], next: nil) }
                .summary("The catalogue").paged(PageSize(usual: 20, most: 100)),
            .get(Path("/api/v1/library/books/{book}", BookID.self), allow: .everyone) { _, _, _ -> BookAnswer in throw Problem.notFound },
            .post(Path("/api/v1/library/books/{book}/loans", BookID.self), allow: .members, body: .json) { _, _, _ in
                CreatedAt("/api/v1/library/loans/1", Shelf(name: "", inner: []))
            }
            .accepts(Borrow.self),
            .delete(Path("/api/v1/library/books/{book}", BookID.self), allow: .permission("library.items.edit")) { _, _, _ in
                NoContent()
            },
            .get(Path("/library"), allow: .everyone) { _, _ in Response.noContent },
        ]
        let document = OpenAPIDocument(routes: routes, title: "Stoa", version: "1")
        #expect(document.gaps == [])
        return try #require(try JSONSerialization.jsonObject(with: Data(document.json)) as? [String: Any])
    }

    private func at(_ object: Any?, _ path: String...) -> Any? {
        path.reduce(object) { value, key in
            if let list = value as? [Any], let index = Int(key) { return list.indices.contains(index) ? list[index] : nil }
            return (value as? [String: Any])?[key]
        }
    }

    @Test(.covers("CORE-055")) func `the description has every route of the API and no page`() throws {
        let document = try document()
        #expect(document["openapi"] as? String == "3.1.0")
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        #expect(paths.keys.sorted() == ["/api/v1/library/books", "/api/v1/library/books/{book}", "/api/v1/library/books/{book}/loans"])
        #expect(paths["/api/v1/library/books/{book}"]?.keys.sorted() == ["delete", "get"])
    }

    @Test(.covers("CORE-055")) func `types become schemas`() throws {
        let schemas = at(try document(), "components", "schemas")
        let book = at(schemas, "BookAnswer", "properties")
        #expect(at(book, "id", "type") as? String == "integer")
        #expect(at(book, "subtitle", "anyOf", "0", "type") as? String == "string")
        #expect(at(book, "year", "anyOf", "0", "type") as? String == "integer")
        #expect(at(book, "formats", "items", "enum") as? [String] == ["epub", "pdf"])
        #expect(at(book, "main", "enum") as? [String] == ["epub", "pdf"])
        #expect(at(book, "added", "format") as? String == "date-time")
        #expect(at(book, "home", "format") as? String == "uri")
        #expect(at(book, "language", "type") as? String == "string")
        #expect(at(book, "counts", "additionalProperties", "type") as? String == "integer")
        #expect(at(book, "related", "items", "$ref") as? String == "#/components/schemas/BookAnswer")
        #expect(at(book, "parent", "$ref") as? String == "#/components/schemas/Shelf")
        #expect(at(schemas, "Shelf", "properties", "inner", "items", "$ref") as? String == "#/components/schemas/Shelf")
        #expect(at(book, "isLent", "type") as? String == "boolean")
        #expect(at(book, "price", "type") as? String == "number")
        let required = at(schemas, "BookAnswer", "required") as? [String]
        #expect(required?.contains("title") == true)
        #expect(required?.contains("subtitle") == false)
        #expect(required?.contains("year") == false)
    }

    @Test(.covers("CORE-055")) func `operations say who may, what goes in and what comes out`() throws {
        let paths = at(try document(), "paths")
        let list = at(paths, "/api/v1/library/books", "get")
        #expect(at(list, "summary") as? String == "The catalogue")
        #expect((at(list, "security") as? [[String: Any]])?.map(\.count) == [0, 1, 1])
        #expect(at(list, "parameters", "1", "name") as? String == "limit")
        #expect(at(list, "parameters", "1", "schema", "maximum") as? Int == 100)
        #expect(
            at(list, "responses", "200", "content", "application/json", "schema", "$ref") as? String
                == "#/components/schemas/PagedBookAnswer")
        let loan = at(paths, "/api/v1/library/books/{book}/loans", "post")
        #expect(at(loan, "parameters", "0", "schema", "type") as? String == "integer")
        #expect(at(loan, "parameters", "1", "name") as? String == "Idempotency-Key")
        #expect(at(loan, "requestBody", "content", "application/json", "schema", "$ref") as? String == "#/components/schemas/Borrow")
        #expect((at(loan, "security") as? [[String: Any]])?.flatMap(\.keys).sorted() == ["bearer", "cookie"])
        #expect(
            at(loan, "responses", "422", "content", "application/problem+json", "schema", "$ref") as? String
                == "#/components/schemas/Problem")
        #expect(at(loan, "responses", "200") == nil)
        #expect(at(loan, "responses", "201", "headers", "Location", "required") as? Bool == true)
        #expect(at(paths, "/api/v1/library/books/{book}", "delete", "responses", "204") != nil)
        #expect(at(paths, "/api/v1/library/books/{book}", "delete", "x-permission") as? String == "library.items.edit")
    }
}
