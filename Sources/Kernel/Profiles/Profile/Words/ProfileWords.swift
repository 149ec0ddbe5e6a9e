import Accounts
import Audit
import Core
import Database
import Localization
import Moderation
import Platform
import SignIn
import Web

/// Names and “About me” meet the filter before others see them (CORE-025): what it refuses is refused at once, and what it doubts waits
/// for a moderator while the words from before stay. Of names nothing is refused, for rude words are also names: they all wait.
///
/// Only words that were doubted or reported once are kept apart; all later ones of the same field then go the same way, so that a moderator's
/// rejection is remembered.
struct ProfileWords: Sendable {
    let site: Site
    let names: OfficialNames

    /// Words that wait, or waited.
    struct Kept: SQLRow, Sendable {
        let id: Int64
        let person: PersonID
        let field: ProfileField?
        let words: String
        let state: State
        let reason: Text?
        let writtenAt: Instant

        static let columns: SQL = "id, person_id, field, words, state, reason, changed_at"

        init(row: inout RowReader) throws {
            id = try row.next()
            person = try row.next()
            field = ProfileField(text: try row.next())
            words = try row.next()
            state = State(rawValue: try row.next()) ?? .refused
            reason = (try row.next(StoredJSON<Text>?.self))?.value
            writtenAt = try row.next()
        }
    }

    enum State: String, Sendable {
        case waiting, shown, refused
    }

    /// Whether the words may be shown now. When not, they wait for a moderator, who publishes them by ``publish(_:in:)``.
    /// - Throws: ``ProfileRefusal/wordsRefused(_:in:)``; nothing is kept then, and the caller's transaction ends.
    func mayShow(_ words: String, as field: ProfileField, of person: PersonID, language: Language, in write: Write) throws -> Bool {
        guard let judge = site.moderation else { return true }
        let earlier = try kept(field, of: person, in: write)
        guard !words.isEmpty else {
            if let earlier { try forget(earlier, hasPublic: false, in: write) }
            return true
        }
        if let earlier, earlier.state == .waiting, earlier.words == words { return false }
        let verdict = try judge.verdict(on: words, language: language, app: field.app, in: write)
        if case .reject(let reason, _) = verdict, field != .name { throw ProfileRefusal.wordsRefused(reason, in: field.formField) }
        let doubt = field == .name ? try names.doubt(about: words, of: person, in: write) : nil
        guard earlier != nil || verdict != .accept || doubt != nil else { return true }
        return try hold(words, as: field, of: person, language: language, doubt: doubt, in: write)
    }

    /// Puts the name of a newcomer into the queue.
    func hold(newcomer name: String, of person: PersonID, language: Language, in write: Write) throws {
        let doubt = try names.doubt(about: name, of: person, in: write)
        _ = try hold(name, as: .name, of: person, language: language, doubt: doubt, in: write)
        try tellOwner(person, name, in: write)
    }

    /// Tells somebody who chose a name on the way in, where no page says it, that others see another one until a moderator has read it.
    func tellOwner(_ person: PersonID, _ name: String, in write: Write) throws {
        guard let earlier = try kept(.name, of: person, in: write), earlier.state == .waiting, let shown = try write.first(.person(person))?.name
        else { return }
        try site.moderation?.tellAuthor(
            person, "Your name is waiting for a moderator",
            "Until a moderator has read “\(name)”, others see “\(shown)”. You’re told when it is decided.", link: ProfilesPaths.profile(), in: write)
    }

    /// Puts words into the queue.
    /// - Returns: whether they may be shown all the same.
    private func hold(
        _ words: String, as field: ProfileField, of person: PersonID, language: Language, doubt: Text?, in write: Write
    ) throws -> Bool {
        guard let judge = site.moderation else { return true }
        let now = write.now
        let id: Int64 = try write.insert(
            """
            INSERT INTO account_profile_words (person_id, field, words, state, changed_at, changed_by)
            VALUES (\(person), \(field.text), \(words), 'waiting', \(now), \(person))
            ON CONFLICT (person_id, field) DO UPDATE SET words = excluded.words, state = 'waiting', reason = NULL, changed_at = excluded.changed_at
            """)
        let decision = try judge.submit(
            id, of: field.kind, author: person, words: words, language: language, hasPublic: !shown(field, of: person, in: write).isEmpty,
            doubt: doubt, in: write)
        if case .reject(let reason, _) = decision { throw ProfileRefusal.wordsRefused(reason, in: field.formField) }
        // Somebody goes by another name until it is read.
        if field == .name, decision != .accept { try judge.tellModeratorsOfName(SubjectKey(kind: field.kind, id: id), in: write) }
        return decision == .accept
    }

