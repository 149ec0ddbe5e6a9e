import Core
import Interface
import Markup
import Web

/// "Report", for whatever others wrote: a quiet button that opens the form, in a window over the page where a script can
/// run, on a page of its own where none can. For people who are signed in; others are led to the sign-in page first.
public struct ReportForm: HTML {
    private let subject: SubjectKey
    private let then: String

    /// A button for a subject; `then` is the page to come back to. The window costs a few hundred bytes, so lists take
    /// ``menuLink(to:then:)``.
    public init(_ subject: SubjectKey, then: String) {
        self.subject = subject
        self.then = then
    }

    /// The button and its window.
    public var body: some HTML {
        let id = "report-\(subject.id)"
        LinkButton("Report", href: Self.address(of: subject, then: then), icon: .warning, style: .quiet, Dialog.opening(id))
        Dialog(id: id, title: "Report this") { ReportFields(subject: subject, then: then) }
    }

    /// The same as an entry of a ``Menu``: it leads to a page of its own.
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
    /// Whether it was said to the reporter alone.
    var isPrivate = false
    var words = ""
    var reason: ModerationReason?
    var problem: Problem?

    var body: some HTML {
        Form(ModerationPaths.report(subject.kind, subject.id)) {
            ProblemAlert(problem)
            input(.type("hidden"), .name("then"), .value(then))
            RadioGroup(
                "What is wrong with it?", name: "reason",
                choices: ModerationReason.ordered(isPrivate: isPrivate).map { Choice($0.rawValue, $0.label) },
                selected: reason?.rawValue ?? "", error: problem?.fields["reason"])
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

extension ModerationReason {
    /// In the order that fits: what is said in private harms a person rather than the rules of the place.
    fileprivate static func ordered(isPrivate: Bool) -> [Self] {
        isPrivate ? [.hate, .provocative, .fraud, .spam, .money, .personalData, .profanity, .forProfit, .other] : allCases
    }
}
