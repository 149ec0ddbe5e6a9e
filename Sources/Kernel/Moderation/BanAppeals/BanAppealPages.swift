import Accounts
import Core
import Interface
import Markup
import Web

/// What a person who is banned sees: why, until when, and how to object.
struct OwnBanPage: PageAnswer {
    let ban: Ban
    /// What it is for, where it is for one text: the app that shows it is closed to who wrote it.
    let text: BanText?
    let app: Text
    let appeals: [BanAppeal]
    let now: Instant
    var words = ""
    var problem: Problem?

    private var holds: Bool { ban.holds(at: now) }
    private var pause: Instant? { appeals.first?.nextAllowed.flatMap { $0 > now ? $0 : nil } }

    var title: Text { holds ? "You’re banned from \(app)" : "Your ban from \(app) has ended" }
    var shell: ShellStyle { .site }
    var status: Status { Status(problem) }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title)
            ProblemAlert(problem)
            Card { BanFacts(ban: ban, app: app, now: now) }
            if let text {
                Card("What you wrote") {
                    p(.class("muted")) { text.kind }
                    blockquote(.class("moderated-text"), .dir("auto")) { text.words }
                }
            }
            for appeal in appeals { OwnAppealCard(appeal: appeal) }
            if holds, appeals.first?.state != .open {
                if let pause {
                    // A ban that ends before that needs no word of it.
                    if ban.until.map({ pause < $0 }) ?? true { p(.class("muted")) { "You can appeal again on \(day: pause)." } }
                } else {
                    form
                }
            }
        }
    }

    private var form: some HTML {
        Card("Appeal") {
            p { "If you think the ban is wrong, tell the moderators why. You get their answer here and as a notification." }
            Form(ModerationPaths.ownBan(ban.id)) {
                TextArea(
                    "Why should the ban be lifted?", name: "words", value: words, error: problem?.fields["words"], isRequired: true,
                    .maxlength(Moderation.longestWords), .flag("autofocus", problem?.fields["words"] != nil))
                Actions { Button("Send appeal") }
            }
        }
    }
}

/// A text for which somebody was banned.
struct BanText: Sendable {
    let found: CaseID
    let kind: Text
    let title: String
    let words: String
}

/// The reason of a ban, what it covers, its beginning and its end.
private struct BanFacts: HTML {
    let ban: Ban
    let app: Text
    let now: Instant

    var body: some HTML {
        p { strong { "Reason" } }
        p(.class("moderated-text"), .dir("auto")) { ban.reason }
        DescriptionList([
            .init("Covers") { "\(app) and no other app" as Text },
            .init("Since") { "\(moment: ban.bannedAt)" as Text },
            end,
        ])
    }

    private var end: DescriptionList.Item {
        guard let end = ban.liftedAt ?? ban.until else { return .init("Length") { "Permanent" } }
        return .init(ban.holds(at: now) ? "Until" : "Ended") { "\(moment: end)" as Text }
    }
}

/// One's own appeal and where it stands.
private struct OwnAppealCard: HTML {
    let appeal: BanAppeal

    var body: some HTML {
        Card("Your appeal") {
            p {
                switch appeal.outcome {
                case nil: Badge("Waiting for a moderator", tone: .warning)
                case .lifted: Badge("Ban lifted", tone: .success)
                case .shortened: Badge("Ban shortened", tone: .success)
                case .kept: Badge("Ban kept", tone: .danger)
                }
                " "
                span(.class("muted")) { "Sent \(moment: appeal.sentAt)" as Text }
            }
            blockquote(.class("moderated-text"), .dir("auto")) { appeal.words }
            if let answer = appeal.answer {
                h3 { "The moderators’ answer" }
                blockquote(.class("moderated-text"), .dir("auto")) { answer }
            }
        }
    }
}

/// An appeal as moderators see it, and the form of an answer.
struct BanAppealPage: PageAnswer {
    let appeal: BanAppeal
    let ban: Ban
    /// What it is for, where it is for one text.
    let text: BanText?
    let app: Text
    let names: [PersonID: String]
    let me: PersonID
    let now: Instant
    var answer = ""
    var problem: Problem?