    /// The name for a new account, and the one that waits for a moderator instead, if any.
    func nameOfNewcomer(_ name: String, language: Language, in db: any Connection) throws -> NameReview.Newcomer {
        guard let judge = site.moderation else { return .init(shown: name, waiting: nil) }
        let verdict = try judge.verdict(on: name, language: language, app: ProfileField.name.app, in: db)
        let doubt = try names.doubt(about: name, of: nil, in: db)
        return verdict == .accept && doubt == nil ? .init(shown: name, waiting: nil) : .init(shown: neutralName(language), waiting: name)
    }

    /// What somebody is called who has no name that others may see.
    func neutralName(_ language: Language) -> String { site.messages.render("New member", in: language, timeZone: site.configuration.zone) }

    /// Takes waiting words back, because their author has sent those that others see once more.
    func withdraw(_ field: ProfileField, of person: PersonID, in write: Write) throws {
        guard let earlier = try kept(field, of: person, in: write), earlier.state == .waiting else { return }
        try forget(earlier, hasPublic: true, in: write)
    }

    /// What others see there now. Nobody ever chose the name of somebody who has none: that is nothing to decide on.
    func shown(_ field: ProfileField, of person: PersonID, in db: any Connection) throws -> String {
        switch field {
        case .about(let app):
            return try db.first("SELECT text FROM account_about WHERE person_id = \(person) AND app = \(app)" as Query<String>) ?? ""
        case .name:
            guard let name = try db.first(.person(person))?.name, !site.messages.languages.map(neutralName).contains(name) else { return "" }
            return name
        }
    }

    /// Puts words about oneself where others see them, once they were judged; whoever decided is in the log with the decision.
    func store(_ text: String, of person: PersonID, app: String, in write: Write) throws {
        let now = write.now
        if text.isEmpty {
            try write.run("DELETE FROM account_about WHERE person_id = \(person) AND app = \(app)")
        } else {
            try write.run(
                """
                INSERT INTO account_about (person_id, app, text, changed_at, changed_by)
                VALUES (\(person), \(app), \(text), \(now), \(person))
                ON CONFLICT (person_id, app) DO UPDATE SET text = excluded.text, changed_at = excluded.changed_at, changed_by = excluded.changed_by
                """)
        }
    }

    /// What waits of somebody's words, or was not accepted.
    func unsettled(of person: PersonID, in db: any Connection) throws -> [Kept] {
        try db.all(
            """
            SELECT \(Kept.columns) FROM account_profile_words WHERE person_id = \(person) AND state <> 'shown' AND words <> ''
            ORDER BY field LIMIT 50
            """)
    }

    /// The row of words that others see, made when they were fine from the start; nil when others see none.
    func row(for field: ProfileField, of person: PersonID, in write: Write) throws -> Int64? {
        let text = try shown(field, of: person, in: write)
        guard !text.isEmpty else { return nil }
        if let kept = try kept(field, of: person, in: write) { return kept.id }
        return try write.insert(
            """
            INSERT INTO account_profile_words (person_id, field, words, state, changed_at, changed_by)
            VALUES (\(person), \(field.text), \(text), 'shown', \(write.now), \(person))
            """)
    }

    func find(_ id: Int64, in db: any Connection) throws -> Kept? {
        try db.first("SELECT \(Kept.columns) FROM account_profile_words WHERE id = \(id)")
    }

    private func kept(_ field: ProfileField, of person: PersonID, in db: any Connection) throws -> Kept? {
        try db.first("SELECT \(Kept.columns) FROM account_profile_words WHERE person_id = \(person) AND field = \(field.text)")
    }

    /// The row stays, so that a moderator's rejection is remembered; its words are gone for everybody.
    private func forget(_ kept: Kept, hasPublic: Bool, in write: Write) throws {
        guard let field = kept.field else { return }
        try write.run("UPDATE account_profile_words SET state = 'refused', reason = NULL, words = '' WHERE id = \(kept.id)")
        try site.moderation?.withdraw(kept.id, of: field.kind, hasPublic: hasPublic, in: write)
    }
}

extension Site {
    /// Judges words; nil on a site without moderation, where everything is shown at once.
    var moderation: Moderation? { extensions.service() }
}
