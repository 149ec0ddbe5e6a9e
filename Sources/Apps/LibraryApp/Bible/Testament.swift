import Core
import Documents
import Web

/// The two parts of a Bible.
enum Testament: CaseIterable {
    case old, new

    /// The part that a book stands in. What not every Bible has stands in the Old Testament, as it does in print.
    init(ofBook code: String) { self = Self.newBooks.contains(code) ? .new : .old }

    var title: Text {
        switch self {
        case .old: "Old Testament"
        case .new: "New Testament"
        }
    }

    private static let newBooks = Set(BibleBooks.all.drop { $0.code != "MAT" }.map(\.code))
}

/// What an edition of the Bible is called behind a quotation.
enum EditionName {
    /// “KJV” where that is known or the title says it in brackets; otherwise the title.
    static func short(_ title: String) -> String {
        if let match = title.firstMatch(of: /\((\p{Lu}[\p{Lu}\d]{1,7})\)/) { return String(match.output.1) }
        let words = title.lowercased().replacing("’", with: "'")
        return known.first { words.contains($0.title) }?.short ?? title
    }

    /// The longer title stands before the one that it holds.
    private static let known: [(title: String, short: String)] = [
        ("new king james", "NKJV"), ("king james", "KJV"), ("young's literal", "YLT"), ("american standard", "ASV"), ("world english", "WEB"),
        ("new revised standard", "NRSV"), ("revised standard", "RSV"), ("new international", "NIV"), ("english standard", "ESV"),
        ("bible in basic english", "BBE"), ("folkbibeln", "SFB"), ("bibel 2000", "B2000"), ("karl xii", "Karl XII"), ("swahili union", "SUV"),
    ]
}
