import Core
import Foundation
import Localization
import Markup
public import Web

/// Plays a mail server: whatever the site sends, whoever it is for, appears on a page of this machine and goes nowhere.
public struct MailStandIn: StandIn {
    /// `mail`.
    public let name = "mail"
    private let sink: MailSink

    /// A mail server on a free port of loopback.
    public init() throws { sink = try MailSink() }

    /// Where it listens: `smtp://127.0.0.1:4712`.
    public var server: String { "smtp://127.0.0.1:\(sink.port)" }

    /// The subjects of the emails that came, the oldest first.
    public var subjects: [String] { sink.emails.map { $0.field("Subject") } }

    /// The page that shows the emails.
    public var routes: [Route] {
        [.get(Path("/mail"), allow: .everyone, use: page), .get(Path("/mail/letters"), allow: .everyone, use: list)]
    }

    /// `busy`, `unknown`, `hangup`.
    public func control(_ order: ControlOrder) async -> Bool {
        guard let wanted = MailSink.FaultMode(rawValue: order.faultMode ?? "none") else { return false }
        sink.behave(wanted)
        return true
    }

    /// Begins to answer.
    public func start() async throws { sink.start() }
    /// Closes the port.
    public func stop() async { sink.stop() }

    struct EmailAnswer: Codable {
        var from: String
        var to: [String]
        var subject: String
        var messageID: String
        var text: String
    }

    struct ListAnswer: Codable, JSONAnswer {
        var emails: [EmailAnswer]
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> ListAnswer {
        ListAnswer(
            emails: sink.emails.map { email in
                EmailAnswer(
                    from: email.sender, to: email.receivers, subject: email.field("Subject"), messageID: email.field("Message-ID"),
                    text: email.text)
            })
    }

    func page(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let page = MailboxPage(emails: sink.emails.reversed())
        return .html(render(page, in: RenderingContext(language: .english, timeZone: .gmt, messages: Messages(catalogues: []))))
    }
}

/// Every email, the newest first, its addresses as links.
private struct MailboxPage: HTML {
    let emails: [SinkEmail]

    var body: some HTML {
        Raw("<!doctype html>")
        html(.lang(.english)) {
            head {
                meta(.custom("charset", "utf-8"))
                meta(.name("viewport"), .custom("content", "width=device-width"))
                title { String("Letters") }
            }
            Markup.body {
                h1 { String("Letters") }
                p { String(emails.isEmpty ? "None yet." : "Nothing here has left this machine.") }
                for email in emails {
                    article {
                        h2 { email.field("Subject") }
                        p { String("To \(email.receivers.joined(separator: ", ")), from \(email.sender)") }
                        pre {
                            for piece in email.text.split(separator: "\n", omittingEmptySubsequences: false) {
                                Self.line(String(piece))
                                "\n"
                            }
                        }
                    }
                }
            }
        }
    }

    @HTMLBuilder private static func line(_ words: String) -> Node {
        if let start = words.range(of: "http")?.lowerBound {
            String(words[..<start])
            a(.href(String(words[start...]))) { String(words[start...]) }
        } else {
            words
        }
    }
}
