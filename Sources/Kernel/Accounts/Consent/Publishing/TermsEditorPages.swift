import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// Every app with the version of its terms that holds now.
struct TermsListPage: PageAnswer {
    struct Row: Sendable {
        let id: String
        let name: Text
        let current: TermsEditor.Version?
        let hasDraft: Bool
        let isAskedFor: Bool
    }

    let rows: [Row]
    /// Who answers for people's data, and whom they ask; empty when nobody has said.
    let responsible: String
    let contact: String
    let maySetResponsible: Bool

    var title: Text { "Terms and privacy" }
    var shell: ShellStyle { .admin }
    var activePath: String? { AccountsPaths.termsEditor() }

    var body: some HTML {
        PageHeader(
            title, lead: "The rules people accept in each app. Use the ones that come with it, or write your own: then everyone is asked again.")
        controller
        section(.class("panel")) {
            SectionHeader("App terms")
            ul(.class("rows")) {
                for row in rows {
                    li(.class("row")) {
                        div {
                            strong { row.name }
                            p(.class("muted")) { words(row) }
                            if row.hasDraft || row.isAskedFor {
                                div(.class("cluster")) {
                                    if row.isAskedFor { Badge("Must be accepted", tone: .info) }
                                    if row.hasDraft { Badge("Draft", tone: .warning) }
                                }
                            }
                        }
                        LinkButton("Open", href: AccountsPaths.termsOfApp(row.id), style: .secondary, .aria("label", "Terms for \(row.name)"))
                    }
                }
            }
        }
    }

    /// What the site says beside the terms, and where it is said.
    private var controller: some HTML {
        section(.class("panel")) {
            SectionHeader("Who is responsible", detail: "Shown under “Terms and privacy”.")
            ul(.class("rows")) {
                li(.class("row")) {
                    div {
                        strong { responsible.isEmpty ? "No data controller yet" : .verbatim(responsible) }
                        p(.class("muted")) { contact.isEmpty ? "No contact for questions about data yet" : .verbatim(contact) }
                    }
                    if maySetResponsible {
                        LinkButton(
                            "Edit", href: SitePaths.settings("part-privacy"), style: .secondary, .aria("label", "Edit who is responsible for data"))
                    }
                }
            }
        }
    }

    @HTMLBuilder private func words(_ row: Row) -> Node {
        if let current = row.current {
            if let at = current.publishedAt {
                "Version \(String(current.number)), since \(day: at)" as Text
            } else {
                "Version \(String(current.number)), the original" as Text
            }
        } else {
            "No terms yet" as Text
        }
    }
}

/// Writes the terms of one app, and lists what was published before.
struct TermsEditorPage: PageAnswer {
    let app: String
    let name: Text
    let languages: [Language]
    var texts: TermsEditor.Texts
    let isDraft: Bool
    let isAskedFor: Bool
    let versions: [TermsEditor.Version]
    let names: [PersonID: String]
    var problem: Problem?

