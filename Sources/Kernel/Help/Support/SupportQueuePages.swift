import Core
import Interface
import Markup
import Web

/// Requests in one state, those that are due first on top.
struct SupportQueuePage: PageAnswer {
    let shown: SupportRequest.Status
    let requests: [SupportRequest]
    /// How many wait for an answer.
    let waiting: Int
    /// What people who have an account are called.
    let names: [PersonID: String]
    /// Whether levels and their times are shown.
    let usesLevels: Bool
    let now: Instant

    var title: Text { "Support requests" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(
            title,
            lead: usesLevels ? "The first level answers within four hours, the second within a day." : "Questions from people, and your answers.")
        Tabs(
            title,
            [
                tab("Waiting", .open), tab("Answered", .answered), tab("Closed", .closed),
            ])
        if requests.isEmpty {
            EmptyState(.check, title: "No support requests", message: shown.emptyMessage)
        } else {
            DataTable(
                title,
                columns: [.init("Subject"), .init("Asked by")]
                    + (usesLevels ? [.init("Level", isNumeric: true), .init("Due")] : [.init("Asked")]) + [.init("State")],
                rows: requests.map(row))
        }
    }

    private func tab(_ words: Text, _ status: SupportRequest.Status) -> Tab {
        Tab(
            words, href: link(HelpPaths.queue(), query: ["status": status.rawValue]), isCurrent: status == shown,
            count: status == .open && waiting > 0 ? waiting : nil)
    }

    private func row(_ request: SupportRequest) -> DataTable.Row {
        let times: [Node] =
            usesLevels
            ? [("\(request.level)" as Text).node, ("\(moment: request.dueAt)" as Text).node] : [("\(moment: request.createdAt)" as Text).node]
        return .init(
            [a(.href(HelpPaths.deskRequest(request.id))) { request.subject }, request.asker(names).node] + times
                + [SupportBadge(request: request, isOverdue: usesLevels && request.isOverdue(at: now)).node])
    }
}

/// One request in the queue, with the ways on.
struct SupportRequestPage: PageAnswer {
    let thread: SupportConversation
    let asker: String?
    /// Whether levels and their times are shown.
    let usesLevels: Bool
    /// Whether the site has a mail server.
    let canMail: Bool
    let now: Instant
    var problem: Problem?

    private var request: SupportRequest { thread.request }

    var title: Text { .verbatim(request.subject) }
    var shell: ShellStyle { .admin }
    var status: Status { Status(problem) }
    var activePath: String? { HelpPaths.queue() }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Support requests", href: HelpPaths.queue())])
        p { SupportBadge(request: request, isOverdue: usesLevels && request.isOverdue(at: now)) }
        DescriptionList(facts)
        SupportThread(thread: thread, asker: askerName)
        if request.status != .closed {
            ProblemAlert(problem)
            if let byHand {
                Alert(.info, title: "This site can’t send email yet.") {
                    p { "Write your answer to this address yourself, and keep it here." }
                    p { a(.href("mailto:" + byHand)) { byHand } }
                }
            }
            answerForm
        }
    }

    /// The address that only staff can write to, where the site sends no email.
    private var byHand: String? { canMail || request.email.isEmpty ? nil : request.email }

    private var answerForm: some HTML {
        Form(HelpPaths.answer(request.id)) {
            TextArea(
                "Your answer", name: "words", lines: 6, error: problem?.fields["words"], isRequired: true, .maxlength(Support.longest),
                .saying("Write an answer."))
            Actions {
                if byHand == nil { Button("Send the answer", icon: .mail) } else { Button("Keep the answer", icon: .check) }
                if usesLevels, request.level == 1 { other("Pass to second level", HelpPaths.escalate(request.id)) }
                other("Close without an answer", HelpPaths.close(request.id))
            }
        }
    }

    /// Something else than answering, for which nothing need be written.
    private func other(_ label: Text, _ action: String) -> some HTML {
        Button(label, style: .secondary, .custom("formaction", action), .flag("formnovalidate"))
    }

    private var facts: [DescriptionList.Item] {
        var facts: [DescriptionList.Item] = [askedBy]
        if !request.page.isEmpty { facts.append(.init("Page") { a(.href(request.page)) { request.page } }) }
        if !request.errorID.isEmpty { facts.append(.init("Error", request.errorID)) }
        facts.append(.init("Reference number", request.id.description))
        if usesLevels { facts.append(.init("Level", String(request.level))) }
        return facts
    }

    private var askerName: Text {
        request.asker(request.person.flatMap { person in asker.map { [person: $0] } } ?? [:])
    }

    private var askedBy: DescriptionList.Item {
        guard !request.email.isEmpty else { return .init("Asked by", asker ?? "–") }
        return .init("Asked by") {
            a(.href("mailto:" + request.email)) { request.email }
            p(.class("muted")) { "Not signed in. Anyone can write any address, so don’t tell them anything about an account." }
        }
    }
}

extension SupportRequest.Status {
    /// What a list without any says.
    fileprivate var emptyMessage: Text {
        switch self {
        case .open: "Questions that wait for an answer appear here."
        case .answered: "Questions that you have answered appear here."
        case .closed: "Questions that are closed appear here."
        }
    }
}
