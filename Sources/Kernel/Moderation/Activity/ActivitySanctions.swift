import Accounts
import Core
import Interface
import Markup
import Web

/// What moderators did about a person, what the person objects to, and what can be done now.
struct ActivitySanctions: HTML {
    let model: Activity

    private var person: PersonID { model.person }
    /// Whether what the form makes takes the place of a ban in any case.
    private var isBanned: Bool { model.apps.allSatisfy { app in model.history.closed.contains { $0.app == app.value } } }

    var body: some HTML {
        Card("Bans and warnings") {
            for appeal in model.appeals where appeal.state == .open { open(appeal) }
            for ban in model.history.closed {
                BanAlert(ban: ban, app: name(of: ban.app), action: ModerationPaths.unbanPerson(person))
                answers(ban)
            }
            if model.history.bans.isEmpty, model.history.warnings.isEmpty { p(.class("muted")) { "No bans and no warnings." } }
            if !past.isEmpty {
                h3 { "Earlier bans" }
                ul(.class("rows")) { for ban in past { row(ban) } }
            }
            if !model.history.warnings.isEmpty {
                h3 { "Warnings" }
                ul(.class("rows")) {
                    for warning in model.history.warnings {
                        li {
                            p(.class("moderated-text"), .dir("auto")) { warning.words }
                            p(.class("muted")) { "\(moment: warning.at)" }
                        }
                    }
                }
            }
            if !model.isOwn, !model.apps.isEmpty { actions }
        }
    }

    private var past: [Ban] { model.history.bans.filter { ban in !model.history.closed.contains { $0.id == ban.id } } }

    private func name(of app: String) -> Text { model.apps.first { $0.value == app }?.label ?? .verbatim(app) }

    private func open(_ appeal: BanAppeal) -> Node {
        Alert(.info, title: "An appeal against the ban from \(name(of: appeal.app)) is waiting.") {
            blockquote(.class("moderated-text"), .dir("auto")) { appeal.words }
            LinkButton("Answer the appeal", href: ModerationPaths.answerAppeal(appeal.id), style: .secondary)
        }.node
    }

    private func row(_ ban: Ban) -> Node {
        li {
            strong { "Banned from \(name(of: ban.app))" as Text }
            p(.dir("auto")) { "The person was told: “\(ban.reason)”" as Text }
            p(.class("muted")) {
                "Since \(moment: ban.bannedAt)" as Text
                if let end = ban.liftedAt ?? ban.until {
                    " · "
                    "Ended \(moment: end)" as Text
                }
            }
            answers(ban)
        }
    }

    /// The appeals against a ban that a moderator has answered.
    @HTMLBuilder private func answers(_ ban: Ban) -> Node {
        for appeal in model.appeals where appeal.ban == ban.id && appeal.state != .open {
            p {
                a(.href(ModerationPaths.answerAppeal(appeal.id))) {
                    switch appeal.outcome {
                    case .lifted: "Appeal: ban lifted" as Text
                    case .shortened: "Appeal: ban shortened" as Text
                    case .kept, nil: "Appeal: ban kept" as Text
                    }
                }
            }
        }
    }

    @HTMLBuilder private var actions: Node {
        details(.class("fold")) {
            summary { "Warn this person" }
            Form(ModerationPaths.warnPerson(person)) {
                if model.apps.count > 1 {
                    Select("App", name: "app", choices: model.apps)
                }
                TextArea(
                    "Message to the person", name: "warning", value: "", lines: 2, isRequired: true, .maxlength(Moderation.longestWords))
                Actions { Button("Send the warning", style: .secondary) }
            }
        }
        details(.class("fold")) {
            summary { isBanned ? "Change the ban" : "Ban this person" }
            BanForm(action: ModerationPaths.banPerson(person), apps: model.apps, reasons: model.reasons, selected: model.history.closed.first?.app)
        }
    }
}

/// A ban that holds, with the way to lift it.
struct BanAlert: HTML {
    let ban: Ban
    let app: Text
    /// Where the form that lifts it goes; nil where the reader may not.
    let action: String?

    var body: some HTML {
        Alert(.warning, title: ban.title(in: app)) {
            p(.dir("auto")) { "The person was told: “\(ban.reason)”" as Text }
            if let action {
                Form(action) {
                    input(.type("hidden"), .name("app"), .value(ban.app))
                    Button("Lift the ban", style: .secondary)
                }
            }
        }
    }
}
