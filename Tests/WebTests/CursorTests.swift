import Core
import Crypto
import Foundation
import Testing
import Web

struct CursorTests {
    struct Key: Codable, Equatable {
        var title: String
        var id: BookID
    }

    let shelf = CursorScope<Key>("test.shelf")

    /// A request of a site with a key of its own.
    private func request(after cursor: String? = nil, key: [UInt8] = Array(repeating: 7, count: 32)) throws -> Request {
        let target = "/shelf" + (cursor.map { "?after=" + PercentEncoding.encode($0) } ?? "")
        var request = Request(id: "1", head: try RequestHead(method: .get, target: target, headers: Headers()))
        request.cursors = CursorSigner { Array(hmacSHA256($0, key: key).prefix(CursorSigner.codeSize)) }
        return request
    }

    @Test func `a cursor gives back its key`() throws {
        for title in ["", "A", "Ånger & ?/+=", String(repeating: "x", count: 500)] {
            let key = Key(title: title, id: BookID(7))
            let cursor = try request().cursor(shelf, after: key)
            #expect(cursor.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
            #expect(try request(after: cursor.text).after(shelf) == key)
        }
        #expect(try request().after(shelf) == nil)
        #expect(try request(after: "").after(shelf) == nil)
    }

    @Test func `the same place has the same text, so that a list keeps its ETag`() throws {
        let key = Key(title: "A", id: BookID(7))
        #expect(try request().cursor(shelf, after: key) == request().cursor(shelf, after: key))
    }

    @Test func `a list that was read one entry further says whether there is more`() throws {
        let request = try request()
        let numbers = CursorScope<Int>("test.numbers")
        let whole = try [1, 2].page(of: 2) { try request.cursor(numbers, after: $0) }
        #expect(whole.entries == [1, 2] && whole.next == nil)
        let cut = try [1, 2, 3].page(of: 2) { try request.cursor(numbers, after: $0) }
        #expect(cut.entries == [1, 2])
        #expect(try cut.next == request.cursor(numbers, after: 2))
    }

    @Test func `a cursor that was changed anywhere is refused`() throws {
        let text = try request().cursor(shelf, after: Key(title: "Hello", id: BookID(7))).text
        for at in 0..<(text.count - 1) {
            // The last character of base64 may carry bits that mean nothing.
            var changed = Array(text)
            changed[at] = changed[at] == "A" ? "B" : "A"
            #expect(throws: Problem.self) { try request(after: String(changed)).after(shelf) }
        }
    }

    @Test(arguments: [
        "x", "====", "åäö", "AAAA", "AAAAAAAAAA", "{}", "../../etc/passwd", "TrnPjXsib2Zmc2V0IjogLTF9", String(repeating: "A", count: 22),
        String(repeating: "A", count: 100_000),
    ])
    func `rubbish is refused`(text: String) throws {
        #expect(throws: Problem.self) { try request(after: text).after(shelf) }
    }

    @Test func `a cursor of another list, of the same shape too, is refused`() throws {
        let other = try request().cursor(CursorScope<Key>("test.other"), after: Key(title: "A", id: BookID(7)))
        #expect(throws: Problem.self) { try request(after: other.text).after(shelf) }
    }

    @Test func `a cursor of another site is refused`() throws {
        let other = try request(key: Array(repeating: 8, count: 32)).cursor(shelf, after: Key(title: "A", id: BookID(7)))
        #expect(throws: Problem.self) { try request(after: other.text).after(shelf) }
    }

    @Test func `outside a site no cursor is taken`() throws {
        let bare = Request(id: "1", head: try RequestHead(method: .get, target: "/?after=e30", headers: Headers()))
        #expect(throws: Problem.self) { try bare.after(CursorScope<[String: Int]>("test.any")) }
        let made = try bare.cursor(shelf, after: Key(title: "A", id: BookID(7)))
        let returned = Request(id: "1", head: try RequestHead(method: .get, target: "/?after=" + made.text, headers: Headers()))
        #expect(throws: Problem.self) { try returned.after(shelf) }
    }
}
