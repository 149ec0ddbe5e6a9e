import Core
import Interface
import Markup
import Payments
import Web

/// When, how and with what somebody wants their order, and what it comes to: the summary that they confirm (CAF-023).
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
    /// The times that can be chosen.
    let times: PickupTimes
    let providers: [any PaymentProvider]
    let currency: String
    let problem: Problem?
    /// Names of what was taken out of the cart.
    let gone: [String]
    /// What its owner avoids.
    let avoided: Avoided
    /// From when and until when something can be picked up today, by the site's clock: `12:35`.
    let window: (from: String, until: String)?
    /// What counts more at present.
    var promotion: Promotion?
    let notice: OrderingNotice
    let minutesToPayCash: Int
    /// Where it is picked up; empty where nobody said.
    let place: String
    let clock: ClockWords

    private static let formID = "checkout-form"

    var title: Text { "Checkout" }
    var shell: ShellStyle { .app("cafeteria") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.cart() }
    var scripts: [String] { ["checkout", "place-time"].map { "cafeteria/js/\($0).js" } }
    var slots: FrameSlots {
        FrameSlots(
            back: CafeteriaPaths.cart(),
            footer: {
                if times.areAny {
                    Button(
                        "Confirm order · \(total)", icon: .check, .custom("form", Self.formID), .data("amount", text: "\(total)"),
                        .data("needs-connection"))
                }
            })
    }

    /// What was chosen, as far as it can still be had.
    private var points: Int { steps.contains { $0.value == form.points } ? Int(form.points ?? "0") ?? 0 : 0 }
    private func total(with points: Int) -> Money { Money(minor: cart.subtotal - PointsRule.discount(for: points), currency: currency) }
    private var total: Money { total(with: points) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            if !gone.isEmpty { Alert(.warning) { CheckoutRoutes.goneWords(gone) } }
            notice
            ProblemAlert(problem?.beside(["phone"]))
            Form(CafeteriaPaths.orders(), .id(Self.formID), .class("stack"), .data("kept-by", CafeteriaPaths.checkout())) {
                Card("Pickup") {
                    if !place.isEmpty { p(.class("muted"), .dir("auto")) { place } }
                    pickup
                    PlaceTime(zone: clock.zone)
                    TextArea(
                        "Special instructions", name: "instructions", value: form.instructions ?? "", lines: 2,
                        hint: "Allergies, or how you’d like it.", error: problem?.fields["instructions"], isRequired: false,
                        .maxlength(Order.longestInstructions))
                }
                Card("Points") {
                    PromotionBanner(promotion: promotion)
                    PointsWorth(balance: balance, currency: currency)
                    if usable > 0 {
                        Select("Use points", name: "points", choices: steps, selected: String(points), error: problem?.fields["points"])
                        for one in steps { sums(of: Int(one.value) ?? 0) }
                    }
                }
                Card("Payment") {
                    RadioGroup(
                        "How do you want to pay?", name: "provider", choices: providers.map(choice),
                        selected: providers.first { $0.id == form.provider }?.id ?? providers.first?.id)
                    if providers.contains(where: \.asksPhone) {
                        TextField(
                            "M-Pesa phone number", name: "phone", value: form.phone ?? phone ?? "", kind: .tel,
                            hint: "This phone will ask for your PIN. For example 0712 345 678.", error: problem?.fields["phone"],
                            isConditional: true, .autocomplete("tel"), .maxlength(20), .flag("autofocus", problem?.fields["phone"] != nil))
                    }
                }
                CartSummary(cart: cart, currency: currency, avoided: avoided)
                OrderSums(
                    subtotal: cart.subtotal, discount: PointsRule.discount(for: points), points: points, currency: currency, isChanging: usable > 0)
                input(.type("hidden"), .name("drawn"), .value(String(CheckoutForm.minute(clock.now).milliseconds)))
                input(.type("hidden"), .name("shown"), .value(String(points)))
                input(.type("hidden"), .name("digest"), .value(cart.digest(points: points)))
                above
            }
        }
    }

    /// What an order comes to with some points, for a script that shows it.
    private func sums(of points: Int) -> some HTML {
        span(
            .flag("hidden"), .data("sums", String(points)), .data("digest", cart.digest(points: points)),
            .data("points", text: "\(points) points"),
            .data("discount", text: "\(Money(minor: -PointsRule.discount(for: points), currency: currency))"),
            .data("total", text: "\(total(with: points))")
        ) {}
    }

    /// Beside the button, what is wrong further up, which is out of sight there.
    @HTMLBuilder private var above: Node {
        let wrong = (problem?.fields ?? [:]).filter { $0.key != "phone" }.sorted { $0.key < $1.key }
        if !wrong.isEmpty {
            Alert(.danger, title: "Something above needs correcting") {
                for (name, error) in wrong { p { a(.href("#field-" + name)) { error } } }
            }
        }
    }

    private func choice(_ provider: any PaymentProvider) -> Choice {
        Choice(
            provider.id, provider.name,
            hint: provider.id == Orders.cash
                ? "Pay within \(minutesToPayCash) minutes, or for a later pickup before the kitchen begins. Unpaid orders are cancelled." : nil)
    }

    @HTMLBuilder private var pickup: Node {
        if times.areAny {
            let wanted = form.pickup.flatMap { value in choices.contains { $0.value == value } ? value : nil }
            RadioGroup(
                "When", name: "pickup", choices: choices, selected: wanted ?? choices.first?.value, error: problem?.fields["pickup"])
            TextField(
                "Time", name: "time", value: form.time ?? window?.from ?? "", kind: .time,
                hint: times.words ?? window.map { "Today from \($0.from) to \($0.until)" }, error: problem?.fields["time"], isConditional: true,
                window.map { .group([.data("first", $0.from), .data("last", $0.until)]) } ?? .nothing)
        } else {
            p(.class("muted")) { "You can choose a pickup time when the kitchen takes orders again." }
        }
    }

    private var choices: [Choice] {
        // A duration alone leaves one to reckon.
        let soon = times.minutes.map { minutes in
            Choice(
                String(minutes), minutes == 60 ? "In 1 hour" : "In \(minutes) minutes",
                hint: at(CheckoutForm.minute(clock.now) + .seconds(60 * minutes)))
        }
        let first = times.haveNow ? [Choice("now", "As soon as possible", hint: soonest.map { "Ready \(clock.about($0))" })] : []
        return first + soon + [Choice("time", "At another time")]
    }

    private func at(_ moment: Instant) -> Text { clock.isToday(moment) ? "At \(time: moment)" : "Tomorrow at \(time: moment)" }

    private var steps: [Choice] {
        stride(from: 0, through: usable, by: PointsRule.step).map { points in
            points == 0
                ? Choice("0", "No points")
                : Choice(
                    String(points), "\(points) points: − \(Money(minor: PointsRule.discount(for: points), currency: currency))")
        }
    }
}

