import Analytics
import Core
import Database
import Platform

/// What the reader counts.
extension Measure {
    static let opened = Measure(
        "reading.opened", "Items opened", hint: "Openings of a book, a hymn or a recording: one for each reader and day.", by: .apps,
        isHeadline: true)
    static let sections = Measure("reading.sections", "Sections read", hint: "Chapters and other sections that people opened.", by: .apps)
}

extension ReadingModule {
    static let measures: [Measure] = [.opened, .sections]

    /// The interaction log knows every opening.
    var pastFacts: [PastFacts] {
        [
            PastFacts(.opened, part: Publication.app(of:)) { before in
                """
                SELECT i.changed_at, p.owner_kind FROM analytics_interaction i JOIN reading_publication p ON p.id = i.subject
                WHERE i.kind = \(Visits.kind) AND i.changed_at < \(before)
                """
            }
        ]
    }
}

extension Publication {
    /// The app of a kind of owner: `library` of `library.item`.
    static func app(of ownerKind: String) -> String { String(ownerKind.prefix { $0 != "." }) }
}