    var title: Text { "Appeal by \(names[appeal.person] ?? "")" }
    var shell: ShellStyle { .admin }
    var activePath: String? { ModerationPaths.queue() }
    var status: Status { Status(problem) }

    var body: some HTML {
        PageHeader(title, lead: "Banned from \(app)", crumbs: [Crumb("Moderation", href: ModerationPaths.queue())]) {}
        ProblemAlert(problem)
        Card("The ban") {
            BanFacts(ban: ban, app: app, now: now)
            if let text { p { a(.href(ModerationPaths.found(text.found)), .dir("auto")) { text.title } } }
            if let by = ban.bannedBy.flatMap({ names[$0] }) { p(.class("muted")) { "Banned by \(by)" as Text } }
            p { a(.href(ModerationPaths.person(appeal.person))) { "What this person did" } }
        }
        Card("The appeal") {
            blockquote(.class("moderated-text"), .dir("auto")) { appeal.words }
            p(.class("muted")) { "Sent \(moment: appeal.sentAt)" as Text }
        }
        if appeal.state != .open {
            decision
        } else if !ban.holds(at: now) {
            Alert(.info, title: "This ban has ended.") { p { "There’s nothing left to decide." } }
        } else if appeal.person == me {
            Alert(.info, title: "This is your own appeal.") { p { "Another moderator decides." } }
        } else {
            form
        }
    }

    private var decision: some HTML {
        Card("Answer") {
            p {
                if let outcome = appeal.outcome { Badge(outcome.label, tone: outcome == .kept ? .danger : .success) }
                " "
                span(.class("muted")) {
                    if let by = appeal.decidedBy.flatMap({ names[$0] }) { Text.verbatim(by) }
                    " · "
                    if let at = appeal.decidedAt { "\(moment: at)" as Text }
                }
            }
            blockquote(.class("moderated-text"), .dir("auto")) { appeal.answer ?? "" }
        }
    }

    private var shorter: [BanLength] { BanAppeals.shorterLengths(than: ban, at: now) }

    private var form: some HTML {
        Card("Decide") {
            if ban.bannedBy == me {
                Alert(.info, title: "You made this ban.") { p { "If you can, let another moderator answer." } }
            }
            Form(ModerationPaths.answerAppeal(appeal.id)) {
                TextArea(
                    "Answer", name: "answer", value: answer, hint: "The person sees this.", error: problem?.fields["answer"], isRequired: true,
                    .maxlength(Moderation.longestWords), .flag("autofocus", problem?.fields["answer"] != nil))
                if let longest = shorter.last {
                    Select(
                        "New length", name: "days", choices: shorter.map { Choice(String($0.days), $0.name) }, selected: String(longest.days),
                        hint: "For a ban that you shorten, counted from now.", error: problem?.fields["days"])
                }
                Actions {
                    Button("Lift ban", icon: .check, .name("action"), .value("lift"))
                    if !shorter.isEmpty { Button("Shorten ban", icon: .clock, style: .secondary, .name("action"), .value("shorten")) }
                    Button("Keep ban", icon: .ban, style: .secondary, .name("action"), .value("keep"))
                }
            }
        }
    }
}

/// Appeals against bans above the list of cases.
struct BanAppealList: HTML {
    let appeals: [BanAppeal]
    let names: [PersonID: String]
    let apps: [String: Text]

    var body: some HTML {
        if !appeals.isEmpty {
            section(.aria("label", "Appeals against bans")) {
                SectionHeader("Appeals against bans")
                ul(.class("rows case-list")) {
                    for appeal in appeals {
                        li(.class("row case-row")) {
                            div {
                                p(.class("case-marks")) { Badge("Appeal", tone: .warning) }
                                h2(.class("case-title"), .dir("auto")) {
                                    a(.href(ModerationPaths.answerAppeal(appeal.id)), .data("keys-item")) { names[appeal.person] ?? "" }
                                }
                                p(.class("case-excerpt"), .dir("auto")) { String(appeal.words.prefix(200)) }
                                p(.class("muted")) {
                                    "Banned from \(apps[appeal.app] ?? .verbatim(appeal.app))" as Text
                                    " · "
                                    "\(moment: appeal.sentAt)" as Text
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
