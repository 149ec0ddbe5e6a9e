import Core
import Crypto
import Interface
import Markup
import Platform
import Web

/// What the page after a guest's question says again: sealed into its address, so that it can be loaded anew, and nobody reads the
/// email address there.
struct SupportReceipt: Codable, Sendable {
    let request: SupportRequestID
    let email: String

    private static let context = "help.receipt"

    init(request: SupportRequestID, email: String) {
        (self.request, self.email) = (request, email)
    }

    /// Nil for what this site did not seal.
    init?(sealed text: String, _ key: SealingKey) {
        guard let bytes = [UInt8](base64URL: text), let opened = try? key.open(bytes, context: Self.context) else { return nil }
        let parts = String(decoding: opened, as: UTF8.self).split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let request = Int64(parts[0]) else { return nil }
        self.init(request: SupportRequestID(request), email: String(parts[1]))
    }

    func sealed(_ key: SealingKey) -> String { key.seal(Array("\(request) \(email)".utf8), context: Self.context).base64URL }
}

/// The page that ends a guest's question: that it arrived, and what happens next.
struct GuestAskedPage: PageAnswer {
    let receipt: SupportReceipt
    /// Whether the site has a mail server.
    let canMail: Bool

    var title: Text { "We’ve got your question" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title, lead: "Reference number: \(receipt.request.description)", crumbs: [Crumb("Help", href: HelpPaths.home())])
            section(.class("panel")) {
                SectionHeader("What happens next")
                ol {
                    li { "The people who run this site read your question." }
                    if canMail {
                        li { "They write back to \(receipt.email)." }
                    } else {
                        li { "They write back to \(receipt.email) from their own email address, because this site can’t send email yet." }
                    }
                    li { "If you write to us about it again, give the reference number." }
                }
            }
            p(.class("muted")) { "Is the email address wrong? Send the question again with the right one." }
            Actions {
                LinkButton("Back to Help", href: HelpPaths.home(), style: .secondary)
                LinkButton("Ask another question", href: HelpPaths.ask(), style: .quiet)
            }
        }
    }
}
