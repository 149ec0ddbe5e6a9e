import Core
import Interface
import Markup
import Payments
import Web

/// How an order is paid that isn't yet: the PIN on a phone or the counter, until when, and what else can be done meanwhile (CAF-026, CAF-029).
struct OrderPaymentCard: HTML {
    let order: Order
    /// The attempt that was begun last.
    let latest: Payment?
    let providers: [any PaymentProvider]
    /// Where it is picked up; empty where nobody said.
    let place: String
    let clock: ClockWords
    let problem: Problem?
    /// The number that was typed, where something is wrong with it.
    let typed: String?

    private var open: Payment? { latest.flatMap { $0.isOpen ? $0 : nil } }
    private var pay: String { CafeteriaPaths.pay(order.id) }

    var body: some HTML {
        section(.class("card stack pay-card"), .aria("labelledby", "pay-title")) {
            if let open, let phone = open.payingPhone {
                h2(.id("pay-title")) { "Check your phone" }
                p { "Enter your M-Pesa PIN on \(phone.readable) to pay \(order.cost)." }
                countdown
                div(.class("pay-ways")) {
                    sendAgain(open, phone)
                    atCounter
                }
                otherNumber(phone)
                nothingCame
            } else if open != nil {
                h2(.id("pay-title")) { "Pay at the counter" }
                p(.class("pickup pickup-number")) { order.number }
                p { "Give this number and pay \(order.cost). The kitchen starts when you’ve paid." }
                countdown
                if !others.isEmpty { Disclosure("Pay another way", isOpen: problem != nil) { choice(of: others) } }
            } else {
                h2(.id("pay-title")) { "Not paid yet" }
                if let failure = latest?.failure { Alert(.warning) { failure } }
                countdown
                choice(of: providers)
            }
            // What one waits for, once it is paid.
            p(.class("muted")) {
                // The kitchen begins when it is paid: what is due soon may become later.
                if order.promisedAt < order.payableUntil + .seconds(1800) {
                    "Ready \(clock.about(order.promisedAt)), or later if you pay later."
                } else {
                    "Ready \(clock.about(order.promisedAt))"
                }
            }
            if !place.isEmpty { p(.class("muted"), .dir("auto")) { place } }
        }
    }

    private var others: [any PaymentProvider] { providers.filter { $0.id != latest?.provider } }

    private var countdown: some HTML {
        p(.class("countdown"), .data("countdown", String(order.payableUntil.milliseconds)), .role("timer")) {
            "Pay before \(clock.time(order.payableUntil)), or the order is cancelled."
        }
    }

    /// A script holds it back while the phone may still show the last one; without one the answer says so.
    private func sendAgain(_ payment: Payment, _ phone: KenyanPhone) -> some HTML {
        Form(pay) {
            input(.type("hidden"), .name("provider"), .value(payment.provider))
            input(.type("hidden"), .name("phone"), .value(phone.readable))
            Button(
                "Send again", icon: .refresh, style: .secondary, .data("needs-connection"),
                .data("enabled-from", String(Payments.nextPrompt(after: payment).milliseconds)), .data("until-then", text: "Send again in \("%1")"))
        }
    }

    @HTMLBuilder private var atCounter: Node {
        if let cash = others.first(where: { $0.id == Orders.cash }) {
            Form(pay) {
                input(.type("hidden"), .name("provider"), .value(cash.id))
                Button("Pay at the counter instead", icon: .wallet, style: .secondary, .data("needs-connection"))
            }
        }
    }

    private func otherNumber(_ phone: KenyanPhone) -> some HTML {
        Disclosure("Change number", isOpen: problem?.fields["phone"] != nil) {
            Form(pay, .class("stack")) {
                input(.type("hidden"), .name("provider"), .value(latest?.provider ?? ""))
                number(phone.readable)
                Actions { Button("Send to this number", .data("needs-connection")) }
            }
        }
    }

    private var nothingCame: some HTML {
        Disclosure("Nothing on your phone?") {
            ul(.class("pay-help")) {
                li { "Check that the phone is on, unlocked and has a signal." }
                li { "Finish or cancel other M-Pesa requests on it." }
                li { "After a minute, send it again. You pay only once." }
            }
        }
    }

    private func choice(of providers: [any PaymentProvider]) -> some HTML {
        Form(pay, .class("stack")) {
            RadioGroup(
                "How do you want to pay?", name: "provider", choices: providers.map { Choice($0.id, $0.name) },
                selected: providers.first { $0.id == latest?.provider }?.id ?? providers.first?.id)
            if providers.contains(where: \.asksPhone) { number(latest?.payingPhone?.readable ?? "", isConditional: true) }
            Actions { Button("Pay \(order.cost)", .data("needs-connection")) }
        }
    }

    private func number(_ value: String, isConditional: Bool = false) -> some HTML {
        TextField(
            "M-Pesa phone number", name: "phone", value: typed ?? value, kind: .tel, hint: isConditional ? nil : "For example 0712 345 678.",
            error: problem?.fields["phone"], isRequired: !isConditional, isConditional: isConditional, .autocomplete("tel"), .maxlength(20),
            .flag("autofocus", problem?.fields["phone"] != nil))
    }
}
