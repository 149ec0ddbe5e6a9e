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
                    SectionHeader("Terms of the apps", detail: "You accept them when an app asks for it, not before.")
                    ul(.class("rows")) {
                        for row in rows {
                            li(.class("row")) {
                                div {
                                    a(.href(AccountsPaths.terms(row.app))) { "Terms of \(row.name)" }
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
                SectionHeader("What is kept about you")
                ul {
                    li {
                        "Your account: name, email address, how you sign in, the languages and settings that you choose. Passwords are kept as hashes."
                    }
                    li { "What you write and mark, where you are in a book, and what you borrowed or posted, for as long as you keep it." }
                    li { "Private messages, which moderators see only when they are reported or stopped, and what you ask the support." }
                    li {
                        "When and with which browser you signed in. Google, Facebook or Apple learn of it if you sign in through them, and give us your name, address and picture."
                    }
                    li { "A log of changes, by the number of your account, so that it stays known who did what." }
                    li { "How often things are read, without names. Only if you choose so is it noted that it was you." }
                    li { "Cookies for signing in, your language and your theme. There are none for advertising, and no other company counts you." }
                }
                SectionHeader("What you can do")
                ul {
                    li { "Read everything that is public without an account." }
                    li { "Take a copy of all your data, see what you agreed to, and delete your account, at any time." }
                }
                if !periods.isEmpty {
                    SectionHeader(
                        "How long it stays",
                        detail: "What you wrote yourself stays until you delete it. Backups keep what they kept until newer ones replace them.")
                    DescriptionList(periods.map { period in .init(period.label) { "\(period.days) days" as Text } })
                }
                p { "You may complain to the authority that watches over data protection in your country." }
                p { a(.href(AccountsPaths.privacy())) { "Your privacy, when you are signed in" } }
            }
        }
    }
}
