import Core
import Foundation
import Testing
import Web

struct CursorTests {
    struct Key: Codable, Equatable {
        var title: String
        var id: BookID
    }

    @Test func `a cursor gives back its key`() throws {
        for title in ["", "A", "Ånger & ?/+=", String(repeating: "x", count: 500)] {
            let key = Key(title: title, id: BookID(7))
            let cursor = try Cursor(key)
            #expect(cursor.text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
            #expect(try QueryItems([("after", cursor.text)]).after(Key.self) == key)
        }
        #expect(try QueryItems().after(Key.self) == nil)
    }

    @Test func `a list that was read one entry further says whether there is more`() throws {
        let whole = try [1, 2].page(of: 2) { try Cursor($0) }
        #expect(whole.entries == [1, 2] && whole.next == nil)
        let cut = try [1, 2, 3].page(of: 2) { try Cursor($0) }
        #expect(cut.entries == [1, 2])
        #expect(try cut.next == Cursor(2))
    }

    @Test func `a cursor that was changed anywhere is refused`() throws {
        let text = try Cursor(Key(title: "Hello", id: BookID(7))).text
        for index in text.indices {
            var changed = Array(text)
            let at = text.distance(from: text.startIndex, to: index)
            changed[at] = changed[at] == "A" ? "B" : "A"
            // The last character of base64 may carry bits that mean nothing.
            guard at < text.count - 1 else { continue }
            #expect(throws: Problem.self) { try Cursor(text: String(changed)).key(Key.self) }
        }
    }

    @Test(arguments: ["x", "====", "åäö", "AAAA", "AAAAAAAAAA", "{}", "../../etc/passwd", String(repeating: "A", count: 100_000)])
    func `rubbish is refused`(text: String) {
        #expect(throws: Problem.self) { try Cursor(text: text).key(Key.self) }
    }

    @Test func `a cursor of another list is refused`() throws {
        let other = try Cursor(["year": 1983])
        #expect(throws: Problem.self) { try other.key(Key.self) }
    }
}
