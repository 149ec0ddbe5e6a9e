import Accounts
import Core
import Database
import Platform

/// Checks passwords that aren't kept here with the ``PasswordSource``s of the site, and makes the account of somebody who comes for the first time.
struct OtherPasswords: Sendable {
    let site: Site

    enum Outcome: Sendable {
        /// Nobody else was asked, or they say no.
        case wrong
        case unavailable
        case right(Credentials)
    }

    private var sources: [any PasswordSource] { site.extensions[.passwordSources].filter(\.isOn) }

    /// What the sign-in page says about them.
    var hints: [Text] { sources.map(\.hint) }

    /// - Parameter known: the account with the address, whose own password it isn't.
    /// - Throws: what keeps out somebody whose password is right.
    func check(_ password: String, _ email: EmailAddress, _ known: Credentials?) async throws -> Outcome {
        var isUnavailable = false
        for source in sources {
            if let known {
                guard known.status == .active, try await mayAnswer(source, known, email) else { continue }
            }
            switch try await source.check(email, password) {
            case .wrong: continue
            case .unavailable: isUnavailable = true
            case .refused(let problem): throw problem
            case .right(let vouched):
                guard let person = try await admit(vouched, email, known) else { continue }
                return .right(person)
            }
        }
        return isUnavailable ? .unavailable : .wrong
    }

    private func mayAnswer(_ source: any PasswordSource, _ known: Credentials, _ email: EmailAddress) async throws -> Bool {
        try await site.database.read { db in
            try !worksHere(known.id, in: db) && source.answers(for: known.id, at: email, hasPassword: known.passwordHash != nil, in: db)
        }
    }

    /// Whether somebody has a role, or owns the site.
    private func worksHere(_ person: PersonID, in db: any Connection) throws -> Bool {
        let roles = try db.one("SELECT count(*) FROM account_role_grant WHERE person_id = \(person)" as Query<Int>)
        return try roles > 0 || db.one(.person(person)).isOwner
    }

    /// The account that is opened; nil where it is closed, or somebody's who works here.
    private func admit(_ vouched: VouchedPerson, _ email: EmailAddress, _ known: Credentials?) async throws -> Credentials? {
        if let known, let person = vouched.person, person != known.id { return nil }
        let site = site
        // It opens a session, so no key of a call brings it back.
        let person = try await site.write(by: nil, once: nil) { write -> PersonID? in
            let id: PersonID
            if let person = vouched.person ?? known?.id {
                guard try !worksHere(person, in: write) else { return nil }
                id = person
            } else {
                // Somebody made an account with the address in between: it is theirs.
                guard try write.first(.person(email)) == nil else { return nil }
                guard site.configuration.registrationOpen else { throw AccountRefusal.registrationClosed }
                id = try PasswordlessAccounts(site: site).insert(email, name: vouched.name, by: "password-source", in: write)
            }
            try vouched.admit(id, write)
            return id
        }
        guard let person else { return nil }
        let found = try await site.database.read { try $0.first(.credentials(of: person)) }
        return found?.status == .active ? found : nil
    }
}
