import Analytics
import Core
import Database
import Platform

/// What the library counts; openings of books are counted by the reader.
extension Measure {
    static let searches = Measure(
        "library.searches", "Searches", hint: "Searches in the library, not counting suggestions while typing.")
    static let items = Measure("library.items", "Published items", hint: "Items that readers can find.", kind: .level, by: .languages)
}

extension LibraryApp {
    static let measures: [Measure] = [.searches, .items]

    /// Published items by language.
    var levels: [Level] {
        [
            Level(.items) { db in
                try db.all(
                    "SELECT language, CAST(count(*) AS BIGINT) FROM library_item WHERE status = 'published' GROUP BY language"
                        as Query<Row2<String, Int>>
                ).map { ($0.first, $0.second) }
            }
        ]
    }
}
