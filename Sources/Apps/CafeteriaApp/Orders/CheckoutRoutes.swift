import Accounts
import Core
import Database
import Foundation
import Interface
import Payments
import Platform
import Web

/// From the cart to an order: the wishes and the summary on one page, and placing what it shows (CAF-019 to CAF-024). Where that is no longer what
/// would be ordered, the summary is shown once more.
struct CheckoutRoutes: Sendable {
    let services: CafeteriaServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.checkout, allow: .members, use: show),
            .post(CafeteriaPaths.checkout, allow: .members, use: change),
            .post(CafeteriaPaths.review, allow: .members, use: review),
            .post(CafeteriaPaths.orders, allow: .members, use: place),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        // What became unavailable leaves the cart here, with a word on what it was (CAF-018, RES-011).
        let gone = try await removeUnavailable(of: member.id)
        let form = try await site.database.read { [now = site.clock.now()] in try CheckoutDraft.read(of: member.id, at: now, in: $0) }
        let page = try await page(member, form, request, problem: nil, gone: gone)
        guard page.cart.portions > 0 else { return .seeOther(CafeteriaPaths.cart(), flash: gone.isEmpty ? nil : Self.goneWords(gone)) }
        return try await page.response(for: request)
    }

    /// From the summary back to the wishes, which are as they were. A script keeps them by it, too.
    func change(_ request: Request, _ member: Member) async throws -> Response {
        var form = try request.form(CheckoutForm.self)
        form.pickup = form.wanted ?? form.pickup
        try await keep(form, of: member)
        let page = try await page(member, form, request, problem: nil, gone: [])
        guard page.cart.portions > 0 else { return .seeOther(CafeteriaPaths.cart()) }
        return try await page.response(for: request)
    }

    private func keep(_ form: CheckoutForm, of member: Member) async throws {
        try await site.write(by: member.id) { try CheckoutDraft.keep(form, of: member.id, in: $0) }
    }

    static func goneWords(_ names: [String]) -> Text { "No longer available and removed: \(names.joined(separator: ", "))" }

    private func removeUnavailable(of person: PersonID) async throws -> [String] {
        try await site.write(by: person) { [carts = services.carts] write in
            let away = try carts.cart(of: person, in: write).lines.filter { $0.fault == .unavailable || $0.fault == .soldOut(left: 0) }
            for line in away { try carts.drop(line.line.id, of: person, in: write) }
            return away.map(\.item.name)
        }
    }

    func review(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(CheckoutForm.self)
        try await keep(form, of: member)
        do { return try await summary(form, member, request, notice: nil).response(for: request) } catch let refusal as any ProblemConvertible {
            guard request.wantsPage, Self.concernsForm(refusal) else { throw refusal }
            return try await page(member, form, request, problem: refusal.problem, gone: []).response(for: request)
        }
    }

    private static func concernsForm(_ refusal: any ProblemConvertible) -> Bool { refusal is OrderRefusal || refusal is PaymentRefusal }

    func place(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(CheckoutForm.self)
        do {
            let wish = try wish(form)
            let order = try await services.orders.place(wish, by: member.id, named: member.name, showing: form.digest ?? "")
            return .seeOther(CafeteriaPaths.order(order))
        } catch OrderRefusal.changed where request.wantsPage {
            try await keep(form, of: member)
            // Without a script the page couldn't show the sums for other points than it was drawn with: nothing has changed but what was chosen.
            let wish = try wish(form)
            let cart = try await site.database.read { [carts = services.carts] in try carts.cart(of: member.id, for: wish.pickupAt, in: $0) }
            let shown = form.shown.flatMap { Int($0) } ?? wish.points
            let isAsShown = shown != wish.points && cart.digest(points: shown) == form.digest
            return try await summary(form, member, request, notice: isAsShown ? nil : OrderRefusal.changed.problem).response(for: request)
        } catch let refusal as any ProblemConvertible {
            guard request.wantsPage, Self.concernsForm(refusal) else { throw refusal }
            return try await page(member, form, request, problem: refusal.problem, gone: []).response(for: request)
        }
    }

    private func summary(_ form: CheckoutForm, _ member: Member, _ request: Request, notice: Problem?) async throws -> ReviewPage {
        let wish = try wish(form)
        let (cart, plan, factor) = try await site.database.read { [services, now = site.clock.now()] db in
            let (cart, plan) = try services.orders.preview(of: member.id, wish, in: db)
            return (cart, plan, try Promotion.factor(at: now, in: db))
        }
        let total = Money(minor: cart.subtotal - PointsRule.discount(for: wish.points), currency: CafeteriaSettings.currency(site))
        let provider = total.minor > 0 ? try services.payments.provider(wish.provider, for: total, phone: wish.phone) : nil
        return ReviewPage(
            form: form, wish: wish, cart: cart, readyAt: plan.readyAt, total: total, provider: provider?.name,
            earned: PointsRule.earned(for: total.minor, times: factor),
            place: site.value(of: CafeteriaSettings.pickupPlace), avoided: Avoided(of: request), notice: notice,
            clock: site.clockWords(in: request.timeZone))
    }

    private func page(_ member: Member, _ form: CheckoutForm, _ request: Request, problem: Problem?, gone: [String]) async throws -> CheckoutPage {
        let clock = site.clockWords(in: request.timeZone)
        var form = form
        form.pickup = form.wanted ?? form.pickup
        let (cart, balance, phone, soonest, promotion, closing) = try await site.database.read { [services] db in
            let cart = try services.carts.cart(of: member.id, in: db)
            let wish = Orders.Wish(provider: "")
            let plan = try? services.orders.preview(of: member.id, wish, in: db).plan
            // Whoever has none in their profile pays with the one they paid with before.
            let phone = try People.phone(of: member.id, in: db) ?? services.payments.latestPhone(of: member.id, in: db)?.readable
            return (
                cart, try Points.balance(of: member.id, in: db), phone, plan?.readyAt,
                try Promotion.running(at: services.site.clock.now(), in: db), try services.orders.closing(in: db)
            )
        }
        return CheckoutPage(
            form: form, cart: cart, usable: PointsRule.mostUsable(of: balance, for: cart.subtotal), balance: balance, phone: phone,
            soonest: soonest, times: PickupTimes(for: cart, by: clock, services.notice.pause, closing: closing, open: services.orders.open),
            providers: services.providers(in: CafeteriaSettings.currency(site)),
            currency: CafeteriaSettings.currency(site), problem: problem, gone: gone, avoided: Avoided(of: request),
            window: window(for: cart, from: soonest, until: closing), promotion: promotion,
            notice: services.notice, minutesToPayCash: site.value(of: CafeteriaSettings.minutesToPayCash),
            place: site.value(of: CafeteriaSettings.pickupPlace), clock: clock)
    }

    /// From when and until when a cart can be picked up today, in steps of five minutes; nil where that is over.
    private func window(for cart: Cart, from soonest: Instant?, until closing: Instant?) -> (from: String, until: String)? {
        let now = site.clock.now()
        let first = Slot(at: max(soonest ?? now, cart.servedFrom ?? now) + .milliseconds(299_999)).start
        guard services.menu.day(of: first) == services.menu.day(of: now) else { return nil }
        let last = [cart.servedUntil, closing].compactMap(\.self).min().map { Slot(at: $0 - .milliseconds(1)).start }
        guard last.map({ $0 > first }) ?? true else { return nil }
        let clock: (Instant) -> String = { OpeningHours.clock(services.menu.time(of: $0).minute) }
        return (clock(first), last.map(clock) ?? "23:55")
    }

    /// Reads the form. A time of day is one of today, by the site's clock.
    private func wish(_ form: CheckoutForm) throws -> Orders.Wish {
        let now = site.clock.now()
        let pickup: Instant?
        switch form.pickup {
        case "30": pickup = drawn(form, now) + .seconds(1800)
        case "60": pickup = drawn(form, now) + .seconds(3600)
        case "time":
            guard let moment = form.time.flatMap({ services.menu.moment(clock: $0, onDayOf: now) }) else { throw OrderRefusal.pickupMissing }
            guard moment > now else { throw OrderRefusal.pickupPast }
            pickup = moment
        case "moment":
            guard let moment = form.moment.flatMap({ Int64($0) }) else { throw OrderRefusal.pickupWrong }
            pickup = Instant(milliseconds: moment)
        default: pickup = nil
        }
        let provider = form.provider ?? ""
        return Orders.Wish(
            pickupAt: pickup, instructions: (form.instructions ?? "").tidiedLines(), points: Int(form.points ?? "0") ?? 0,
            provider: provider, phone: try services.payments.phone(form.phone, for: provider))
    }
}

