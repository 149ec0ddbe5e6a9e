import Core
import Testing
import Web

struct FormTests {
    enum Kind: String, Codable { case book, map }

    struct Item: Codable, Equatable {
        var title: String
        var copies: Int
        var price: Double?
        var isShown: Bool
        var topics: [String]
        var kind: Kind
        var shelf: BookID?
        var note: String?
    }

    private func form(_ text: String) throws -> Item {
        try request(.post, "/", ["Content-Type": "application/x-www-form-urlencoded"], body: .bytes(Array(text.utf8))).form(Item.self)
    }

    @Test func `a form becomes a value`() throws {
        let item = try form("title=A+b%C3%A5t&copies=+3&price=&isShown=on&topics=a&topics=b&kind=map&shelf=9&note=one%0D%0Atwo")
        #expect(
            item
                == Item(
                    title: "A båt", copies: 3, price: nil, isShown: true, topics: ["a", "b"], kind: .map, shelf: BookID(9), note: "one\ntwo"
                ))
    }

    @Test func `what a browser leaves out is off, empty or absent`() throws {
        let item = try form("title=&copies=0&kind=book&note=&shelf=")
        #expect(item == Item(title: "", copies: 0, price: nil, isShown: false, topics: [], kind: .book, shelf: nil, note: nil))
    }

    @Test func `every wrong field is named, not only the first`() throws {
        let problem = #expect(throws: Problem.self) { try form("copies=three&price=cheap&isShown=perhaps&kind=song") }
        #expect(problem?.kind == .invalid)
        #expect(problem?.fields.keys.sorted() == ["copies", "isShown", "kind", "price", "title"])
        #expect(problem?.fields["copies"] == "This must be a whole number.")
        #expect(problem?.fields["title"] == "Fill in this field.")
    }

    @Test(arguments: ["copies=99999999999999999999", "copies=1.5", "copies=0x10", "price=nan", "price=inf"])
    func `a number that is none is refused`(field: String) throws {
        let problem = #expect(throws: Problem.self) { try form("title=a&kind=book&\(field)") }
        #expect(problem?.fields.isEmpty == false)
    }

    @Test(arguments: ["a=%", "a=%2", "a=%zz", "a=%ff", "a=%00"])
    func `a broken encoding is refused`(text: String) {
        #expect(throws: Problem.self) { try form(text) }
    }

    @Test func `too many fields are refused`() {
        #expect(throws: Problem.self) { try form(String(repeating: "a=1&", count: 1001)) }
    }

    @Test func `a form of another type is refused`() {
        #expect(throws: Problem.self) {
            try request(.post, "/", ["Content-Type": "text/plain"], body: .bytes(Array("title=a".utf8))).form(Item.self)
        }
    }

    @Test func `the fields of a multipart form are read the same way`() throws {
        let fields = QueryItems([("title", "A"), ("copies", "2"), ("kind", "book")])
        let item = try request(.post, "/", body: .form(MultipartForm(fields: fields))).form(Item.self)
        #expect(item.copies == 2)
    }

    private func json(_ text: String, type: String = "application/json") throws -> [Item] {
        try request(.post, "/", ["Content-Type": type], body: .bytes(Array(text.utf8))).json([Item].self)
    }

    @Test func `wrong JSON is named by its path`() {
        let missing = #expect(throws: Problem.self) {
            try json(#"[{"title":"a","copies":1,"isShown":true,"topics":[],"kind":"book"},{"title":"a"}]"#)
        }
        #expect(missing?.fields.keys.first == "[1].copies")
        let wrong = #expect(throws: Problem.self) { try json(#"[{"title":"a","copies":"x"}]"#) }
        #expect(wrong?.fields.keys.first == "[0].copies")
        let broken = #expect(throws: Problem.self) { try json("[{") }
        #expect(broken?.code == "request.bad-json")
        let other = #expect(throws: Problem.self) { try json("[]", type: "text/plain") }
        #expect(other?.kind == .unsupportedType)
    }

    @Test func `what was left empty in a form was not chosen`() throws {
        let query = try QueryItems(parsing: "kind=&place=here")
        #expect(query.chosen("kind") == nil && query.chosen("place") == "here" && query.chosen("time") == nil)
        #expect(link("/books", query: query) == "/books?kind=&place=here" && link("/books", query: QueryItems()) == "/books")
    }

    @Test func `numbers of a query keep to their range`() throws {
        #expect(try QueryItems(parsing: "limit=20").limit() == 20)
        #expect(try QueryItems(parsing: "").limit() == 50)
        for wrong in ["limit=0", "limit=201", "limit=x", "limit=-1"] {
            #expect(throws: Problem.self) { try QueryItems(parsing: wrong).limit() }
        }
    }
}
