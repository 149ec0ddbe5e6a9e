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

    /// The subjects of the letters that came, the oldest first.
    public var subjects: [String] { sink.letters.map { $0.field("Subject") } }

    /// The page that shows the letters.
    public var routes: [Route] {
        [.get(Path("/mail"), allow: .everyone, use: page), .get(Path("/mail/letters"), allow: .everyone, use: list)]
    }

    /// `busy`, `unknown`, `hangup`.
    public func control(_ order: ControlOrder) async -> Bool {
        guard let wanted = MailSink.Misbehaviour(rawValue: order.misbehaviour ?? "none") else { return false }
        sink.behave(wanted)
        return true
    }

    /// Begins to answer.
    public func start() async throws { sink.start() }
    /// Closes the port.
    public func stop() async { sink.stop() }

    struct LetterAnswer: Codable {
        var from: String
        var to: [String]
        var subject: String
        var messageID: String
        var text: String
    }

    struct ListAnswer: Codable, JSONAnswer {
        var letters: [LetterAnswer]
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> ListAnswer {
        ListAnswer(
            letters: sink.letters.map { letter in
                LetterAnswer(
                    from: letter.sender, to: letter.receivers, subject: letter.field("Subject"), messageID: letter.field("Message-ID"),
                    text: letter.text)
            })
    }

    func page(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let page = MailboxPage(letters: sink.letters.reversed())
        return .html(render(page, in: RenderingContext(language: .english, timeZone: .gmt, messages: Messages(catalogues: []))))
    }
}

/// Every letter, the newest first, its addresses as links.
private struct MailboxPage: HTML {
    let letters: [SinkLetter]

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
                p { String(letters.isEmpty ? "None yet." : "Nothing here has left this machine.") }
                for letter in letters {
                    article {
                        h2 { letter.field("Subject") }
                        p { String("To \(letter.receivers.joined(separator: ", ")), from \(letter.sender)") }
                        pre {
                            for piece in letter.text.split(separator: "\n", omittingEmptySubsequences: false) {
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
