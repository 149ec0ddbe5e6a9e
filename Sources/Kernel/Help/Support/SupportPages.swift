import Core
import Interface
import Markup
import Web

/// The form for a new request, and the person's earlier ones.
struct SupportPage: PageAnswer {
    let requests: [SupportRequest]
    let page: String
    let errorID: String
    /// Who asks: what a tab keeps of unsent words is theirs alone.
    let person: PersonID
    var rejected: (form: SupportRoutes.RequestForm, problem: Problem)?

    var title: Text { "Contact us" }
    var shell: ShellStyle { .site }
    var status: Status { Status(rejected?.problem) }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(
                title, lead: "The people who run this site read your question and answer it here.",
                crumbs: [Crumb("Help", href: HelpPaths.home())])
            Card("New support request") {
                let wrong = rejected?.problem.fields ?? [:]
                ProblemAlert(rejected?.problem)
                Form(HelpPaths.support(), .data("draft", person.description), .data("draft-sends"), .waitsOffline(as: "Support request")) {
                    TextField(
                        "Subject", name: "subject", value: rejected?.form.subject ?? "", error: wrong["subject"], isRequired: true,
                        .maxlength(120))
                    TextArea(
                        "What can we help you with?", name: "words", value: rejected?.form.words ?? "", lines: 6,
                        error: wrong["words"], isRequired: true, .maxlength(Support.longest))
                    if page.count > 1 { input(.type("hidden"), .name("page"), .value(page)) }
                    if !errorID.isEmpty {
                        input(.type("hidden"), .name("error"), .value(errorID))
                        p(.class("muted")) { "Error \(errorID) is sent with your request." }
                    }
                    Actions { Button("Send", icon: .mail) }
                }
            }
            if !requests.isEmpty {
                SectionHeader("Your requests")
                ul(.class("rows")) {
                    for request in requests {
                        li(.class("row")) {
                            a(.href(HelpPaths.request(request.id))) { request.subject }
                            SupportBadge(request: request, isOverdue: false)
                        }
                    }
                }
            }
        }
    }
}

extension SupportRequest {
    /// Who asked, as staff see it: a guest by the address that they gave.
    func asker(_ names: [PersonID: String]) -> Text {
        if let name = person.flatMap({ names[$0] }) { return .verbatim(name) }
        return email.isEmpty ? "Deleted account" : .verbatim(email)
    }
}

/// Where a request stands, in a word.
struct SupportBadge: HTML {
    let request: SupportRequest
    let isOverdue: Bool

    var body: some HTML {
        switch request.status {
        case .open where isOverdue: Badge("Overdue", tone: .danger, icon: .warning)
        case .open: Badge("Waiting for an answer", tone: .warning)
        case .answered: Badge("Answered", tone: .success)
        case .closed: Badge("Closed", tone: .quiet)
        }
    }
}

/// What was said, in turns; an answer is signed with the name of who wrote it.
struct SupportThread: HTML {
    let thread: SupportConversation
    /// The person who asks, as whoever reads calls them.
    let asker: Text

    var body: some HTML {
        ol(.class("support-thread")) {
            for part in thread.words {
                li(.class("panel"), .if(part.fromStaff, .class("support-staff"))) {
                    p(.class("muted")) {
                        strong { part.fromStaff ? name(part) : asker }
                        " · "
                        ("\(moment: part.at)" as Text)
                    }
                    for paragraph in part.words.split(separator: "\n") { p { String(paragraph) } }
                }
            }
        }
    }

    private func name(_ part: SupportWords) -> Text {
        part.author.flatMap { thread.names[$0] }.map { .verbatim($0) } ?? "Support"
    }
}

/// One request of a person.
struct SupportThreadPage: PageAnswer {
    let thread: SupportConversation
    let person: PersonID
    /// What was refused.
    var written = ""
    var problem: Problem?

    private var request: SupportRequest { thread.request }

    var title: Text { .verbatim(request.subject) }
    var shell: ShellStyle { .site }
    var status: Status { Status(problem) }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Help", href: HelpPaths.home()), Crumb("Contact us", href: HelpPaths.support())])
        if request.status == .open, !thread.words.contains(where: \.fromStaff) {
            Alert(.success, title: "We’ve got your question") {
                p { "The people who run this site answer it here. You’ll get a notification." }
                p(.class("muted")) { "Reference number: \(request.id.description)" }
            }
        } else {
            p { SupportBadge(request: request, isOverdue: false) }
        }
        SupportThread(thread: thread, asker: "You")
        if request.status != .closed {
            ProblemAlert(problem)
            Form(HelpPaths.words(request.id), .data("draft", person.description), .data("draft-sends")) {
                TextArea(
                    "Add a message", name: "words", value: written, error: problem?.fields["words"], isRequired: true,
                    .maxlength(Support.longest))
                Actions { Button("Send", icon: .mail) }
            }
        }
    }
}
