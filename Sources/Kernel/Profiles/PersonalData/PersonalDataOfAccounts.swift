import Accounts
import Core
import Database
import Foundation
import Jobs
import Localization
import Media
import Platform
import SignIn

/// What accounts keep about a person; the tables of accounts point to the person and go with them.
struct PersonalDataOfAccounts: PersonalData {
    let site: Site
    let words: ProfileWords
    let consents: Consents
    let bans: Bans
    let refreshTokens: RefreshTokens

    let folder = "account"
    var title: Text { "Your account" }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let file = try await site.database.readInBackground { db in try AccountFile.read(person, from: self, in: db) }
        guard let file else { return }
        try export.add(file.profile, as: "profile.json", "Your profile")
        try export.add(file.about, as: "about.json", "What you say about yourself")
        try export.add(file.unsettled, as: "words-not-shown.json", "Names and texts that others don’t see yet")
        try export.add(file.roles, as: "roles.json", "Your roles")
        try export.add(file.sessions, as: "sessions.json", "Where you’re signed in")
        try export.add(file.appPasswords, as: "app-passwords.json", "Passwords of reading apps")
        try export.add(file.providers, as: "providers.json", "Linked accounts")
        try export.add(file.passkeys, as: "passkeys.json", "Your passkeys")
        try export.add(file.terms, as: "terms.json", "Terms you accepted")
        try export.add(file.bans, as: "bans.json", "Bans")
        if let picture = file.picture {
            let copy = site.media.makeTemporaryURL()
            defer { try? FileManager.default.removeItem(at: copy) }
            try Data(picture).write(to: copy)
            try export.add(fileAt: copy, as: "picture", "Your picture")
        }
    }

    func erase(_ person: PersonID, in write: Write) throws {
        try refreshTokens.giveBack(of: person, in: write)
        for export in try write.all("SELECT id FROM account_export WHERE person_id = \(person) ORDER BY id" as Query<DataExportID>) {
            try site.media.holds.releaseAll(by: .export(export), in: write)
        }
    }
}

/// A person's account as their own copy of it shows it.
private struct AccountFile: Sendable {
    struct Profile: Codable, Sendable {
        var id: PersonID
        var name: String
        var email: String
        var phone: String?
        var language: String?
        var theme: String?
        var timeZone: String?
        var isOwner: Bool
        var hasAccountSince: String
    }

    struct About: Codable, Sendable {
        var app: String
        var text: String
    }

    struct Unsettled: Codable, Sendable {
        var field: String
        var words: String
        var state: String
        var writtenAt: String
    }

    struct Session: Codable, Sendable {
        var device: String
        var since: String
        var lastUsedAt: String
    }

    struct Thing: Codable, Sendable {
        var label: String
        var since: String
    }

    struct Provider: Codable, Sendable {
        var provider: String
        var subject: String
        var email: String?
        var name: String?
        var since: String
    }

    struct Acceptance: Codable, Sendable {
        var app: String
        var version: Int
        var acceptedAt: String
    }

    struct BanLine: Codable, Sendable {
        var app: String
        var reason: String
        var since: String
        var until: String?
        var liftedAt: String?
    }

    var profile: Profile
    var about: [About]
    var unsettled: [Unsettled]
    var roles: [String]
    var sessions: [Session]
    var appPasswords: [Thing]
    var providers: [Provider]
    var passkeys: [Thing]
    var terms: [Acceptance]
    var bans: [BanLine]
    var picture: [UInt8]?

    static func read(_ person: PersonID, from source: PersonalDataOfAccounts, in db: any Connection) throws -> AccountFile? {
        guard let row = try db.first(.wholeProfile(of: person)) else { return nil }
        let profile = Profile(
            id: person, name: row.name, email: row.email, phone: row.phone, language: row.language, theme: row.theme, timeZone: row.timeZone,
            isOwner: row.isOwner, hasAccountSince: row.createdAt.rfc3339)
        let about = try db.all(
            "SELECT app, text FROM account_about WHERE person_id = \(person) ORDER BY app LIMIT 100" as Query<Row2<String, String>>)
        let sessions = try db.all(
            "SELECT label, issued_at, last_used_at FROM account_session WHERE person_id = \(person) ORDER BY id LIMIT 1000"
                as Query<Row3<String, Instant, Instant>>)
        let passwords = try db.all(
            "SELECT label, created_at FROM account_app_password WHERE person_id = \(person) ORDER BY id LIMIT 100" as Query<Row2<String, Instant>>)
        let passkeys = try db.all(
            "SELECT label, created_at FROM account_passkey WHERE person_id = \(person) ORDER BY id LIMIT 100" as Query<Row2<String, Instant>>)
        return AccountFile(
            profile: profile, about: about.map { About(app: $0.first, text: $0.second) },
            unsettled: try source.words.unsettled(of: person, in: db).map {
                Unsettled(field: $0.field?.text ?? "", words: $0.words, state: $0.state.rawValue, writtenAt: $0.writtenAt.rfc3339)
            },
            roles: try db.all(.grants(of: person)).map(\.text),
            sessions: sessions.map { Session(device: $0.first, since: $0.second.rfc3339, lastUsedAt: $0.third.rfc3339) },
            appPasswords: passwords.map { Thing(label: $0.first, since: $0.second.rfc3339) },
            providers: try db.all(.providers(of: person)).map { row in
                Provider(provider: row.provider, subject: row.subject, email: row.email, name: row.name, since: row.createdAt.rfc3339)
            },
            passkeys: passkeys.map { Thing(label: $0.first, since: $0.second.rfc3339) },
            terms: try source.consents.history(of: person, in: db).map {
                Acceptance(app: $0.app, version: $0.version, acceptedAt: $0.acceptedAt.rfc3339)
            },
            bans: try source.bans.history(of: person, in: db).map { ban in
                BanLine(
                    app: ban.app,
                    reason: source.site.messages.render(
                        ban.reason, in: row.language.map { Language($0) } ?? .english, timeZone: source.site.configuration.zone),
                    since: ban.bannedAt.rfc3339, until: ban.until?.rfc3339, liftedAt: ban.liftedAt?.rfc3339)
            },
            picture: try db.first("SELECT bytes FROM account_picture WHERE person_id = \(person)" as Query<[UInt8]>))
    }
}
