import Audit
import Core
import Database
import Platform
import Web

/// Which roles exist on a site, and who has them (CORE-018, LIB-008).
public struct Roles: Sendable {
    private let site: Site
    private let access: AccessChange
    private let notifier: RoleChangeNotifier

    init(site: Site, access: AccessChange) {
        self.site = site
        self.access = access
        notifier = RoleChangeNotifier(site: site)
    }

    /// One role of one app, as given to a person.
    public struct Grant: Hashable, Sendable, SQLRow {
        /// The app's id.
        public let app: String
        /// The role's id inside the app.
        public let role: String

        /// A role by app and id.
        public init(app: String, role: String) {
            self.app = app
            self.role = role
        }

        /// Reads `app.role`, the form of forms and of the command line.
        public init?(text: String) {
            let parts = text.split(separator: ".", maxSplits: 1)
            guard parts.count == 2 else { return nil }
            self.init(app: String(parts[0]), role: String(parts[1]))
        }

        /// `app.role`.
        public var text: String { "\(app).\(role)" }

        /// Reads `app, role`.
        public init(row: inout RowReader) throws {
            app = try row.next()
            role = try row.next()
        }
    }

    /// Everything that the roles of a person allow; owners may do whatever any app declares.
    public func permissions(of person: PersonID, isOwner: Bool, in db: any Connection) throws -> Set<Permission> {
        if isOwner { return site.everyPermission }
        let grants = try db.all(.grants(of: person))
        return grants.reduce(into: []) { all, grant in all.formUnion(declaration(of: grant)?.permissions ?? []) }
    }

    /// What a grant means on this site; nil for a role that no app declares (any more).
    func declaration(of grant: Grant) -> RoleDeclaration? {
        site.manifests.first { $0.id == grant.app }?.access.roles.first { $0.id == grant.role }
    }

    /// Everybody who may, owners among them, for whoever has to be told; active accounts only, at most 200.
    public func holders(of permission: Permission, in db: any Connection) throws -> [PersonID] {
        let grants = site.manifests.flatMap { app in
            app.access.roles.filter { $0.permissions.contains(permission) }.map { "\(app.id).\($0.id)" }
        }
        return try db.all(
            """
            SELECT p.id FROM account_person p
            WHERE p.status = 'active' AND (p.is_owner = 1 OR EXISTS (
                SELECT 1 FROM account_role_grant g WHERE g.person_id = p.id AND g.app || '.' || g.role IN \(list: grants + [""])))
            ORDER BY p.id LIMIT 200
            """)
    }

    /// Those who work here, as owners or in a role that an app declares; active accounts only, at most 500.
    /// - Parameter condition: what else holds of the person `p`.
    public func staff(_ condition: SQL = "1 = 1", in db: any Connection) throws -> [PersonRecord] {
        let roles = site.manifests.flatMap { part in part.access.roles.map { "\(part.id).\($0.id)" } }
        return try db.all(
            """
            SELECT \(PersonRecord.columns) FROM account_person p
            WHERE p.status = 'active' AND (\(condition)) AND (p.is_owner = 1 OR EXISTS (
                SELECT 1 FROM account_role_grant g WHERE g.person_id = p.id AND g.app || '.' || g.role IN \(list: roles + [""])))
            ORDER BY p.id LIMIT 500
            """)
    }

    /// Makes the roles of a person exactly these, in one step with its audit entry.
    /// - Throws: ``AccountRefusal/unknownRole`` when no app declares one of them.
    public func set(_ wanted: Set<Grant>, of person: PersonID, by actor: PersonID?) async throws {
        try await site.write(by: actor) { write in try set(wanted, of: person, in: write) }
    }

    /// The same, inside a transaction.
    /// - Parameter tells: whether the person hears of it; an invitation says it itself.
    public func set(_ wanted: Set<Grant>, of person: PersonID, tells: Bool = true, in write: Write) throws {
        let present = Set(try write.all(.grants(of: person)))
        // A role of an app that was turned off stays until somebody takes it.
        guard wanted.subtracting(present).allSatisfy({ declaration(of: $0) != nil }) else { throw AccountRefusal.unknownRole }
        guard present != wanted else { return }
        for grant in present.subtracting(wanted) {
            try write.run("DELETE FROM account_role_grant WHERE person_id = \(person) AND app = \(grant.app) AND role = \(grant.role)")
        }
        for grant in wanted.subtracting(present) {
            try write.run(
                """
                INSERT INTO account_role_grant (person_id, app, role, changed_at, changed_by)
                VALUES (\(person), \(grant.app), \(grant.role), \(write.now), \(write.actor))
                """)
        }
        try access.hold(for: person, in: write)
        if tells { try notifier.tell(person, given: wanted.subtracting(present), taken: present.subtracting(wanted), in: write) }
        try write.audit(.update, person, ["roles": wanted.map(\.text).sorted()])
    }

    /// Makes somebody an owner, or an owner a person like others.
    /// - Throws: ``AdministrationRefusal/lastOwner``.
    public func setOwner(_ isOwner: Bool, of person: PersonID, in write: Write) throws {
        if !isOwner { try People.checkOwnerRemains(without: person, in: write) }
        let changed = try write.run(
            """
            UPDATE account_person SET is_owner = \(isOwner), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(person) AND is_owner <> \(isOwner)
            """)
        guard changed > 0 else { return }
        try write.audit(isOwner ? .grant : .revoke, person, ["owner": isOwner])
        try access.hold(for: person, in: write)
        try notifier.tell(person, owns: isOwner, in: write)
    }
}

extension Query where Row == Roles.Grant {
    /// The roles of one person.
    public static func grants(of person: PersonID) -> Self {
        "SELECT app, role FROM account_role_grant WHERE person_id = \(person) ORDER BY app, role LIMIT 100"
    }
}

/// A person with their roles.
struct PersonWithRoles: Sendable {
    let person: PersonRecord
    let grants: Set<Roles.Grant>
}
