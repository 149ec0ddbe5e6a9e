import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// The form of a decision as it is sent.
struct DecisionForm: Decodable, Sendable {
    var action: String?
    var reason: String?
    var words: String?
    var version: Int?
    var seen: String?

    init() {}
}

/// Who has the case.
struct ClaimCard: HTML {
    let model: CaseModel
    let me: PersonID

    var body: some HTML {
        if model.holder == me {
            Form(ModerationPaths.release(model.found.id)) {
                p { "You have this case; nobody else can decide on it for now." }
                Button("Give it back", style: .secondary, .data("key", "c"))
            }
        } else if let holder = model.holder {
            Alert(.warning, title: "With \(model.names[holder] ?? "")") { p { "Another moderator is looking at this." } }
        } else if model.found.queue != nil {
            Form(ModerationPaths.claim(model.found.id)) { Button("Take this case", icon: .hand, style: .secondary, .data("key", "c")) }
        }
    }
}

/// Accept, reject, remove.
struct DecisionCard: HTML {
    let model: CaseModel
    let form: DecisionForm

    private var actions: [ModeratorAction] { model.found.possibleActions }

    var body: some HTML {
        if model.found.queue == nil {
            Card("Decided") {
                details(.class("fold"), .flag("open", form.action != nil)) {
                    summary { "Change the decision" }
                    choices
                }
                back
            }
        } else {
            Card(model.appealed == nil ? "Decide" : "Decide the appeal") {
                choices
                back
            }
        }
    }

    private var back: some HTML { p { a(.href(ModerationPaths.queue()), .data("key", "l")) { "Back to the list" } } }

    /// One form for every decision, so that words for the author are sent whichever it is.
    private var choices: some HTML {
        Form(ModerationPaths.decide(model.found.id)) {
            hidden
            if hasRefusal {
                Select(
                    "Reason", name: "reason",
                    choices: [Choice("", "Choose a reason")] + model.reasons.map { Choice($0.code, $0.label) },
                    selected: form.reason ?? model.appealed?.rule ?? "",
                    hint: actions.contains(.accept) ? "Needed to reject or remove it. The author sees this." : "The author sees this.",
                    .data("key", "r"))
            }
            TextArea(
                "A word to the author", name: "words", value: form.words ?? "", lines: 2, hint: "It’s sent with the decision.",
                .maxlength(Moderation.longestWords))
            if model.appealed != nil {
                p(.class("muted")) { "If you accept it, the first decision is overturned. If not, the first decision stands." }
            } else if actions.contains(.accept), let hint = model.found.acceptHint {
                p(.class("muted")) { hint }
            }
            if actions.contains(.reject), actions.contains(.remove) {
                p(.class("muted")) { "Reject: what was public before stays. Remove: nothing of it stays public." }
            }
            Actions {
                if actions.contains(.accept) {
                    // Neither answer to a report is the one to press first.
                    Button(
                        "Accept", icon: .check, style: model.found.queue == .reported ? .secondary : .primary, .name("action"),
                        .value(ModeratorAction.accept.rawValue), .data("key", "a"))
                }
                if actions.contains(.reject) {
                    Button("Reject", icon: .close, style: .danger, .name("action"), .value(ModeratorAction.reject.rawValue))
                }
                if actions.contains(.remove) {
                    Button("Remove", icon: .trash, style: .danger, .name("action"), .value(ModeratorAction.remove.rawValue))
                }
            }
        }
    }

    private var hasRefusal: Bool { actions.contains(.reject) || actions.contains(.remove) }

    @HTMLBuilder private var hidden: Node {
        input(.type("hidden"), .name("version"), .value(String(model.found.version)))
        input(.type("hidden"), .name("seen"), .value(model.found.status.rawValue))
    }
}

extension ModerationCase {
    /// What accepting does besides, as the case stands.
    var acceptHint: Text? {
        if isRemoved { return "If you accept it, others can see it again." }
        return isKept(by: .accept) ? "If you accept it, it stays public and the reports are dismissed." : nil
    }
}

/// Who wrote it, what else they wrote, and what can be done about them.
struct AuthorCard: HTML {
    let model: CaseModel
    let apps: [Choice]
    let reasons: BanReasons

    var body: some HTML {
        if let author = model.found.author {
            let history = model.author
            Card("The author", .id("author")) {
                p {
                    strong { history.name.map { Text.verbatim($0) } ?? "Someone without an account" }
                    if let joined = history.joined {
                        " · "
                        "member since \(day: joined)" as Text
                    }
                }
                AuthorFigures(history: history)
                for ban in history.closed {
                    BanAlert(
                        ban: ban, app: apps.first { $0.value == ban.app }?.label ?? .verbatim(ban.app),
                        action: model.isMine ? nil : ModerationPaths.unban(model.found.id))
                }
                p { a(.href(ModerationPaths.person(author))) { "What this person did" } }
                // What stands harms nobody; what was stopped or removed may call for more, also afterwards.
                if !model.isMine, model.found.queue != nil || model.found.status != .accepted {
                    details(.class("fold")) {
                        summary { "Warn the author" }
                        Form(ModerationPaths.warn(model.found.id)) {
                            TextArea(
                                "Message to the author", name: "warning", value: "", lines: 2, isRequired: true,
                                .maxlength(Moderation.longestWords))
                            Actions { Button("Send the warning", style: .secondary) }
                        }
                    }
                    if !apps.isEmpty {
                        BanFormFold(
                            found: model.found, apps: apps, reasons: reasons, isBanned: history.closed.contains { $0.app == model.found.app })
                    }
                }
            }
        }
    }
}

/// Counts of what somebody wrote and of what was decided about it.
struct AuthorFigures: HTML {
    let history: AuthorHistory

    var body: some HTML {
        DescriptionList([
            .init("Texts accepted", "\(history.counts[.accepted] ?? 0)"), .init("Times rejected", "\(history.rejections)"),
            .init("Pending Moderation", "\(history.counts[.pending] ?? 0)"), .init("Texts removed", "\(history.removed)"),
            .init("Warnings", "\(history.warnings.count)"), .init("Bans", "\(history.bans.count)"),
        ])
    }
}

/// The first of the two steps of a ban.
private struct BanFormFold: HTML {
    let found: ModerationCase
    let apps: [Choice]
    let reasons: BanReasons
    /// Whether the author is banned already from the app of the case.
    let isBanned: Bool

    var body: some HTML {
        details(.class("fold")) {
            summary { isBanned ? "Change the ban" : "Ban the author" }
            BanForm(action: ModerationPaths.ban(found.id), apps: apps, reasons: reasons, selected: found.app)
        }
    }
}