/// The summary once more, where it is no longer what the checkout showed: what somebody confirms is what they see (CAF-023).
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
    /// What its owner avoids.
    let avoided: Avoided
    /// Why it is shown once more.
    let notice: Problem?
    let clock: ClockWords

    private static let formID = "confirm-form"

    var title: Text { "Confirm your order" }
    var shell: ShellStyle { .app("cafeteria") }
    var status: Status { notice.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.cart() }
    var slots: FrameSlots {
        FrameSlots(
            back: CafeteriaPaths.checkout(),
            footer: {
                Button("Confirm order · \(total)", icon: .check, .custom("form", Self.formID), .data("needs-connection"))
            })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            ProblemAlert(notice)
            CartSummary(cart: cart, currency: total.currency, avoided: avoided)
            OrderSums(
                subtotal: cart.subtotal, discount: PointsRule.discount(for: wish.points), points: wish.points, currency: total.currency)
            if earned > 0 { p(.class("muted")) { "You get \(earned) points when you pick it up." } }
            Card("Pickup and payment") {
                DescriptionList([
                    .init("Ready") { clock.about(readyAt) },
                    .init("Pickup place", place),
                    .init("Payment") { if total.minor > 0 { provider } else { "Paid with points" as Text } },
                    .init("Phone", total.minor > 0 ? wish.phone?.readable ?? "" : ""),
                    .init("Special instructions", wish.instructions),
                ])
                Button(
                    "Change", icon: .edit, style: .quiet, .custom("form", Self.formID), .custom("formaction", CafeteriaPaths.checkout()),
                    .data("needs-connection"))
            }
            Form(CafeteriaPaths.orders(), .id(Self.formID)) {
                hidden("pickup", wish.pickupAt == nil ? "now" : "moment")
                hidden("wanted", form.wanted ?? form.pickup)
                hidden("time", form.time)
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

/// What of a cart is ordered, and what isn't.
struct CartSummary: HTML {
    let cart: Cart
    let currency: String
    let avoided: Avoided

    var body: some HTML {
        Card("Your order") {
            ul(.class("order-lines")) {
                for line in cart.orderable {
                    OrderLineRow(
                        quantity: line.line.quantity, name: line.item.name, choices: line.choiceNames,
                        total: Money(minor: line.total, currency: currency), picture: DishPicture(item: line.item, size: .small),
                        change: line.oldPrice.map { PriceChange(from: $0, to: line.unitPrice, currency: currency) },
                        warning: avoided.warning(line.item, line.choices))
                }
            }
            if !cart.faulty.isEmpty {
                Alert(.warning) { "Not part of this order: \(cart.faulty.map(\.item.name).joined(separator: ", ")). Your cart says why." }
            }
        }
    }
}

/// How many points somebody has and what they are good for, or how many more they need.
struct PointsWorth: HTML {
    let balance: Int
    let currency: String

    var body: some HTML {
        p {
            let discount = PointsRule.discount(for: balance)
            if discount > 0 {
                "You have \(balance) points, worth \(Money(minor: discount, currency: currency))." as Text
            } else {
                "Your points: \(max(0, balance))" as Text
                span(.class("muted")) {
                    " · " as String
                    PointsRule.missing(to: balance, currency: currency)
                }
            }
        }
    }
}

/// A line of an order, as its summary, its page and its receipt show it.
struct OrderLineRow: HTML {
    let quantity: Int
    let name: String
    let choices: String
    let total: Money
    /// For customers; staff know what it looks like.
    var picture: DishPicture?
    /// Where it costs something else than when it was put into the cart.
    var change: PriceChange?
    /// That it contains what the customer avoids.
    var warning: Text?

    var body: some HTML {
        li(.class("order-line")) {
            picture
            span(.class("order-line-count")) { "\(quantity) ×" as Text }
            span(.class("order-line-words")) {
                span(.dir("auto")) { name }
                if !choices.isEmpty { span(.class("muted"), .dir("auto")) { choices } }
                change
                AvoidedNote(words: warning)
            }
            span(.class("order-line-price")) { "\(total)" as Text }
        }
    }
}
