import Core
import Interface
import Markup
import Platform
import Web

/// Muting people, and the list of those one has muted.
struct MuteRoutes: Sendable {
    let mutes: Mutes

    var routes: [Route] {
        [
            .get(StoriesPaths.muted, allow: .members, use: list),
            .get(StoriesPaths.mute, allow: .members, use: ask),
            .post(StoriesPaths.mute, allow: .members, use: mute),
            .get(StoriesPaths.apiMutes, allow: .members, use: all).summary("Whom the caller has muted."),
            .put(StoriesPaths.apiMute, allow: .members, body: .none, use: add).summary("Mutes somebody: the caller no longer sees what they write."),
            .delete(StoriesPaths.apiMute, allow: .members, use: remove).summary("Unmutes somebody."),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> MutedPage { MutedPage(people: try await mutes.list(of: member.id)) }

    func mute(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let form = try request.form(MuteForm.self)
        if form.muted { try await mutes.mute(person, for: member.id) } else { try await mutes.unmute(person, for: member.id) }
        let then = StoriesPaths.here(form.then) ?? StoriesPaths.muted()
        return .seeOther(
            then, flash: form.muted ? "Muted." : "Unmuted.",
            undo: link(StoriesPaths.mute(person), query: ["muted": form.muted ? "false" : "true", "then": then]))
    }

    /// Says what muting does before it is done.
    func ask(_ request: Request, _ member: Member, _ person: PersonID) async throws -> ConfirmPage {
        guard let name = try await mutes.name(of: person) else { throw Problem.notFound }
        let then = StoriesPaths.here(request.query["then"]) ?? StoriesPaths.muted()
        return ConfirmPage(
            "Mute \(name)?", shell: .app("stories"), activePath: StoriesPaths.home(),
            message: "You won’t see their stories and comments. They aren’t told, and you can unmute them at any time.", consequences: [],
            confirm: "Mute", icon: .ban, action: StoriesPaths.mute(person), cancel: then, canBeUndone: true
        ) {
            input(.type("hidden"), .name("muted"), .value("true"))
            input(.type("hidden"), .name("then"), .value(then))
        }
    }

    func all(_ request: Request, _ member: Member) async throws -> [MutedPerson] { try await mutes.list(of: member.id) }

    func add(_ request: Request, _ member: Member, _ person: PersonID) async throws -> NoContent {
        try await mutes.mute(person, for: member.id)
        return NoContent()
    }

    func remove(_ request: Request, _ member: Member, _ person: PersonID) async throws -> NoContent {
        try await mutes.unmute(person, for: member.id)
        return NoContent()
    }
}

private struct MuteForm: Decodable {
    var muted: Bool
    var then: String?
}

/// The people one has muted, each with the way back.
struct MutedPage: PageAnswer {
    let people: [MutedPerson]

    var title: Text { "Muted people" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.muted() }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "You don’t see their stories and comments, and aren’t notified of them. They aren’t told.")
            if people.isEmpty {
                EmptyState(.ban, title: "Nobody muted", message: "To mute someone, open the menu beside one of their comments or on their story.")
            } else {
                ul(.class("rows settings-rows card")) {
                    for person in people {
                        li(.class("row")) {
                            strong(.dir("auto")) { person.name }
                            Form(StoriesPaths.mute(person.id)) {
                                input(.type("hidden"), .name("muted"), .value("false"))
                                Button("Unmute", style: .secondary, .aria("label", "Unmute \(person.name)"))
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Mutes somebody or shows them again, as an entry of a menu.
struct MuteButton: HTML {
    let person: PersonID
    let name: String
    var isMuted = false
    /// The page to come back to.
    let then: String

    var body: some HTML {
        if isMuted {
            MenuButton("Unmute \(name)", action: StoriesPaths.mute(person), icon: .ban, fields: [("muted", "false"), ("then", then)])
        } else {
            MenuLink("Mute \(name)", href: link(StoriesPaths.mute(person), query: ["then": then]), icon: .ban)
        }
    }
}
