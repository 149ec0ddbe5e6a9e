import Core
import Database
import Interface
import Markup
import Platform
import Web

/// Asking whether somebody is of age, and taking the answer back.
struct OfAgeRoutes: Sendable {
    let ofAge: OfAge

    var routes: [Route] {
        [
            .get(StoriesPaths.ofAge, allow: .everyone, use: ask),
            .post(StoriesPaths.ofAge, allow: .everyone, use: answer),
        ]
    }

    func ask(_ request: Request, _ visitor: Visitor) async throws -> OfAgePage {
        let isConfirmed = try await ofAge.site.database.read { db in try ofAge.isConfirmed(by: request, in: db) }
        return OfAgePage(isConfirmed: isConfirmed, then: Self.place(request.query["then"]), isMember: visitor.personID != nil)
    }

    func answer(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.form(OfAgeForm.self)
        let cookie = try await ofAge.keep(form.isOfAge, for: visitor.personID)
        let response = Response.seeOther(form.isOfAge ? Self.place(form.then) : StoriesPaths.home())
        return cookie.map { response.setting($0) } ?? response
    }

    private static func place(_ then: String?) -> String { then.map { LocalPath($0).text } ?? StoriesPaths.home() }
}

/// What somebody says.
struct OfAgeForm: Decodable, Sendable {
    var isOfAge: Bool
    var then: String?
}

/// The question, or what was answered.
struct OfAgePage: PageAnswer {
    let isConfirmed: Bool
    let then: String
    let isMember: Bool

    var title: Text { isConfirmed ? "Mature stories" : "Are you 18 or older?" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.home() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.home(), title: "Mature stories") }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            if isConfirmed {
                p { "You said that you’re 18 or older. Mature stories are shown to you." }
            } else {
                p { "Mature stories can have explicit content that isn’t for children." }
                p(.class("muted")) {
                    isMember ? "We remember your answer. You can change it here." : "We remember your answer until you close the browser."
                }
            }
            Form(StoriesPaths.ofAge()) {
                input(.type("hidden"), .name("then"), .value(then))
                Actions {
                    if isConfirmed {
                        Button("Hide mature stories", icon: .lock, style: .secondary, .name("isOfAge"), .value("false"))
                    } else {
                        Button("I’m 18 or older", icon: .check, .name("isOfAge"), .value("true"))
                        LinkButton("I’m younger", href: StoriesPaths.home(), style: .secondary)
                    }
                }
            }
        }
    }
}
