import Core
import Interface
import Markup
import Payments
import Web

/// When, how and with what somebody wants their order.
struct CheckoutPage: PageAnswer {
    let form: CheckoutForm
    let cart: Cart
    /// How many points can be used for it.
    let usable: Int
    let balance: Int
    /// The number that is on record.
    let phone: String?
    /// When it could be ready; nil while the kitchen can't take it.
    let soonest: Instant?
    let providers: [any PaymentProvider]
    let currency: String
    let problem: Problem?
    /// Names of what was taken out of the cart.
    let gone: [String]
    /// What counts more at present.
    var promotion: Promotion?
    let notice: OrderingNotice
    let minutesToPayCash: Int

    private static let formID = "checkout-form"

    var title: Text { "Checkout" }
    var shell: ShellStyle { .app("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.cart() }
    var slots: FrameSlots {
        FrameSlots(
            back: CafeteriaPaths.cart(),
            footer: { Button("Review order", icon: .forward, .custom("form", Self.formID), .data("needs-connection")) })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            if !gone.isEmpty { Alert(.warning) { CheckoutRoutes.goneWords(gone) } }
            notice
            ProblemAlert(problem)
            Form(CafeteriaPaths.review(), .id(Self.formID), .class("stack")) {
                Card("Pickup") {
                    RadioGroup("When", name: "pickup", choices: times, selected: form.pickup ?? "now", error: problem?.fields["pickup"])
                    TextField(
                        "Time", name: "time", value: form.time ?? "", kind: .time,
                        hint: cart.servedFrom.map { "From \(time: $0), when all of it is served." },
                        isConditional: true)
                    TextArea(
                        "Special instructions", name: "instructions", value: form.instructions ?? "", lines: 2,
                        hint: "Allergies, or how you’d like it.", error: problem?.fields["instructions"], isRequired: false,
                        .maxlength(Order.longestInstructions))
                }
                Card("Points") {
                    PromotionBanner(promotion: promotion)
                    p { "You have \(balance) points, worth \(Money(minor: PointsRule.discount(for: balance), currency: currency))." }
                    if usable > 0 {
                        Select(
                            "Use points", name: "points", choices: steps, selected: form.points ?? "0", error: problem?.fields["points"])
                    } else {
                        p(.class("muted")) { "100 points take \(Money(minor: PointsRule.stepValue, currency: currency)) off an order." }
                    }
                }
                Card("Payment") {
                    RadioGroup(
                        "How do you want to pay?", name: "provider", choices: providers.map(choice),
                        selected: form.provider ?? providers.first?.id)
                    if providers.contains(where: \.asksPhone) {
                        TextField(
                            "M-Pesa phone number", name: "phone", value: form.phone ?? phone ?? "", kind: .tel,
                            hint: "This phone will ask for your PIN. For example 0712 345 678.", error: problem?.fields["phone"],
                            isConditional: true, .autocomplete("tel"), .maxlength(20))
                    }
                }
                OrderSums(subtotal: cart.subtotal, discount: 0, points: 0, currency: currency)
            }
        }
    }

    private func choice(_ provider: any PaymentProvider) -> Choice {
        Choice(provider.id, provider.name, hint: provider.id == Orders.cash ? "Pay within \(minutesToPayCash) minutes." : nil)
    }

    private var times: [Choice] {
        let now = Choice("now", "As soon as possible", hint: soonest.map { "Ready at about \(time: $0)" })
        // What is served only later can't be picked up in half an hour.
        let soon = cart.servedFrom == nil ? [Choice("30", "In 30 minutes"), Choice("60", "In 1 hour")] : []
        return [now] + soon + [Choice("time", "At another time")]
    }

    private var steps: [Choice] {
        stride(from: 0, through: usable, by: PointsRule.step).map { points in
            points == 0
                ? Choice("0", "No points")
                : Choice(
                    String(points), "\(points) points: − \(Money(minor: PointsRule.discount(for: points), currency: currency))")
        }
    }
}

/// The summary that somebody confirms (CAF-023).
struct ReviewPage: PageAnswer {
    let form: CheckoutForm
    /// What the form says.
    let wish: Orders.Wish
    let cart: Cart
    let readyAt: Instant
    let total: Money
    let provider: Text?
    /// The points that it earns by what runs now.
    let earned: Int
    /// Where it is picked up; empty where nobody said.
    let place: String
    /// Why it is shown once more.
    let notice: Problem?

    private static let formID = "confirm-form"

    var title: Text { "Confirm your order" }
    var shell: ShellStyle { .app("cafeteria") }
    var status: Status { notice.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.cart() }
    var slots: FrameSlots {
        FrameSlots(
            back: CafeteriaPaths.checkout(),
            footer: {
                Button(
                    total.minor == 0 || wish.provider == Orders.cash ? "Confirm order" : "Confirm and pay \(total)", icon: .check,
                    .custom("form", Self.formID),
                    .data("needs-connection"))
                LinkButton("Change", href: CafeteriaPaths.checkout(), style: .secondary)
            })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            ProblemAlert(notice)
            Card("Your order") {
                ul(.class("order-lines")) {
                    for line in cart.orderable {
                        OrderLineRow(
                            quantity: line.line.quantity, name: line.item.name, choices: line.choiceNames,
                            total: Money(minor: line.total, currency: total.currency))
                    }
                }
            }
            OrderSums(
                subtotal: cart.subtotal, discount: PointsRule.discount(for: wish.points), points: wish.points, currency: total.currency)
            if earned > 0 { p(.class("muted")) { "You get \(earned) points when you pick it up." } }
            Card("Pickup and payment") {
                DescriptionList([
                    .init("Ready at about") { "\(time: readyAt)" as Text },
                    .init("Pickup place", place),
                    .init("Payment") { if total.minor > 0 { provider } else { "Paid with points" as Text } },
                    .init("Phone", total.minor > 0 ? wish.phone?.readable ?? "" : ""),
                    .init("Special instructions", wish.instructions),
                ])
            }
            Form(CafeteriaPaths.orders(), .id(Self.formID)) {
                hidden("pickup", wish.pickupAt == nil ? "now" : "moment")
                hidden("moment", wish.pickupAt.map { String($0.milliseconds) })
                hidden("instructions", wish.instructions)
                hidden("points", String(wish.points))
                hidden("provider", form.provider)
                hidden("phone", form.phone)
                hidden("digest", cart.digest(points: wish.points))
            }
        }
    }

    @HTMLBuilder private func hidden(_ name: String, _ value: String?) -> Node {
        if let value, !value.isEmpty { input(.type("hidden"), .name(name), .value(value)) }
    }
}

/// A line of an order, as its summary, its page and its receipt show it.
struct OrderLineRow: HTML {
    let quantity: Int
    let name: String
    let choices: String
    let total: Money

    var body: some HTML {
        li(.class("order-line")) {
            span(.class("order-line-count")) { "\(quantity) ×" as Text }
            span(.class("order-line-words")) {
                span(.dir("auto")) { name }
                if !choices.isEmpty { span(.class("muted"), .dir("auto")) { choices } }
            }
            span(.class("order-line-price")) { "\(total)" as Text }
        }
    }
}
