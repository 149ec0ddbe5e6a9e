import Core
import Database
import Localization
import Platform

/// What is different in the terms since somebody accepted them, so that whoever is asked again need not compare (CORE-021).
struct TermsChange: Sendable, Equatable {
    /// The version that was accepted last, and when.
    let version: Int
    let acceptedAt: Instant
    /// Places of new or changed blocks among those of ``Terms/blocks``; nil when the words of then are not known in this language.
    let added: Set<Int>?
    /// Blocks that are no longer there.
    let removed: [String]

    /// Whether the reader sees the same words again: they changed in another language.
    var isSame: Bool { added?.isEmpty == true && removed.isEmpty }

    /// Compares block by block.
    init(since consent: Consent, from old: [String]?, to new: [String]) {
        version = consent.version
        acceptedAt = consent.acceptedAt
        guard let old else {
            added = nil
            removed = []
            return
        }
        let difference = new.difference(from: old)
        added = Set(difference.insertions.map { $0.place })
        removed = difference.removals.map { $0.words }
    }
}

extension CollectionDifference<String>.Change {
    fileprivate var place: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }

    fileprivate var words: String {
        switch self {
        case .insert(_, let words, _), .remove(_, let words, _): words
        }
    }
}

extension Terms {
    /// Headings and paragraphs in their order.
    static func blocks(of parts: [Part]) -> [Text] { parts.flatMap { part in (part.title.map { [$0] } ?? []) + part.paragraphs } }
}

extension TermsEditor {
    /// What changed in `terms` since the person accepted an earlier version; nil for whoever accepted none, or this one.
    func change(of terms: Terms, for person: PersonID, in db: any Connection) throws -> TermsChange? {
        let accepted = try consents.history(of: person, in: db).filter { $0.app == terms.app }
        guard let last = accepted.last, last.version < terms.version else { return nil }
        let texts = try self.texts(of: try app(terms.app), version: last.version, in: db)
        let say = { (text: Text) in self.site.messages.render(text, in: terms.language, timeZone: self.site.configuration.zone) }
        let old = texts[terms.language].map { Terms.blocks(of: Terms.parts(of: $0)).map(say) }
        return TermsChange(since: last, from: old, to: Terms.blocks(of: terms.parts).map(say))
    }
}
