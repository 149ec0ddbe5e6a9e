import Accounts
import Core
import Database
import Interface
import Markup
import Platform
import Web

/// A decision about a text as its author sees it.
struct OwnDecision: Sendable {
    let subject: SubjectKey
    let app: String
    /// What a moderator calls one: “Request”.
    let kind: Text
    let title: String
    let words: String
    /// Where the text is.
    let link: String
    let status: CaseStatus
    let isRemoved: Bool
    let isManual: Bool
    let reason: Text?
    let decidedAt: Instant?
    let standing: AppealStanding
    /// What its author wrote with the appeal that waits.
    let appeal: String?
}

/// How far an author has come with asking for another look.
public enum AppealStanding: Sendable, Equatable {
    /// Nothing was refused, or a new version is on its way.
    case none
    /// The moderator can still undo it.
    case notFinal
    /// Another moderator can be asked.
    case possible
    /// Another moderator was asked.
    case waiting
    /// Another moderator has looked.
    case answered
}

extension Moderation {
    /// The decision on somebody's own text; for anybody else there is none.
    func ownDecision(_ subject: SubjectKey, of author: PersonID, in db: any Connection) throws -> OwnDecision {
        let declared = try declaration(of: subject.kind)
        guard let found = try db.first(.of(subject)), found.author == author, let snapshot = try declared.snapshot(of: subject.id, in: db) else {
            throw ModerationRefusal.unknownSubject
        }
        let decision = try standing(found, in: db)
        return OwnDecision(
            subject: subject, app: declared.app, kind: declared.name, title: snapshot.title, words: snapshot.words, link: snapshot.link,
            status: found.status, isRemoved: found.isRemoved && found.status == .rejected, isManual: found.isManual, reason: found.reason,
            decidedAt: decision?.at, standing: appealStanding(found, decision), appeal: found.queue == .appeal ? found.appeal : nil)
    }

    /// How far its author has come with asking for another look at a case.
    func appealStanding(_ found: ModerationCase, _ decision: StandingDecision?) -> AppealStanding {
        guard found.status != .accepted else { return .none }
        if found.queue == .appeal { return .waiting }
        guard found.status == .rejected else { return .none }
        guard found.isManual else { return .possible }
        guard let decision, decision.outcome != "accept" else { return .none }
        if decision.isFresh { return .notFinal }
        return decision.isAppealable ? .possible : .answered
    }
}

/// Where an author asks another moderator to look, in an app's own page or on the page of the decision.
public struct AnotherLookForm: HTML, Sendable {
    let subject: SubjectKey
    let then: String
    var message = ""
    var problem: Problem?

    /// - Parameter then: where to go on.
    public init(_ subject: SubjectKey, then: String) {
        self.subject = subject
        self.then = then
    }

    init(_ subject: SubjectKey, then: String, message: String, problem: Problem?) {
        self.init(subject, then: then)
        (self.message, self.problem) = (message, problem)
    }

    public var body: some HTML {
        Form(ModerationPaths.ownDecision(subject.kind, subject.id)) {
            input(.type("hidden"), .name("then"), .value(then))
            TextArea(
                "Why do you think it’s wrong?", name: "message", value: message, lines: 2, error: problem?.fields["message"],
                .maxlength(Moderation.longestWords))
            Actions { Button("Ask for another look", icon: .shield, .data("needs-connection")) }
        }
    }
}

/// The way to the decision about one's own text, where another look can be asked for.
public struct AnotherLookLink: HTML, Sendable {
    let subject: SubjectKey

    public init(_ subject: SubjectKey) { self.subject = subject }

    public var body: some HTML { p { a(.href(ModerationPaths.ownDecision(subject.kind, subject.id))) { "Ask for another look" } } }
}

/// A decision about one's own text: what was decided, why, and the way to another look.
struct OwnDecisionPage: PageAnswer {
    let model: OwnDecision
    var message = ""
    var problem: Problem?

    var title: Text {
        switch model.status {
        case .accepted: "A moderator accepted your text"
        case .pending: "Your text is waiting for a moderator"
        case .rejected where model.isRemoved: "A moderator removed your text"
        case .rejected where model.isManual: "A moderator rejected your text"
        case .rejected: "The automatic filter rejected your text"
        }
    }

    var shell: ShellStyle { .siteOr(model.app) }
    var slots: FrameSlots { FrameSlots(back: SitePaths.inbox()) }
    var status: Status { Status(problem) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            ProblemAlert(problem)
            if let reason = model.reason, model.status != .accepted {
                Card("Reason") {
                    p { reason }
                    if let at = model.decidedAt { p(.class("muted")) { "\(moment: at)" as Text } }
                }
            }
            Card(model.kind) {
                blockquote(.class("reported-words"), .role("group"), .dir("auto"), .aria("label", model.kind)) { model.words }
                p { a(.href(model.link)) { "Open your text" } }
            }
            appeal
        }
    }

    @HTMLBuilder private var appeal: Node {
        switch model.standing {
        case .none: ""
        case .notFinal:
            Alert(.info, title: "The moderator can still undo this for a few minutes.") { p { "After that you can ask for another look." } }
        case .possible:
            Card("Do you think this is wrong?") {
                p { model.isManual ? "Another moderator reads your text and decides. You can ask once." : "A moderator reads your text and decides." }
                AnotherLookForm(model.subject, then: "", message: message, problem: problem)
            }
        case .waiting:
            Alert(.info, title: model.isManual ? "You’ve asked for another look." : "You asked a moderator to look at it.") {
                if let words = model.appeal, !words.isEmpty { blockquote(.class("reported-words"), .dir("auto")) { words } }
                p { "We’ll tell you when it’s decided." }
            }
        case .answered:
            Alert(.info, title: "Another moderator has looked at it, and the decision is final.") {
                p { "You can edit your text and send it again." }
            }
        }
    }
}