extension CheckoutRoutes {
    /// From when “in 30 minutes” counts: from the minute at which the page said what that comes to.
    private func drawn(_ form: CheckoutForm, _ now: Instant) -> Instant {
        let told = form.drawn.flatMap { Int64($0) }.map { Instant(milliseconds: $0) }
        let fresh = CheckoutForm.minute(now)
        return told.flatMap { $0 <= fresh && $0 > now - .seconds(7200) ? $0 : nil } ?? fresh
    }
}

/// The form of the checkout as it is sent, and sent again with the confirmation.
struct CheckoutForm: Codable, Sendable {
    var pickup: String?
    /// What was chosen for the pickup, where the summary says the moment.
    var wanted: String?
    var time: String?
    /// The time of pickup that was shown in the summary: “in 30 minutes” does not move while somebody reads it. Milliseconds since 1970.
    var moment: String?
    /// The minute from which the page counted “in 30 minutes”. Milliseconds since 1970.
    var drawn: String?
    var instructions: String?
    var points: String?
    /// The points with which the page was drawn.
    var shown: String?
    var provider: String?
    var phone: String?
    /// Of the order that was confirmed.
    var digest: String?
}

extension CheckoutForm {
    /// The next full minute: what is shown to the minute is then exactly what is meant.
    static func minute(_ now: Instant) -> Instant { Instant(milliseconds: (now.milliseconds + 59_999) / 60_000 * 60_000) }
}