    var title: Text { "Terms for \(name)" }
    var shell: ShellStyle { .admin }
    var activePath: String? { AccountsPaths.termsEditor() }
    var status: Status { Status(problem) }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Terms and privacy", href: AccountsPaths.termsEditor())]) {}
        ProblemAlert(problem)
        if isDraft, problem == nil {
            Alert(.warning, title: "This is a draft.") {
                p { "Nobody else sees it until it is published." }
                Actions {
                    LinkButton("Preview", href: AccountsPaths.termsPreview(app), icon: .eye, style: .secondary)
                    Form(AccountsPaths.discardTerms(app)) { Button("Discard", style: .quiet) }
                }
            }
        }
        if !isAskedFor { Alert(.info) { "This app doesn’t ask people to accept its terms, but they can read them." } }
        section(.class("panel")) {
            SectionHeader("Text", detail: "An empty line starts a new paragraph. Start a line with # to make a heading.")
            Form(AccountsPaths.termsOfApp(app)) {
                for (index, language) in languages.enumerated() {
                    TextArea(
                        .verbatim(language.nativeName), name: "text-\(language.rawValue)", value: texts[language] ?? "", lines: 14,
                        hint: index == 0 ? "At most 50,000 characters." : "If empty, people see the text in \(languages[0]).",
                        error: index == 0 ? problem?.fields["text"] : nil, .lang(language))
                }
                Actions { Button("Save and preview", icon: .eye) }
            }
        }
        if !versions.isEmpty { history }
    }

    private var history: some HTML {
        section(.class("panel")) {
            SectionHeader("Versions")
            DataTable(
                "Versions",
                columns: [
                    .init("Version"), .init("Valid from"), .init("By"), .init("Languages"), .init("Accepted by", isNumeric: true),
                    .init("Actions", isTitleHidden: true),
                ],
                rows: versions.map { version in
                    .init([
                        ("\(String(version.number))" as Text).node, since(version).node, author(version).node,
                        Text.verbatim(version.languages.map(\.nativeName).joined(separator: ", ")).node, ("\(version.acceptances)" as Text).node,
                        LinkButton(
                            "Read", href: AccountsPaths.termsVersion(app, version.number), style: .quiet,
                            .aria("label", "Read version \(String(version.number))")
                        ).node,
                    ])
                })
        }
    }

    private func since(_ version: TermsEditor.Version) -> Text { version.publishedAt.map { "\(moment: $0)" } ?? "Original" }

    private func author(_ version: TermsEditor.Version) -> Text {
        version.publishedBy.map { names[$0].map { .verbatim($0) } ?? "A deleted account" } ?? "–"
    }
}

/// Shows a draft as people will read it, and publishes it.
struct TermsPreviewPage: PageAnswer {
    let app: String
    let name: Text
    let present: TermsEditor.Version?
    let stamp: String
    let reader: TermsReader
    /// Languages whose words are those of the present version.
    let unchanged: [Language]
    let isAskedFor: Bool
    let problem: Problem?

    private var next: Int { (present?.number ?? 0) + 1 }

    var title: Text { "Preview: terms of \(name)" }
    var shell: ShellStyle { .admin }
    var activePath: String? { AccountsPaths.termsEditor() }
    var status: Status { Status(problem) }

    var body: some HTML {
        PageHeader(
            title, lead: "Version \(String(next)), not published yet",
            crumbs: [Crumb("Terms and privacy", href: AccountsPaths.termsEditor()), Crumb("Terms for \(name)", href: AccountsPaths.termsOfApp(app))]
        ) { LinkButton("Continue writing", href: AccountsPaths.termsOfApp(app), icon: .edit, style: .secondary) }
        ProblemAlert(problem)
        reader
        section(.class("panel")) {
            SectionHeader("Publish")
            if isAskedFor, let present {
                p {
                    "\(present.acceptances) people accepted version \(String(present.number)). All of them are asked again before they can continue."
                }
            }
            if let present, !unchanged.isEmpty {
                Alert(.warning, title: "Not changed since version \(String(present.number)): \(Text.list(unchanged))") {
                    p { "People who read this text are asked about the same thing again. Is a translation missing?" }
                }
            }
            p(.class("muted")) { "What is published stays as it is: a change needs another version." }
            Form(AccountsPaths.termsPreview(app)) {
                input(.type("hidden"), .name("stamp"), .value(stamp))
                Checkbox("I have read it in every language.", name: "confirmed", .flag("required"))
                Actions { Button("Publish version \(String(next))", icon: .check) }
            }
        }
    }
}

/// A version as it was published.
struct TermsVersionPage: PageAnswer {
    let app: String
    let name: Text
    let version: TermsEditor.Version
    let reader: TermsReader

    var title: Text { "Terms for \(name), version \(String(version.number))" }
    var shell: ShellStyle { .admin }
    var activePath: String? { AccountsPaths.termsEditor() }

    var body: some HTML {
        PageHeader(
            title, lead: "Accepted by \(version.acceptances) people",
            crumbs: [Crumb("Terms and privacy", href: AccountsPaths.termsEditor()), Crumb("Terms for \(name)", href: AccountsPaths.termsOfApp(app))]
        ) {}
        reader
    }
}
