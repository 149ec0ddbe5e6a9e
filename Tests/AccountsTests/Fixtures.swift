import Accounts
import Core
import Database
import Platform
import Web

/// The smallest app with an address, a door that asks for terms before it takes anything in.
struct DoorApp: App {
    static let manifest = AppManifest(
        id: "door", name: "The Door", path: "/door",
        access: .init(
            permissions: [PermissionDeclaration("door.keep", "Keep the door")],
            roles: [RoleDeclaration("keeper", "Keeper", ["door.keep"], partOf: [.moderator])],
            policy: AppPolicy(asksForTerms: true), terms: AppTerms(version: 1, .init("Manners", "Knock first.", "Wipe your feet."))))

    private let site: Site

    init(site: Site) throws { self.site = site }

    var routes: [Route] {
        [
            .get(Path("/door"), allow: .everyone) { (_: Request, _: Visitor) in Answered() },
            .get(Path("/api/v1/door"), allow: .everyone) { (_: Request, _: Visitor) in Answered() },
            .post(Path("/door"), allow: .members) { [site] (_: Request, member: Member) in
                try await site.database.write { db in try site.service(Consents.self).require(app: "door", of: member.id, in: db) }
                return Answered()
            },
            .post(Path("/door/keep"), allow: .permission("door.keep"), body: .form) { (_: Request, _: Member) in Answered() },
        ]
    }

    func register(in extensions: inout Extensions) { extensions.add(Knock(), to: .moderatedSubjects) }

    /// What people do at the door; keepers judge it.
    private struct Knock: ModeratedSubject {
        let kind = "door.knock"
        let name: Text = "Knock"
        let app = "door"
        let moderators: Permission = "door.keep"

        func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? { nil }
        func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {}
    }

    private struct Answered: Codable, JSONAnswer {
        var door = "open"
    }
}
