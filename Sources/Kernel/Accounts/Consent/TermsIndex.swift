import Core
import Interface
import Markup
import Platform
import Web

/// What somebody can read before they give anything: the terms of every app, and what is kept about people (CORE-021, CORE-022).
struct TermsIndex: PageAnswer {
    struct Row: Sendable {
        let app: String
        let name: Text
        let version: Int
    }

    /// How many days something is kept, as administrators chose.
    struct Period: Sendable {
        let label: Text
        let days: Int

        /// In years or months where it is whole ones, as people say it.
        var words: Text {
            if let years = (1...100).first(where: { (365 * $0...365 * $0 + ($0 + 3) / 4).contains(days) }) { return "\(years) years" }
            // A month has 30.4 days.
            if let months = (2...23).first(where: { (304 * $0 / 10...(305 * $0 + 9) / 10).contains(days) }) { return "\(months) months" }
            return "\(days) days"
        }
    }

    let siteName: String
    /// Who answers for people's data, and whom they ask; empty when nobody has said.
    let responsible: String
    let contact: String
    let rows: [Row]
    let periods: [Period]

    var title: Text { "Terms and privacy" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title, lead: "What you agree to, and what happens to your data at \(siteName).")
            if !rows.isEmpty {
                section(.class("panel")) {
                    SectionHeader("App terms", detail: "You accept them when an app asks you to.")
                    ul(.class("rows")) {
                        for row in rows {
                            li(.class("row")) {
                                div {
                                    a(.href(AccountsPaths.terms(row.app))) { "Terms for \(row.name)" }
                                    p(.class("muted")) { "Version \(String(row.version))" }
                                }
                            }
                        }
                    }
                }
            }
            if !responsible.isEmpty || !contact.isEmpty {
                section(.class("panel")) {
                    SectionHeader("Who is responsible")
                    if !responsible.isEmpty { p { responsible } }
                    if !contact.isEmpty { p { "Questions about your data: \(contact)" } }
                }
            }
            section(.class("panel prose-panel")) {
                SectionHeader("What we store about you")
                ul {
                    li {
                        "Your account: name, email address, how you sign in, and your languages and settings. Passwords are stored so that nobody can read them."
                    }
                    li { "What you write, highlight and post, and where you are in each book, until you delete it." }
                    li {
                        "Your private messages, which moderators see only if they are reported or stopped by the filter, and your questions to support."
                    }
                    li {
                        "When you signed in, and with which browser. If you use Google, Facebook or Apple to sign in, they know that you did, and they give us your name, email address and picture."
                    }
                    li { "A log of changes with your account number, to show who did what." }
                    li { "How often things are read, without names. Your name is added only if you choose to." }
                    li { "Cookies for signing in, your language and your theme. No advertising cookies, and no tracking by other companies." }
                }
                SectionHeader("What you can do")
                ul {
                    li { "Read everything that is public without an account." }
                    li { "Download a copy of all your data, see what you agreed to, and delete your account at any time." }
                }
                if !periods.isEmpty {
                    SectionHeader(
                        "How long we keep it",
                        detail: "What you write stays until you delete it. Backups keep a copy until newer backups replace them.")
                    DescriptionList(periods.map { period in .init(period.label) { period.words } })
                }
                p { "You can complain to the data protection authority in your country." }
                p { a(.href(AccountsPaths.privacy())) { "Your privacy settings" } }
            }
        }
    }
}
