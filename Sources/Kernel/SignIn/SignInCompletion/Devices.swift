import Accounts
import Core
import Crypto
import Database
import Platform
import Web

/// The browsers that a person has signed in on before, so that an email can be sent when there is a new one.
struct Devices: Sendable {
    let site: Site
    let emails: SecurityEmails

    /// Most browsers that are remembered for a person; the one longest unseen is forgotten first.
    static let most = 50
    private static let life: Duration = .seconds(400 * 86_400)

    /// Where a request comes from, for the lock after wrong passwords and codes: a device that has signed in to the account before is not
    /// locked by what others try. Whether the account exists is not told by it: who shows no cookie is not looked up, and a cookie fits
    /// only accounts that it was given for.
    static func place(of request: Request, to account: SQL, on site: Site) async throws -> Attempts.Place {
        guard let hash = KnownBrowsers.digest(of: request) else { return .unknown }
        let known = try await site.database.read { db in
            try db.first(
                "SELECT d.id FROM account_device d JOIN account_person p ON p.id = d.person_id WHERE d.token_hash = \(hash) AND \(sql: account)"
                    as Query<Int64>)
        }
        return known == nil ? .unknown : .device(hash)
    }

    /// The same for codes of the second step: a browser is known to it once a code was proved there. Whoever has the password alone
    /// could make any number of browsers known.
    static func placeForCodes(of request: Request, to person: PersonID, on site: Site) async throws -> Attempts.Place {
        try await place(of: request, to: "p.id = \(person) AND d.code_proved_at IS NOT NULL", on: site)
    }

    /// A second step begins: whoever signed in before it has proved no code.
    func beginCodes(of person: PersonID, provedIn browser: [UInt8]?, in write: Write) throws {
        try KnownBrowsers.forget(of: person, but: browser, in: write)
        try write.run("UPDATE account_device SET code_proved_at = \(write.now), changed_at = \(write.now) WHERE person_id = \(person)")
    }

    /// Notes a sign-in from the browser that shows `shown`, writes to the person when it is a new one, and answers the cookie and
    /// its digest. The very first browser of an account is no news.
    func greet(_ person: PersonRecord, with shown: String?, by proofs: [Proof], label: String) async throws -> (cookie: Cookie, hash: [UInt8]) {
        let token = shown.flatMap(Token.init) ?? Token()
        try await note(person, token.hash, by: proofs, .newDevice(DeviceName(userAgent: label).text, at: site.clock.now()))
        return (Cookie(KnownBrowsers.cookie, token.text, maxAge: Self.life), token.hash)
    }

    /// The same for a program, which shows no cookie: it is known by what it calls itself.
    func greet(_ person: PersonID, program label: String, by proofs: [Proof]) async throws {
        let found: PersonRecord? = try await site.database.read { try $0.first(.person(person)) }
        guard let person = found else { return }
        try await note(person, sha256(Array("program\n\(label)".utf8)), by: proofs, .newProgram(String(label.prefix(60)), at: site.clock.now()))
    }

    private func note(_ person: PersonRecord, _ hash: [UInt8], by proofs: [Proof], _ news: SecurityEmails.Event) async throws {
        try await site.write(by: person.id, once: nil) { write in
            let now = write.now
            let proved = proofs.contains(.code) ? now : nil
            let known = try write.run(
                """
                UPDATE account_device SET last_used_at = \(now), code_proved_at = COALESCE(\(proved), code_proved_at), changed_at = \(now)
                WHERE person_id = \(person.id) AND token_hash = \(hash)
                """)
            guard known == 0 else { return }
            let count = try write.one("SELECT COUNT(*) FROM account_device WHERE person_id = \(person.id)" as Query<Int>)
            try write.run(
                """
                INSERT INTO account_device (person_id, token_hash, last_used_at, code_proved_at, changed_at, changed_by)
                VALUES (\(person.id), \(hash), \(now), \(proved), \(now), \(person.id))
                """)
            try write.run(
                """
                DELETE FROM account_device WHERE person_id = \(person.id) AND id NOT IN
                    (SELECT id FROM account_device WHERE person_id = \(person.id) ORDER BY last_used_at DESC, id DESC LIMIT \(Self.most))
                """)
            if count > 0 { try emails.send(news, to: person, in: write) }
        }
    }
}
