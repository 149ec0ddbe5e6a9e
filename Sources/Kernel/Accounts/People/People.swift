import Audit
import Core
import Crypto
import Database
import Platform

extension Person: Audited {
    /// The kind of thing in the audit log.
    public static var auditEntity: String { "account.person" }
}

/// The people of a site: finding them, changing their accounts, their names and passwords.
public struct People: PersonAddressBook {
    let site: Site
    let passwords: PasswordHasher

    /// The person with an address, or nil.
    public func find(email: String) async throws -> PersonRecord? {
        guard let email = EmailAddress(email) else { return nil }
        return try await site.database.read { try $0.first(.person(email)) }
    }

    /// One person.
    /// - Throws: ``AccountRefusal/unknownPerson``.
    public func find(_ id: PersonID) async throws -> PersonRecord {
        guard let person = try await site.database.read({ try $0.first(.person(id)) }) else { throw AccountRefusal.unknownPerson }
        return person
    }

    /// Everybody with their roles, by name; for the command line.
    func everybody() async throws -> [PersonWithRoles] {
        try await site.database.readInBackground { db in
            let grants = Dictionary(
                grouping: try db.all(
                    "SELECT person_id, app, role FROM account_role_grant ORDER BY person_id" as Query<Row3<PersonID, String, String>>),
                by: \.first)
            return try db.all("SELECT \(PersonRecord.columns) FROM account_person p ORDER BY p.name, p.id" as Query<PersonRecord>).map { person in
                PersonWithRoles(
                    person: person, grants: Set((grants[person.id] ?? []).map { Roles.Grant(app: $0.second, role: $0.third) }))
            }
        }
    }

    /// The roles of one person.
    func grants(of person: PersonID) async throws -> Set<Roles.Grant> {
        try await site.database.read { Set(try $0.all(.grants(of: person))) }
    }

    /// The names of those who still have an account.
    public static func names(of ids: Set<PersonID>, in db: any Connection) throws -> [PersonID: String] {
        guard !ids.isEmpty else { return [:] }
        let rows = try db.all(
            "SELECT id, name FROM account_person WHERE id IN \(list: ids.sorted()) ORDER BY id LIMIT \(ids.count)" as Query<Row2<PersonID, String>>)
        return Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
    }

    /// The phone number that somebody has given, as they wrote it.
    public static func phone(of person: PersonID, in db: any Connection) throws -> String? {
        try db.first("SELECT phone FROM account_person WHERE id = \(person)" as Query<String?>) ?? nil
    }

    /// The address of a person, whether or not it was confirmed.
    public func emailAddress(of person: PersonID, in db: any Connection) throws -> String? { try db.first(.person(person))?.email }

    /// Whether somebody has an account that is not shut.
    public static func isActive(_ person: PersonID, in db: any Connection) throws -> Bool {
        try db.first(.person(person))?.status == .active
    }

    /// Everybody whose account is shut.
    public static func deactivated(in db: any Connection) throws -> [PersonID] {
        try db.all("SELECT id FROM account_person WHERE status <> 'active' ORDER BY id LIMIT 20000")
    }

    /// Whether anybody owns the site yet.
    public func hasOwner() async throws -> Bool { try await site.database.read { try hasOwner(in: $0) } }

    func hasOwner(in db: any Connection) throws -> Bool {
        try db.first("SELECT id FROM account_person WHERE is_owner = 1 ORDER BY id LIMIT 1" as Query<Int64>) != nil
    }

    /// Refuses what would leave the site without an owner who can sign in.
    /// - Throws: ``AdministrationRefusal/lastOwner``.
    public static func checkOwnerRemains(without person: PersonID, in db: any Connection) throws {
        guard try db.first(.person(person))?.isOwner == true else { return }
        let others = try db.one("SELECT COUNT(*) FROM account_person WHERE is_owner = 1 AND status = 'active' AND id <> \(person)" as Query<Int>)
        guard others > 0 else { throw AdministrationRefusal.lastOwner }
    }

    /// Whether the person has shown that they read what is sent to their address.
    public func isVerified(_ person: PersonID, in db: any Connection) throws -> Bool {
        try db.first(.person(person))?.isVerified ?? false
    }
}
