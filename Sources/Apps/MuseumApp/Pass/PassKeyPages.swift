import Core
import Interface
import Markup
import Platform
import Web

/// The keys that sign members' codes, and the way to another one (MUS-024).
struct PassKeyRoutes: Sendable {
    let keys: PassKeys

    var routes: [Route] {
        [
            .get(MuseumPaths.adminKeys, allow: .permission(.museumMembers), use: show),
            .post(MuseumPaths.adminKeys, allow: .permission(.museumMembers), use: rotate),
        ]
    }

    private struct KeyForm: Decodable {
        var retiresOthers: Bool?
    }

    func show(_ request: Request, _ member: Member) async throws -> PassKeyPage { PassKeyPage(keys: try await keys.records()) }

    func rotate(_ request: Request, _ member: Member) async throws -> Response {
        try await keys.rotate(retiringOthers: try request.form(KeyForm.self).retiresOthers == true, by: member.id)
        return .seeOther(MuseumPaths.adminKeys(), flash: "The new key signs codes from now on.")
    }
}

/// Every key, and a form for another one.
struct PassKeyPage: PageAnswer {
    let keys: [PassKeyRecord]

    var title: Text { "Entrance codes" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "The museum signs each member’s code with a key of its own, so nobody can forge one.")
        DataTable(
            title, columns: [.init("Key"), .init("Made"), .init("Status")],
            rows: keys.map { key in .init(["Key \(key.id.description)" as Text, "\(day: key.madeAt)" as Text, badge(key)]) })
        Card("New key") {
            p { "Replace the key if the server or a backup of it may have fallen into the wrong hands." }
            Form(MuseumPaths.adminKeys(), .class("stack")) {
                Checkbox(
                    "Refuse codes of the older keys", name: "retiresOthers", isChecked: false,
                    hint: "Members get a new code when they next open it with a connection. Until then, find them by name.")
                Actions { Button("Make a new key", icon: .key) }
            }
        }
    }

    private func badge(_ key: PassKeyRecord) -> Badge {
        if key.retiredAt != nil { return Badge("Refused") }
        return key.id == keys.first?.id ? Badge("Signs codes", tone: .success) : Badge("Still accepted")
    }
}
