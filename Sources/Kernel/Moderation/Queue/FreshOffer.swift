import Core
import Database
import Interface
import Markup
import Web

/// “Undo”, on the pages that a moderator sees in the minutes after a decision.
struct FreshOffer: HTML, Sendable {
    let found: CaseID
    let title: String
    let outcome: String
    /// Whether it dismissed reports of what was public all along.
    let isKept: Bool
    /// Whether its author hears of it.
    let isTold: Bool

    /// What was done, in a word that people know from the queue.
    private var words: Text {
        switch outcome {
        case "accept": "You accepted “\(title)”."
        case "remove": "You removed “\(title)”."
        default: "You rejected “\(title)”."
        }
    }

    private var until: Text {
        if !isTold { return "You can undo it for five minutes. The author isn’t notified." }
        if isKept { return "You can undo it for five minutes; then the author gets your message." }
        return "You can undo it for five minutes; then the author is notified. Until then the author sees that you may change it."
    }

    var body: some HTML {
        Form(ModerationPaths.takeBack(found), .class("fresh-offer")) {
            p {
                words
                " "
                span(.class("muted")) { until }
            }
            if outcome != "accept" { p { a(.href(ModerationPaths.found(found) + "#author")) { "Warn or ban the author" } } }
            Button("Undo", icon: .back, style: .secondary, .data("key", "u"))
        }
    }
}

extension Moderation {
    /// What the pages of a moderator offer to take back.
    func freshOffer(by moderator: Moderator, in db: any Connection) throws -> FreshOffer? {
        try fresh(by: moderator, in: db).map { decision, title in
            FreshOffer(
                found: decision.found, title: title, outcome: decision.outcome, isKept: decision.isKept,
                isTold: !decision.isKept || decision.hasReason)
        }
    }
}
