import Accounts
import Audit
import Core
import Database
import Moderation
import Platform
import SignIn
import Web

/// What administrators do to accounts. Each is one transaction with its audit entry, and holds for every open session from its commit.
///
/// Nobody raises their own rights, and nobody but an owner touches an owner or hands out rights over people. The site always keeps an
/// owner who can sign in: the check is in the transaction, so two owners who shut each other out at once do not both succeed.
struct PeopleAdministration: Sendable {
    let site: Site
    let people: People
    let roles: Roles
    let bans: Bans
    let invitations: Invitations
    let recovery: Recovery
    let access: AccessChange

    /// Makes the roles of a person exactly these.
    func setRoles(_ wanted: Set<Roles.Grant>, of person: PersonID, by actor: PersonID) async throws {
        try await site.write(by: actor) { write in
            try check(person, by: actor, in: write)
            let present = Set(try write.all(.grants(of: person)))
            // Nobody is shown the roles of an app that is off, so nobody took them; whoever is to have none keeps none.
            let wanted = wanted.isEmpty ? [] : wanted.union(present.filter { site.isTurnedOff($0.app) })
            try checkHandsOut(wanted.symmetricDifference(present), by: actor, in: write)
            try roles.set(wanted, of: person, in: write)
        }
    }

    /// Shuts an account, which ends its sessions, or opens it again.
    func setActive(_ isActive: Bool, of person: PersonID, by actor: PersonID) async throws {
        try await site.write(by: actor) { write in
            try check(person, by: actor, in: write)
            if !isActive { try People.checkOwnerRemains(without: person, in: write) }
            let status = isActive ? PersonRecord.Status.active : .deactivated
            let changed = try write.run(
                """
                UPDATE account_person SET status = \(status.rawValue), changed_at = \(write.now), changed_by = \(actor)
                WHERE id = \(person) AND status <> \(status.rawValue)
                """)
            guard changed > 0 else { return }
            try access.hold(for: person, in: write)
            if !isActive { try access.signOut(person, in: write) }
            for observer in site.extensions[.accessChanges] { try observer.accessChanged(person, write) }
            try write.audit(isActive ? .grant : .revoke, person, ["status": status.rawValue])
        }
    }

    /// Makes somebody an owner, or an owner a person like others.
    func setOwner(_ isOwner: Bool, of person: PersonID, by actor: PersonID) async throws {
        try await site.write(by: actor) { write in
            guard try self.isOwner(actor, in: write) else { throw AdministrationRefusal.ownersOnly }
            try check(person, by: actor, in: write)
            try roles.setOwner(isOwner, of: person, in: write)
        }
    }

    /// Signs somebody out everywhere.
    func endSessions(of person: PersonID, by actor: PersonID) async throws {
        // Whoever asks again means the sessions of now.
        try await site.write(by: actor, once: nil) { write in
            try check(person, by: actor, in: write)
            try access.hold(for: person, in: write)
            let ended = try access.signOut(person, in: write).sessions.count
            try write.audit(.revoke, person, ["sessions": ended])
        }
    }

    /// Closes an app to somebody.
    func ban(_ person: PersonID, _ app: String, _ reason: Text, until: Instant?, by actor: PersonID) async throws {
        try await site.write(by: actor) { write in
            guard let moderation = site.moderation else { return try bans.ban(person, from: app, until: until, reason: reason, in: write) }
            try moderation.ban(person, from: app, until: until, reason: reason, in: write)
        }
    }

    /// Opens an app again.
    func lift(_ person: PersonID, _ app: String, by actor: PersonID) async throws {
        try await site.write(by: actor) { write in
            guard let moderation = site.moderation else { return try bans.lift(person, from: app, in: write) }
            try moderation.lift(person, from: app, in: write)
        }
    }

    /// Makes an account for somebody, who sets the password by the link of the invitation (LIB-009). `language` is that of the email;
    /// the account's own is chosen by its person when they accept.
    func invite(
        name: String, email typed: String, language: Language?, grants: Set<Roles.Grant> = [], by actor: PersonID
    ) async throws -> PersonID {
        guard let email = EmailAddress(typed) else { throw AccountRefusal.emailInvalid }
        let name = try PersonName(name).text
        let language = language.flatMap { site.configuration.languages.contains($0) ? $0 : nil } ?? site.configuration.mainLanguage
        do {
            return try await site.write(by: actor) { write in
                let id = PersonID(
                    try write.insert(
                        """
                        INSERT INTO account_person (email, name, is_owner, seen_language, invited_by, created_at, changed_at, changed_by)
                        VALUES (\(email.text), \(name), 0, \(language), \(actor), \(write.now), \(write.now), \(actor))
                        """))
                try write.count(.newAccounts)
                try write.audit(.create, id, ["owner": false])
                try checkHandsOut(grants, by: actor, in: write)
                try roles.set(grants, of: id, tells: false, in: write)
                if let person = try write.first(.person(id)) {
                    try invitations.send(to: person, as: CommonRoles(site).summaries(of: grants), in: write)
                }
                return id
            }
        } catch DatabaseError.constraint(.unique, _) {
            throw AccountRefusal.emailTaken
        }
    }

