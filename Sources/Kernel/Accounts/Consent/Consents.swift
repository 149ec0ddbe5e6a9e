import Audit
import Core
import Database
import Platform
import Web

/// Which terms hold, and who accepted them when.
public struct Consents: Sendable {
    let site: Site

    /// Most characters of terms in one language.
    static let longest = 50_000

    init(site: Site) { self.site = site }

    /// The present terms of an app, in a language if there are words in it; nil when it has none.
    ///
    /// What administrators wrote stands in the place of what the app ships.
    public func terms(of app: String, in language: Language, in db: any Connection) throws -> Terms? {
        guard let manifest = site.app(app) else { return nil }
        let written = try db.all(
            """
            SELECT version, language, text, changed_at FROM account_terms WHERE app = \(app)
                AND version = (SELECT MAX(version) FROM account_terms WHERE app = \(app)) ORDER BY id LIMIT 20
            """ as Query<WrittenTerms>)
        let first = site.languages(of: manifest).first
        let preferred = [language, first ?? .english, .english]
        if let best = preferred.lazy.compactMap({ wanted in written.first { $0.language == wanted } }).first ?? written.first {
            return Terms(app: app, version: best.version, language: best.language, parts: Terms.parts(of: best.text), changedAt: best.changedAt)
        }
        guard let shipped = manifest.access.terms else { return nil }
        return Terms(
            app: app, version: shipped.version, language: language,
            parts: shipped.sections.map { Terms.Part(title: $0.title, paragraphs: $0.paragraphs) })
    }

    /// The version that must be accepted now; nil when the app has no terms.
    public func version(of app: String, in db: any Connection) throws -> Int? {
        guard let manifest = site.app(app) else { return nil }
        let written = try db.first("SELECT version FROM account_terms WHERE app = \(app) ORDER BY version DESC LIMIT 1" as Query<Int>)
        return written ?? manifest.access.terms?.version
    }

    /// Whether a person accepted the present terms; an app without terms is always accepted.
    public func hasAccepted(app: String, by person: PersonID, in db: any Connection) throws -> Bool {
        guard let version = try version(of: app, in: db) else { return true }
        let found = try db.first(
            "SELECT id FROM account_consent WHERE person_id = \(person) AND app = \(app) AND version = \(version)" as Query<Int64>)
        return found != nil
    }

    /// When a person accepted which version.
    public func history(of person: PersonID, in db: any Connection) throws -> [Consent] {
        try db.all("SELECT app, version, accepted_at FROM account_consent WHERE person_id = \(person) ORDER BY id LIMIT 200")
    }

    /// Notes that a person accepted a version; again does nothing.
    /// - Throws: ``ConsentRefusal/outdated`` when it is no longer the present one.
    public func accept(app: String, version: Int, by person: PersonID, in write: Write) throws {
        guard let present = try self.version(of: app, in: write) else { throw ConsentRefusal.noTerms }
        guard version == present else { throw ConsentRefusal.outdated }
        let now = write.now
        let added = try write.run(
            """
            INSERT INTO account_consent (person_id, app, version, accepted_at, changed_at, changed_by)
            VALUES (\(person), \(app), \(version), \(now), \(now), \(person)) ON CONFLICT (person_id, app, version) DO NOTHING
            """)
        guard added > 0 else { return }
        try write.audit(.approve, AuditName("account.terms", app), ["version": version])
    }

    /// Refuses who has not accepted the present terms of an app that asks for it.
    /// - Throws: ``ConsentRefusal/notAccepted(app:path:)``.
    public func require(app: String, of person: PersonID, in db: any Connection) throws {
        guard site.policy(of: app).asksForTerms, try !hasAccepted(app: app, by: person, in: db) else { return }
        throw ConsentRefusal.notAccepted(app: site.app(app)?.name ?? .verbatim(app), path: AccountsPaths.terms(app))
    }

    /// Puts new terms in the place of the present ones; everybody is asked again.
    /// - Parameter texts: the words by language; empty ones are left out.
    /// - Throws: ``ConsentRefusal/textInvalid``.
    @discardableResult
    public func publish(_ texts: [Language: String], of app: String, in write: Write) throws -> Int {
        guard site.app(app) != nil else { throw ConsentRefusal.noTerms }
        let texts = texts.mapValues(\.trimmed).filter { !$0.value.isEmpty }
        guard !texts.isEmpty, texts.values.allSatisfy({ $0.unicodeScalars.count <= Self.longest }) else { throw ConsentRefusal.textInvalid }
        let version = max(try version(of: app, in: write) ?? 0, site.app(app)?.access.terms?.version ?? 0) + 1
        for (language, text) in texts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try write.run(
                """
                INSERT INTO account_terms (app, version, language, text, changed_at, changed_by)
                VALUES (\(app), \(version), \(language), \(text), \(write.now), \(write.actor))
                """)
        }
        try write.audit(.configure, AuditName("account.terms", app), ["version": version])
        return version
    }
}

/// That a person accepted a version of an app's terms.
public struct Consent: SQLRow, Codable, Sendable {
    /// The app's id.
    public let app: String
    /// The version.
    public let version: Int
    /// When.
    public let acceptedAt: Instant

    /// Reads `app, version, accepted_at`.
    public init(row: inout RowReader) throws {
        app = try row.next()
        version = try row.next()
        acceptedAt = try row.next()
    }
}

/// Terms in one language, as an administrator wrote them.
private struct WrittenTerms: SQLRow {
    let version: Int
    let language: Language
    let text: String
    let changedAt: Instant

    init(row: inout RowReader) throws {
        version = try row.next()
        language = try row.next()
        text = try row.next()
        changedAt = try row.next()
    }
}
