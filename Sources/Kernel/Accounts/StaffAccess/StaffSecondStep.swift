import Audit
import Core
import Database
import Platform
import Web

/// Keeps “Staff need a second step” from shutting out whoever turns it on, and says how many others it shuts out (CORE-016).
struct StaffSecondStep: SettingGuard {
    let site: Site
    let roles: Roles
    let access: AccessChange

    var setting: String { AccountsSettings.staffSecondFactor.id }

    func note(in db: any Connection) throws -> Text? {
        let without = try staffWithout(in: db).count
        guard without > 0 else { return "Everyone who works here has one." }
        return "\(without) people who work here don’t use two-step verification yet. They can’t open Administration until they do."
    }

    func check(_ value: String, by person: PersonID, in db: any Connection) throws {
        if value == "true" {
            guard try SecondFactor.has(person, in: db) else { throw AccountRefusal.secondStepFirst }
        } else {
            // It keeps whoever has a password of the staff's from its rights, the owners' too.
            guard try db.first(.person(person))?.isOwner == true else { throw AdministrationRefusal.ownersTurnOff }
        }
    }

    /// Whom it shuts out hears of it now, not at a closed door.
    func noted(_ value: String, by person: PersonID, in write: Write) throws {
        guard value == "true" else { return }
        for member in try staffWithout(in: write) {
            try site.notificationSender?.tell(
                member.id, Self.kind.id, "Administration now requires two-step verification",
                "You can open it once you’ve set up a passkey or an authenticator app.", link: AccountsPaths.security(),
                by: person, in: write)
        }
    }

    /// Live pages that staff have open were opened with rights that their sessions may have no more; they come back with what is left.
    func applied(_ value: String, in write: Write) throws {
        guard value == "true" else { return }
        for member in try roles.staff(in: write) { try access.hold(for: member.id, in: write) }
    }

    static let kind = NotificationKind(
        "accounts.second-step", "Two-step verification for staff", hint: "Administration starts to require two-step verification.",
        channels: [.inbox, .email, .push], isEssential: true, isForStaff: true)

    private func staffWithout(in db: any Connection) throws -> [PersonRecord] {
        try roles.staff("NOT (\(SecondFactor.exists))", in: db)
    }
}
