import Core
import Foundation
import Interface
import Markup
import Platform
import Web

/// The mail server, a way to try it, and the emails that have not left.
struct MailPage: PageAnswer {
    let mail: MailConfiguration?
    /// Whether the reader may choose the mail server.
    let maySetServer: Bool
    /// What was just sent in and refused.
    let form: MailSettings.Wanted?
    let waiting: [EmailRecord]
    let failed: [EmailRecord]
    /// What waiting and failed emails are about, for those that can be opened.
    let subjects: [EmailID: Text]
    let counts: [EmailRecord.State: Int]
    /// Where a test goes: to whoever asks for it, or where they typed.
    var testAddress: String
    let problem: Problem?
    var comesFromSetup = false

    var title: Text { "Email" }
    var shell: ShellStyle { .admin }
    var status: Status { Status(problem) }

    var body: some HTML {
        PageHeader("Email", lead: "The mail server, and emails that haven’t been sent.", crumbs: SetupReturn.crumbs(comesFromSetup))
        ProblemAlert(problem)
        if mail == nil {
            Alert(.warning, title: "There’s no mail server yet.") {
                p { "No email is sent. Addresses can’t be confirmed, and people who forget their password have to ask you for a link." }
                if let count = counts[.waiting], count > 0 { p { "\(count) emails are waiting to be sent." } }
            }
        }
        if counts.values.contains(where: { $0 > 0 }) {
            StatGrid {
                StatCard("Waiting emails", value: "\(counts[.waiting] ?? 0)", icon: .clock)
                StatCard("Failed emails", value: "\(counts[.failed] ?? 0)", icon: .warning)
                StatCard("Sent", value: "\(counts[.sent] ?? 0)", icon: .mail)
            }
        }
        if maySetServer { serverForm }
        if mail != nil {
            section(.class("panel")) {
                SectionHeader("Send a test email", detail: mail?.provenAt.map { "Last accepted \(moment: $0)." })
                Form(MailPaths.test()) {
                    if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
                    TextField(
                        "To", name: "address", value: testAddress, kind: .email, error: form == nil ? problem?.fields["address"] : nil,
                        isRequired: true, .maxlength(254))
                    Actions { Button("Send test email", icon: .mail, style: mail?.provenAt == nil ? .primary : .secondary) }
                }
            }
        }
        emails
    }

    private var serverForm: some HTML {
        section(.class("panel")) {
            SectionHeader("Mail server")
            Form(MailPaths.settings(), .autocomplete("off")) {
                if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
                Select(
                    "Provider", name: "provider",
                    choices: [Choice("", "Other")] + MailProvider.allCases.map { Choice($0.rawValue, .verbatim($0.name)) },
                    selected: form?.provider ?? provider?.rawValue ?? "", hint: "Fills in server, port and encryption.", isRequired: true,
                    .data("presets", presets))
                TextField(
                    "Server", name: "host", value: form.map { $0.server ?? $0.host ?? "" } ?? parts?.host()?.removingPercentEncoding ?? "",
                    hint: "Such as mail.example.org.",
                    error: problem?.fields["server"], .maxlength(300), .autocomplete("off"))
                div(.class("form-pair")) {
                    TextField(
                        "Port", name: "port", value: form?.port ?? (parts?.port).map(String.init) ?? "587", isRequired: true, .inputmode("numeric"),
                        .maxlength(5))
                    Select(
                        "Encryption", name: "encryption", choices: MailProvider.Encryption.allCases.map { Choice($0.rawValue, $0.name) },
                        selected: (form?.encryption ?? (parts?.scheme == "smtps" ? .tls : .starttls)).rawValue)
                }
                TextField(
                    "User", name: "user", value: form.map { $0.user ?? "" } ?? mail?.user ?? "",
                    hint: "Usually your full email address. Leave it empty if the server doesn’t ask for one.",
                    .maxlength(200))
                TextField(
                    "Password", name: "password", kind: .password,
                    hint: mail?.sealedPassword == nil
                        ? "It’s stored encrypted. Gmail, iCloud, Yahoo and Fastmail need an app password." : "Leave it empty to keep the stored one.",
                    .autocomplete("new-password"), .maxlength(500))
                TextField(
                    "Sender", name: "from", value: form?.from ?? mail?.from ?? "", kind: .email, hint: "The address that emails come from.",
                    error: problem?.fields["from"], isRequired: true, .maxlength(254))
                Actions {
                    Button("Save", icon: .check)
                    if mail != nil { LinkButton("Remove mail server", href: MailPaths.remove(), icon: .trash, style: .secondary) }
                }
            }
        }
    }

    private var parts: URL? { mail.flatMap { URL(string: $0.server) } }
    private var provider: MailProvider? { mail.flatMap { mail in MailProvider.allCases.first { $0.server == mail.server } } }

    /// What the script fills in for each provider, as JSON.
    private var presets: String {
        let all = MailProvider.allCases.reduce(into: [:]) { all, provider in all[provider.rawValue] = provider.fields }
        return (try? JSONEncoder().encode(all)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    @HTMLBuilder private var emails: some HTML {
        if !failed.isEmpty {
            SectionHeader("Failed emails", detail: "The mail server refused these for good, or was away for four days.")
            EmailTable(emails: failed, subjects: subjects, canRetry: true)
        }
        if !waiting.isEmpty {
            SectionHeader(
                "Waiting emails",
                detail: mail == nil
                    ? "They’re sent once a mail server is set up. Invitations and confirmations are kept for a week, as long as their links work; other emails for a day."
                    : "These are sent again automatically, less and less often.")
            EmailTable(emails: waiting, subjects: subjects, canRetry: false)
            if mail != nil {
                Form(MailPaths.sendWaiting()) { Actions { Button("Try all now", icon: .refresh, style: .secondary) } }
            }
        }
        if waiting.isEmpty, failed.isEmpty {
            if counts[.sent] ?? 0 > 0 {
                EmptyState(.mail, title: "No emails are waiting", message: "All emails have been passed to the mail server.")
            } else {
                EmptyState(.mail, title: "No emails yet", message: "Emails that are waiting or were refused appear here.")
            }
        }
    }
}

/// Emails by subject and address; what they say, and the links in it, stays sealed.
private struct EmailTable: HTML {
    let emails: [EmailRecord]
    let subjects: [EmailID: Text]
    let canRetry: Bool

    var body: some HTML {
        DataTable(
            "Emails", columns: [.init("Subject"), .init("To"), .init("Created"), .init("Error"), .init("Actions", isTitleHidden: true)],
            rows: emails.map { email in
                .init([
                    span { subjects[email.id] ?? "–" }, span { email.address }, span(.class("nowrap")) { "\(moment: email.createdAt)" },
                    span { email.failureWords ?? "–" },
                    Fragment { if canRetry { Form(MailPaths.retry(email.id)) { Button("Try again", icon: .refresh, style: .secondary) } } },
                ])
            })
    }
}
