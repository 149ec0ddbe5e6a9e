import Accounts
import Core
import Interface
import Markup
import Web

/// What the privacy page shows.
struct PrivacyModel: Sendable {
    var exports: [DataExport]
    var terms: [Consent]
    var appNames: [String: Text]
    var isNamed: Bool
    var now: Instant
    var problem: Problem?
}

/// A person's data: what is kept, taking it along, removing it.
struct PrivacyPage: HTML {
    let model: PrivacyModel

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Privacy", lead: "Your data belongs to you.")
            AccountTabs(.privacy)
            ProblemAlert(model.problem)
            copies
            counting
            terms
            deletion
        }
    }

    private var copies: some HTML {
        section(.class("panel")) {
            SectionHeader(
                "A copy of your data",
                detail: "One ZIP file with everything of yours: your account, highlights, notes, posts and activity.")
            if !model.exports.isEmpty {
                ul(.class("rows")) {
                    for export in model.exports {
                        li(.class("row")) {
                            div {
                                strong { "Requested on \(moment: export.requestedAt)" }
                                p(.class("muted")) { state(of: export) }
                            }
                            if isThere(export) {
                                LinkButton("Download", href: ProfilesPaths.export(export.id), icon: .download, style: .secondary)
                            }
                        }
                    }
                }
            }
            Form(ProfilesPaths.exports()) { Actions { Button("Request a copy", icon: .download) } }
        }
    }

    private func isThere(_ export: DataExport) -> Bool { export.state == .ready && export.expiresAt.map { $0 > model.now } ?? false }

    private func state(of export: DataExport) -> Text {
        if let expiresAt = export.expiresAt, isThere(export) { return "Can be downloaded until \(moment: expiresAt)" }
        if export.state == .ready { return "No longer kept" }
        return model.now - export.requestedAt < DataExports.day
            ? "Being collected. It appears here when it’s ready, and you get a notification." : "That didn’t work. Request another one."
    }

    private var counting: some HTML {
        section(.class("panel")) {
            SectionHeader(
                "Usage statistics",
                detail: "We count what is read and used, without names, to know what people want.")
            Form(ProfilesPaths.counting()) {
                Checkbox(
                    "Record what I open under my name", name: "counted", isChecked: model.isNamed,
                    hint:
                        "The people who run the site can then see in the system log what you opened and when. Untick this to remove your name again."
                )
                Actions { Button("Save", icon: .check, style: .secondary) }
            }
        }
    }

    @HTMLBuilder private var terms: Node {
        if !model.terms.isEmpty {
            section(.class("panel")) {
                SectionHeader("Terms you accepted")
                ul(.class("rows")) {
                    for consent in model.terms {
                        li(.class("row")) {
                            div {
                                a(.href(AccountsPaths.terms(consent.app))) { model.appNames[consent.app] ?? .verbatim(consent.app) }
                                p(.class("muted")) { "Version \(String(consent.version)), accepted on \(moment: consent.acceptedAt)" }
                            }
                        }
                    }
                }
            }
        }
    }

    private var deletion: some HTML {
        section(.class("panel")) {
            SectionHeader("Delete your account", detail: "Deletes everything of yours in every app, for good.")
            Actions { LinkButton("Delete my account", href: ProfilesPaths.deletion(), icon: .trash, style: .danger) }
        }
    }
}
