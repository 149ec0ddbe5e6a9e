import Accounts
import Audit
import Core
import Database
import Platform
import SignIn
import Web

/// Reads and writes what others see of people.
public struct Profiles: Sendable {
    let site: Site
    let words: ProfileWords
    let access: AccessChange
    let profileRefresh: ProfileRefresh

    /// Most characters of “About me” (VOL-049).
    public static let longestAbout = 1000

    /// What others see of a person; nil when there is no such account (any more).
    public func profile(of person: PersonID, in db: any Connection) throws -> Profile? {
        guard let name = try db.first("SELECT name FROM account_person WHERE id = \(person)" as Query<String>) else { return nil }
        let texts = try db.all("SELECT app, text FROM account_about WHERE person_id = \(person) ORDER BY app LIMIT 50" as Query<Row2<String, String>>)
        return Profile(
            id: person, name: name, picture: try People.picture(of: person, in: db),
            aboutByApp: Dictionary(texts.map { ($0.first, $0.second) }) { first, _ in first })
    }

    /// What a person says about themselves in one app; empty when nothing.
    public func about(_ person: PersonID, app: String, in db: any Connection) throws -> String {
        try words.shown(.about(app: app), of: person, in: db)
    }

    /// Keeps what a person says about themselves in one app; nothing but white space removes it.
    /// - Parameter language: that of the screen it was written on; nil is the person's.
    /// - Returns: whether others see it now. Words that the filter doubts wait for a moderator, and those from before stay.
    /// - Throws: ``ProfileRefusal/aboutTooLong(_:)`` above 1,000 characters, ``ProfileRefusal/wordsRefused(_:in:)``.
    @discardableResult
    public func setAbout(_ text: String, of person: PersonID, app: String, language: Language? = nil, in write: Write) throws -> Bool {
        let text = text.replacing("\r\n", with: "\n").trimmed
        // The schema counts code points, and one visible character may have several of those.
        guard text.unicodeScalars.count <= Self.longestAbout else { throw ProfileRefusal.aboutTooLong(Self.longestAbout) }
        guard try about(person, app: app, in: write) != text else {
            try words.withdraw(.about(app: app), of: person, in: write)
            return true
        }
        let spoken = try language ?? write.first(.person(person))?.language ?? site.configuration.mainLanguage
        guard try words.mayShow(text, as: .about(app: app), of: person, language: spoken, in: write) else { return false }
        try words.store(text, of: person, app: app, in: write)
        try write.audit(.update, person, ["changed": "about", "app": app])
        return true
    }

    /// What waits for a moderator of a person's words about themselves in one app.
    public func waiting(_ person: PersonID, app: String, in db: any Connection) throws -> String? {
        let field = ProfileField.about(app: app)
        return try words.unsettled(of: person, in: db).first { $0.field == field && $0.state == .waiting }?.words
    }

    /// What somebody says about themselves in one app as a ``ModeratedSubject``, for whoever wants to report it; nil when others see nothing.
    public func aboutAsSubject(of person: PersonID, app: String, in write: Write) throws -> (kind: String, id: Int64)? {
        let field = ProfileField.about(app: app)
        return try words.row(for: field, of: person, in: write).map { (field.kind, $0) }
    }

    /// The same, and the name of somebody who says nothing about themselves.
    public func asSubject(of person: PersonID, app: String, in write: Write) throws -> (kind: String, id: Int64)? {
        if let about = try aboutAsSubject(of: person, app: app, in: write) { return about }
        return try words.row(for: .name, of: person, in: write).map { (ProfileField.name.kind, $0) }
    }

    /// Notes that somebody looked at a person's profile, so that the name and the picture from their provider are asked for again, in
    /// the background and seldom (RES-005). The page goes on with what is known.
    public func viewed(_ person: PersonID) async throws { try await profileRefresh.viewed(person) }
}