    /// Makes a new invitation; the links of the one before end.
    /// - Throws: ``AdministrationRefusal/cameAlready`` for somebody who has been here.
    func inviteAgain(_ person: PersonID, by actor: PersonID) async throws {
        try await site.write(by: actor) { write in
            try check(person, by: actor, in: write)
            guard let known = try write.first(.person(person)), try Invitations.waits(person, in: write) else {
                throw AdministrationRefusal.cameAlready
            }
            let grants = Set(try write.all(.grants(of: person)))
            try checkHandsOut(grants, by: actor, in: write)
            try invitations.send(to: known, as: CommonRoles(site).summaries(of: grants), in: write)
            try write.audit(.update, person, ["invitation": "again"])
        }
    }

    /// How somebody's invitation stands. Its link opens the account: it is shown to those who might have given its roles.
    /// - Throws: ``AdministrationRefusal``.
    func invitation(of person: PersonID, for actor: PersonID) async throws -> (state: Invitations.State, roles: [CommonRoles.Summary]) {
        try await site.database.read { db in
            try check(person, by: actor, in: db)
            guard try Invitations.waits(person, in: db) else { throw AdministrationRefusal.cameAlready }
            let grants = Set(try db.all(.grants(of: person)))
            try checkHandsOut(grants, by: actor, in: db)
            return (try invitations.state(of: person, in: db), CommonRoles(site).summaries(of: grants))
        }
    }

    /// Makes a link that sets a new password, to hand over in person (CORE-013).
    ///
    /// It opens the account, so nobody gets one for somebody who may do more than they may themselves. Two-step verification stays on.
    /// - Throws: ``AdministrationRefusal``.
    func createResetLink(for person: PersonID, by actor: PersonID) async throws -> String {
        // It is shown once and kept nowhere as it is, nor is it under the key of a call.
        try await site.write(by: actor, once: nil) { write in
            try check(person, by: actor, in: write)
            guard let known = try write.first(.person(person)) else { throw AccountRefusal.unknownPerson }
            guard known.status == .active else { throw AdministrationRefusal.deactivated }
            guard try isWithin(actor, known, in: write) else { throw AdministrationRefusal.mayDoMore }
            let name = try write.first(.person(actor))?.name ?? site.configuration.name
            let link = try recovery.handOver(to: known, by: name, in: write)
            try write.audit(.update, person, ["resetLink": "created"])
            return link
        }
    }

    /// Whether somebody may do nothing that `actor` may not.
    func isWithin(_ actor: PersonID, _ person: PersonRecord, in db: any Connection) throws -> Bool {
        let theirs = try roles.permissions(of: person.id, isOwner: person.isOwner, in: db)
        return try theirs.isSubset(of: roles.permissions(of: actor, isOwner: isOwner(actor, in: db), in: db))
    }

    /// Roles are given by those who look after roles, and rights over people by owners.
    private func checkHandsOut(_ grants: Set<Roles.Grant>, by actor: PersonID, in db: any Connection) throws {
        guard !grants.isEmpty else { return }
        let owns = try isOwner(actor, in: db)
        guard try roles.permissions(of: actor, isOwner: owns, in: db).contains(AccountsPermissions.roles) else {
            throw AdministrationRefusal.rolesNotYours
        }
        if !owns, grants.contains(where: { $0.app == AccountsModule.manifest.id }) { throw AdministrationRefusal.ownersOnly }
    }

    /// Nobody changes their own account here, and owners are changed by owners.
    private func check(_ person: PersonID, by actor: PersonID, in db: any Connection) throws {
        guard person != actor else { throw AdministrationRefusal.ownAccount }
        guard let known = try db.first(.person(person)) else { throw AccountRefusal.unknownPerson }
        if known.isOwner, try !isOwner(actor, in: db) { throw AdministrationRefusal.ownersOnly }
    }

    private func isOwner(_ person: PersonID, in db: any Connection) throws -> Bool { try db.first(.person(person))?.isOwner ?? false }
}
