import Core
import Interface
import Markup
import Platform
import Web

/// "Report", for whatever others wrote: it leads to the form, for people who are signed in; others are led to the sign-in page first.
public enum ReportForm {
    /// An entry of a ``Menu``; `then` is the page to come back to.
    public static func menuLink(to subject: SubjectKey, then: String) -> MenuLink {
        MenuLink("Report", href: address(of: subject, then: then), icon: .warning)
    }

    /// Where the form is, for a link of one's own.
    public static func address(of subject: SubjectKey, then: String) -> String {
        link(ModerationPaths.report(subject.kind, subject.id), query: ["then": then])
    }
}

/// The reasons, own words, and the button.
struct ReportFields: HTML {
    let subject: SubjectKey
    let then: String
    let reasons: [ModerationReason]
    var words = ""
    var reason: ModerationReason?
    var problem: Problem?

    var body: some HTML {
        Form(ModerationPaths.report(subject.kind, subject.id)) {
            ProblemAlert(problem)
            input(.type("hidden"), .name("then"), .value(then))
            RadioGroup(
                "What’s wrong?", name: "reason",
                choices: reasons.map { Choice($0.code, $0.label, hint: $0.hint) },
                selected: reason?.code ?? "", error: problem?.fields["reason"])
            TextArea(
                "In your own words", name: "words", value: words, lines: 3, hint: "Moderators read this. The author doesn’t.",
                error: problem?.fields["words"], .maxlength(Moderation.longestWords))
            Actions { Button("Send the report", icon: .warning) }
        }
    }
}

/// The form on a page of its own.
struct ReportPage: PageAnswer {
    let draft: ReportDraft
    var fields: ReportFields

    var title: Text { "Report to the moderators" }
    var shell: ShellStyle { .siteOr(draft.app) }
    var slots: FrameSlots { FrameSlots(back: fields.then) }
    var status: Status { Status(fields.problem) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "A moderator will look at it. The author isn’t told who reported it.")
            if let words = draft.words, !words.isEmpty {
                blockquote(.class("reported-words"), .role("group"), .dir("auto"), .aria("label", draft.name)) { words }
            }
            if draft.isReported {
                Alert(.info, title: "You have reported this already.") { p { "A moderator will look at it." } }
            } else {
                Card { fields }
            }
            p { a(.href(fields.then), .class("quiet-link")) { "Back without reporting" } }
        }
    }
}
