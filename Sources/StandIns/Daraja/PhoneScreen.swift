import Core
import Markup
import Web

/// One phone: what it asks, and its messages, the newest first.
struct PhoneScreen: HTML {
    let number: PhoneNumber
    let business: String
    let prompts: [DarajaPrompt]
    /// What moved from and to this phone.
    let entries: [DarajaEntry]
    let note: PhoneNote?
    let now: Instant

    var body: some HTML {
        header {
            p { a(.class("step"), .href(DarajaStandIn.phones())) { .verbatim("All phones") } }
            h1 { number.local }
            p(.class("quiet")) { PayerName.of(number.msisdn) }
        }
        if note == .ended { p(.class("wrong")) { .verbatim("This request has ended.") } }
        if let prompt {
            question(prompt)
        } else {
            p(.class("card quiet")) { .verbatim("No payment requests. This page updates by itself.") }
        }
        if !messages.isEmpty {
            h2 { .verbatim("Messages") }
            ol(.class("messages")) {
                for message in messages {
                    li(.class(message.isGood ? "good" : "bad")) { p { message.words } }
                }
            }
        }
    }

    private var prompt: DarajaPrompt? { prompts.first(where: \.isOpen) }

    /// A page that waits looks again soon. One that asks must not take the PIN away while it is typed, so it waits until the request ends.
    var refresh: Int {
        guard let prompt else { return 2 }
        return max(1, Int((prompt.endsAt - now).components.seconds) + 1)
    }

    @HTMLBuilder private func question(_ prompt: DarajaPrompt) -> Node {
        form(.class("card ask"), .method("post"), .action(DarajaStandIn.phone(number.msisdn)), .custom("autocomplete", "off")) {
            p(.class("quiet")) { .verbatim("M-PESA") }
            h2 { .verbatim("Pay \(Shillings.text(prompt.amount)) to \(business)?") }
            dl {
                dt { .verbatim("Account") }
                dd { prompt.accountReference }
                if let words = prompt.transactionDesc, !words.isEmpty {
                    dt { .verbatim("For") }
                    dd { words }
                }
            }
            input(.type("hidden"), .name("prompt"), .value(prompt.checkoutRequestID))
            label(.for("pin")) { .verbatim("M-PESA PIN") }
            input(
                .id("pin"), .name("pin"), .type("password"), .custom("inputmode", "numeric"), .custom("pattern", "[0-9]{4}"), .maxlength(4),
                .custom("autocomplete", "off"), .flag("required"), .flag("autofocus"), .aria("describedby", "hint"))
            if note == .fourDigits { p(.class("wrong")) { .verbatim("Enter the 4 digits of the PIN.") } }
            p(.id("hint"), .class("quiet")) { .verbatim("The PIN is \(DarajaCredentials.pin). Other digits count as a wrong PIN.") }
            div(.class("buttons")) {
                button(.class("pay"), .name("choice"), .value("pay")) { .verbatim("Pay") }
                button(.class("cancel"), .name("choice"), .value("cancel"), .flag("formnovalidate")) { .verbatim("Cancel") }
            }
        }
    }

    private struct Message {
        let words: String
        let isGood: Bool
        let at: Instant
    }

    private var messages: [Message] {
        let moved = entries.map { entry in
            let amount = Shillings.text(entry.amount) + ".00"
            let words =
                switch entry.kind {
                case .payment:
                    "\(entry.receipt) Confirmed. \(amount) sent to \(business) for account \(entry.accountReference) on \(NairobiTime.message(entry.completedAt))."
                case .reversal:
                    "\(entry.receipt) Confirmed. Your payment \(entry.originalReceipt ?? "") was reversed on \(NairobiTime.message(entry.completedAt)), and \(amount) is back in your account."
                }
            return Message(words: words, isGood: true, at: entry.completedAt)
        }
        let failed = prompts.compactMap { prompt -> Message? in
            guard let outcome = prompt.outcome, outcome != .paid else { return nil }
            let asked = "\(Shillings.text(prompt.amount)).00 to \(business)"
            let words =
                switch outcome {
                case .cancelled: "You cancelled the payment of \(asked)."
                case .wrongPIN: "Wrong PIN. \(asked) was not paid."
                case .insufficientBalance: "Your balance is too low for \(asked)."
                case .noAnswer, .expired: "The request for \(asked) timed out."
                default: "The request for \(asked) failed."
                }
            return Message(words: words, isGood: false, at: prompt.openedAt)
        }
        return (moved + failed).sorted { $0.at > $1.at }
    }
}
