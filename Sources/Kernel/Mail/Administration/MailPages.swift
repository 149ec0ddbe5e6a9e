import Core
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
    let counts: [EmailRecord.State: Int]
    let problem: Problem?

    var title: Text { "Email" }
    var shell: ShellStyle { .admin }
    var status: Status { Status(problem) }

    var body: some HTML {
        PageHeader("Email", lead: "Emails are kept here until a mail server has accepted them.")
        ProblemAlert(problem)
        if mail == nil {
            Alert(.warning, title: "There is no mail server yet.") {
                "Emails wait: nobody can confirm an address or set a new password."
            }
        }
        StatGrid {
            StatCard("Waiting", value: "\(counts[.waiting] ?? 0)", icon: .clock)
            StatCard("Failed emails", value: "\(counts[.failed] ?? 0)", icon: .warning)
            StatCard("Sent", value: "\(counts[.sent] ?? 0)", icon: .mail)
        }
        if maySetServer { serverForm }
        if mail != nil {
            section(.class("panel")) {
                SectionHeader("Try it")
                Form(MailPaths.test()) {
                    TextField(
                        "Send a test email to", name: "address", kind: .email, error: form == nil ? problem?.fields["address"] : nil,
                        isRequired: true, .maxlength(254))
                    Actions { Button("Send it", icon: .mail, style: .secondary) }
                }
            }
        }
        emails
    }

    private var serverForm: some HTML {
        section(.class("panel")) {
            SectionHeader("Mail server")
            Form(MailPaths.settings(), .autocomplete("off")) {
                TextField(
                    "Server", name: "server", value: form?.server ?? mail?.server ?? "",
                    hint: "smtp://mail.example.org:587 or smtps://mail.example.org:465. Other machines than this one must offer encryption.",
                    error: problem?.fields["server"], isRequired: true, .maxlength(300))
                TextField(
                    "User", name: "user", value: form?.user ?? mail?.user ?? "", hint: "Empty where the server asks for none.",
                    .maxlength(200))
                TextField(
                    "Password", name: "password", kind: .password,
                    hint: mail?.sealedPassword == nil ? "It is stored sealed." : "Leave it empty to keep the stored one.",
                    .autocomplete("new-password"), .maxlength(500))
                TextField(
                    "Sender", name: "from", value: form?.from ?? mail?.from ?? "", kind: .email, hint: "The address that emails come from.",
                    error: problem?.fields["from"], isRequired: true, .maxlength(254))
                Actions { Button("Save", icon: .check) }
            }
        }
    }

    @HTMLBuilder private var emails: some HTML {
        if !failed.isEmpty {
            SectionHeader("Failed emails", detail: "The mail server refused these for good, or was away for four days.")
            EmailTable(emails: failed, canRetry: true)
        }
        if !waiting.isEmpty {
            SectionHeader("Waiting", detail: "These are tried again by themselves, with growing pauses.")
            EmailTable(emails: waiting, canRetry: false)
            if mail != nil {
                Form(MailPaths.sendWaiting()) { Actions { Button("Try all now", icon: .refresh, style: .secondary) } }
            }
        }
        if waiting.isEmpty, failed.isEmpty {
            if counts[.sent] ?? 0 > 0 {
                EmptyState(.mail, title: "Nothing waits", message: "Every email has been handed over to the mail server.")
            } else {
                EmptyState(.mail, title: "No emails yet", message: "Emails that wait, or that the mail server refused, stand here.")
            }
        }
    }
}

/// Emails by address; what they say stays sealed.
private struct EmailTable: HTML {
    let emails: [EmailRecord]
    let canRetry: Bool

    var body: some HTML {
        DataTable(
            "Emails", columns: [.init("To"), .init("Created"), .init("Error"), .init("Actions", isTitleHidden: true)],
            rows: emails.map { email in
                .init([
                    span { email.address }, span { "\(moment: email.createdAt)" }, span { email.failure ?? "–" },
                    Fragment { if canRetry { Form(MailPaths.retry(email.id)) { Button("Try again", icon: .refresh, style: .secondary) } } },
                ])
            })
    }
}
