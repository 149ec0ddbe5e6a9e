import Core
import Crypto
import Database
import Localization
import Platform

/// Where administrators write the terms of apps and publish them (CORE-021).
///
/// A draft is shared by everybody who may write it. What is published never changes again, so that it stays known what people accepted.
struct TermsEditor: Sendable {
    let site: Site
    let consents: Consents

    /// Words by language; no empty ones.
    typealias Texts = [Language: String]

    /// One version as the list shows it.
    struct Version: Sendable, Equatable {
        var number: Int
        /// When it was published here; nil for what the app ships.
        var publishedAt: Instant?
        var publishedBy: PersonID?
        var languages: [Language]
        /// How many people accepted it.
        var acceptances: Int
    }

    /// Versions that the list shows.
    static let mostVersions = 100

    /// - Throws: ``ConsentRefusal/noTerms`` for what is no app.
    func app(_ id: String) throws -> AppManifest {
        guard let app = site.app(id) else { throw ConsentRefusal.noTerms }
        return app
    }

    /// Every version, the newest first; what the app ships is the oldest.
    func versions(of app: AppManifest, in db: any Connection) throws -> [Version] {
        let rows = try db.all(
            """
            SELECT version, language, changed_at, changed_by FROM account_terms WHERE app = \(app.id)
            ORDER BY version DESC, language LIMIT \(Self.mostVersions * 10)
            """ as Query<PublishedText>)
        let accepted = Dictionary(
            try db.all(
                "SELECT version, COUNT(*) FROM account_consent WHERE app = \(app.id) GROUP BY version ORDER BY version DESC LIMIT \(Self.mostVersions)"
                    as Query<Row2<Int, Int>>
            ).map { ($0.first, $0.second) }
        ) { first, _ in first }
        var versions: [Version] = []
        for row in rows {
            if versions.last?.number == row.version {
                versions[versions.count - 1].languages.append(row.language)
            } else {
                versions.append(
                    Version(
                        number: row.version, publishedAt: row.publishedAt, publishedBy: row.publishedBy, languages: [row.language],
                        acceptances: accepted[row.version] ?? 0))
            }
        }
        if let shipped = app.access.terms {
            let number = shipped.version
            versions.append(Version(number: number, languages: site.languages(of: app), acceptances: accepted[number] ?? 0))
        }
        return Array(versions.prefix(Self.mostVersions))
    }

    /// The words of a version as they would be written in the editor; empty when there is no such version.
    func texts(of app: AppManifest, version: Int, in db: any Connection) throws -> Texts {
        let written = try db.all(
            "SELECT language, text FROM account_terms WHERE app = \(app.id) AND version = \(version) ORDER BY language LIMIT 50"
                as Query<Row2<Language, String>>)
        if !written.isEmpty { return Dictionary(written.map { ($0.first, $0.second) }) { first, _ in first } }
        guard let shipped = app.access.terms, shipped.version == version else { return [:] }
        return Dictionary(site.languages(of: app).map { ($0, self.words(of: shipped, in: $0)) }) { first, _ in first }
    }

    /// What is being written; empty when nothing is.
    func draft(of app: AppManifest, in db: any Connection) throws -> Texts {
        let rows = try db.all(
            "SELECT language, text FROM account_terms_draft WHERE app = \(app.id) ORDER BY language LIMIT 50" as Query<Row2<Language, String>>)
        return Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
    }

    /// Names what somebody has read, so that nothing else is published in their name.
    static func stamp(of texts: Texts) -> String {
        let words = texts.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue):\($0.value.utf8.count):\($0.value)" }
        return sha256(Array(words.joined().utf8)).hex
    }

    /// Keeps a draft in the place of the one before.
    /// - Throws: ``ConsentRefusal/textInvalid``.
    func keep(_ texts: Texts, of app: AppManifest, by actor: PersonID) async throws {
        let texts = try Self.checked(texts)
        try await site.write(by: actor) { write in
            try write.run("DELETE FROM account_terms_draft WHERE app = \(app.id)")
            for (language, text) in texts {
                try write.run(
                    """
                    INSERT INTO account_terms_draft (app, language, text, changed_at, changed_by)
                    VALUES (\(app.id), \(language), \(text), \(write.now), \(actor))
                    """)
            }
        }
    }

    /// Throws a draft away.
    func discard(_ app: AppManifest, by actor: PersonID) async throws {
        try await site.write(by: actor) { write in _ = try write.run("DELETE FROM account_terms_draft WHERE app = \(app.id)") }
    }

    /// Publishes the draft that `stamp` names; everybody is asked again where the app asks for its terms.
    /// - Throws: ``ConsentRefusal/draftChanged`` when another draft stands there by now, ``ConsentRefusal/unchanged`` when it says
    ///   nothing new.
    func publish(_ app: AppManifest, stamp: String, by actor: PersonID) async throws -> Int {
        try await site.write(by: actor) { write in
            let draft = try draft(of: app, in: write)
            guard !draft.isEmpty, Self.stamp(of: draft) == stamp else { throw ConsentRefusal.draftChanged }
            if let present = try consents.version(of: app.id, in: write), try texts(of: app, version: present, in: write) == draft {
                throw ConsentRefusal.unchanged
            }
            try write.run("DELETE FROM account_terms_draft WHERE app = \(app.id)")
            return try consents.publish(draft, of: app.id, in: write)
        }
    }

    /// Words as they are kept: one kind of line end, nothing around them, no empty ones.
    static func checked(_ texts: Texts) throws -> Texts {
        let texts = texts.mapValues { $0.replacing("\r\n", with: "\n").trimmed }.filter { !$0.value.isEmpty }
        guard !texts.isEmpty, texts.values.allSatisfy({ $0.unicodeScalars.count <= Consents.longest }) else { throw ConsentRefusal.textInvalid }
        return texts
    }

    private func words(of terms: AppTerms, in language: Language) -> String {
        let say = { (text: Text) in self.site.messages.render(text, in: language, timeZone: self.site.configuration.zone) }
        return terms.sections.map { (["# " + say($0.title)] + $0.paragraphs.map(say)).joined(separator: "\n\n") }.joined(separator: "\n\n")
    }
}

/// A version in one language, without its words.
private struct PublishedText: SQLRow {
    let version: Int
    let language: Language
    let publishedAt: Instant
    let publishedBy: PersonID?

    init(row: inout RowReader) throws {
        version = try row.next()
        language = try row.next()
        publishedAt = try row.next()
        publishedBy = try row.next()
    }
}
