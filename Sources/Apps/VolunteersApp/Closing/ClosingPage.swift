import Accounts
import Core
import Interface
import Markup
import Messages
import Web

/// Closing a request: who helped, and a word of thanks.
struct ClosingPage: PageAnswer {
    let details: PostDetails
    var form: ClosingForm
    var problem: Problem?

    private static let formID = "closing-form"

    var title: Text { "You’ve found help" }
    var shell: ShellStyle { .app("volunteers") }
    var status: Status { problem == nil ? .ok : .unprocessableContent }
    var activePath: String? { VolunteersPaths.own() }
    private var post: Post { details.post }
    var slots: FrameSlots {
        FrameSlots(
            back: VolunteersPaths.post(post.id), title: "Your request",
            footer: {
                Button("Close request", icon: .check, .custom("form", Self.formID), .data("needs-connection"))
                LinkButton("Cancel", href: VolunteersPaths.post(post.id), style: .secondary)
            })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "“\(post.content.title)” leaves the list. You can open it again if you need to.")
            ProblemAlert(problem)
            Form(VolunteersPaths.close(post.id), .id(Self.formID), .class("card")) {
                if people.isEmpty {
                    p { "Nobody has offered here yet, so nobody needs to be told." }
                } else {
                    FieldGroup("Who helped you?", name: "helper", error: wrong["helper"]) {
                        p(.class("field-hint")) { "Everyone who offered is told that you’ve found help." }
                        for person in people {
                            Checkbox(
                                .person(named: person.name), name: "helper", value: person.id.description,
                                isChecked: form.helpers.contains(person.id))
                        }
                    }
                    TextArea(
                        "Say thank you", name: "thanks", value: form.thanks ?? "", lines: 3, hint: "Sent to the people you choose above.",
                        error: wrong["thanks"], .maxlength(Posts.longestThanks))
                }
            }
        }
    }

    private var wrong: [String: Text] { problem?.fields ?? [:] }

    /// Those who offered and are still here.
    private var people: [(id: PersonID, name: String?)] {
        details.offers.compactMap { offer in offer.conversation.other.map { ($0, offer.name) } }
    }
}
