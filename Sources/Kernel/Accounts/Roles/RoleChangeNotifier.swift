import Core
import Database
import Interface
import Platform
import Web

/// Tells people that somebody gave them a role or took one (CORE-018); what the operator does on the command line or at set-up is no news.
struct RoleChangeNotifier: Sendable {
    let site: Site

    static let kind = NotificationKind(
        "accounts.role", "Your roles", hint: "You get or lose a role.", channels: [.inbox, .email, .push], isEssential: true)

    func tell(_ person: PersonID, given: Set<Roles.Grant>, taken: Set<Roles.Grant>, in write: Write) throws {
        for grant in given.sorted(by: { $0.text < $1.text }) {
            guard let (part, role) = names(of: grant) else { continue }
            try send(
                person, "You have a new role: \(role.name) (\(part.name))", "Look for Administration in your menu.",
                link: place(of: role, in: part), in: write)
        }
        for grant in taken.sorted(by: { $0.text < $1.text }) {
            guard let (part, role) = names(of: grant) else { continue }
            try send(
                person, "You no longer have the role \(role.name) (\(part.name))", "A person who manages roles on this site removed it.",
                link: AccountsPaths.account(), in: write)
        }
    }

    func tell(_ person: PersonID, owns isOwner: Bool, in write: Write) throws {
        try send(
            person, isOwner ? "You’re an owner of this site now" : "You’re no longer an owner of this site",
            isOwner ? "Owners can do everything here. Look for Administration in your menu." : "Another owner changed it.",
            link: isOwner ? SitePaths.administration() : AccountsPaths.account(), in: write)
    }

    private func send(_ person: PersonID, _ title: Text, _ body: Text, link: String, in write: Write) throws {
        guard let actor = write.actor else { return }
        try site.notificationSender?.tell(person, Self.kind.id, title, body, link: link, by: actor, in: write)
    }

    private func names(of grant: Roles.Grant) -> (AppManifest, RoleDeclaration)? {
        guard let part = site.manifests.first(where: { $0.id == grant.app }), let role = part.access.roles.first(where: { $0.id == grant.role })
        else {
            return nil
        }
        return (part, role)
    }

    /// The first place of the portal that the role opens, those of its own part before others.
    private func place(of role: RoleDeclaration, in part: AppManifest) -> String {
        let places = part.navigation.portal + site.manifests.flatMap(\.navigation.portal)
        return places.first { role.permissions.contains($0.permission) }?.item.path ?? part.path ?? AccountsPaths.account()
    }
}
