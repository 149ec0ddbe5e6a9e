import Core
import Documents
import Foundation

/// Reads the JSON forms of Bibles: one book per file, or books in a list; chapters and verses as objects or plain lists.
enum BibleJSON {
    /// Adds what `bytes` hold; false when they hold no book of the Bible.
    static func read(_ bytes: [UInt8], into builder: inout BibleBuilder) -> Bool {
        guard let value = try? JSONSerialization.jsonObject(with: Data(bytes)) else { return false }
        var found = false
        for (book, position) in books(in: value) { found = add(book, position, to: &builder) || found }
        return found
    }

    private static func books(in value: Any) -> [([String: Any], Int?)] {
        if let list = value as? [[String: Any]] { return list.enumerated().map { ($1, list.count == 66 ? $0 : nil) } }
        guard let object = value as? [String: Any] else { return [] }
        if let list = object["books"] as? [[String: Any]] { return books(in: list) }
        return [(object, nil)]
    }

    private static func add(_ object: [String: Any], _ position: Int?, to builder: inout BibleBuilder) -> Bool {
        let name = (object["book"] ?? object["name"] ?? object["abbrev"]) as? String
        guard let book = name.flatMap({ BibleBooks.find($0) }) ?? position.map({ BibleBooks.all[$0] }),
            let chapters = object["chapters"] as? [Any]
        else {
            return false
        }
        for (index, chapter) in chapters.enumerated() {
            let number = ((chapter as? [String: Any])?["chapter"]).flatMap(whole) ?? index + 1
            let verses = (chapter as? [Any]) ?? (chapter as? [String: Any])?["verses"] as? [Any] ?? []
            for (offset, verse) in verses.enumerated() {
                let object = verse as? [String: Any]
                guard let words = (verse as? String) ?? object?["text"] as? String else { continue }
                builder.add(book, name: name, chapter: number, verse: object?["verse"].flatMap(whole) ?? offset + 1, words)
            }
        }
        return true
    }

    /// Numbers come as numbers or as text.
    private static func whole(_ value: Any) -> Int? { (value as? Int) ?? (value as? String).flatMap { Int($0) } }
}
