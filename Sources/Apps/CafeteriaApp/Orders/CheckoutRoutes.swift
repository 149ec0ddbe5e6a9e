import Core
import Database
import Foundation
import Interface
import Payments
import Platform
import Web

/// From the cart to an order: the wishes, the summary that is confirmed, and placing it (CAF-019 to CAF-024).
struct CheckoutRoutes: Sendable {
    let services: CafeteriaServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.checkout, allow: .members, use: show),
            .post(CafeteriaPaths.review, allow: .members, use: review),
            .post(CafeteriaPaths.orders, allow: .members, use: place),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        // What became unavailable leaves the cart here, with a word on what it was (CAF-018, RES-011).
        let gone = try await removeUnavailable(of: member.id)
        let page = try await page(member, CheckoutForm(), problem: nil, gone: gone)
        guard page.cart.portions > 0 else { return .seeOther(CafeteriaPaths.cart(), flash: gone.isEmpty ? nil : Self.goneWords(gone)) }
        return try await page.response(for: request)
    }

    static func goneWords(_ names: [String]) -> Text { "No longer available and removed: \(names.joined(separator: ", "))" }

    private func removeUnavailable(of person: PersonID) async throws -> [String] {
        try await site.write(by: person) { [carts = services.carts] write in
            let away = try carts.cart(of: person, in: write).lines.filter { $0.fault == .unavailable || $0.fault == .soldOut(left: 0) }
            for line in away { try carts.set(line.line.id, to: 0, by: person, in: write) }
            return away.map(\.item.name)
        }
    }

    func review(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(CheckoutForm.self)
        do { return try await summary(form, member, notice: nil).response(for: request) } catch let refusal as any ProblemConvertible {
            guard request.wantsPage, Self.concernsForm(refusal) else { throw refusal }
            return try await page(member, form, problem: refusal.problem, gone: []).response(for: request)
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
            return try await summary(form, member, notice: OrderRefusal.changed.problem).response(for: request)
        } catch let refusal as any ProblemConvertible {
            guard request.wantsPage, Self.concernsForm(refusal) else { throw refusal }
            return try await page(member, form, problem: refusal.problem, gone: []).response(for: request)
        }
    }

    private func summary(_ form: CheckoutForm, _ member: Member, notice: Problem?) async throws -> ReviewPage {
        let wish = try wish(form)
        guard wish.instructions.count <= Order.longestInstructions else { throw OrderRefusal.instructionsTooLong }
        guard wish.points % PointsRule.step == 0 else { throw OrderRefusal.pointsNotInSteps }
        let (cart, plan, balance) = try await site.database.read { [services] db in
            let (cart, plan) = try services.orders.preview(of: member.id, wish, in: db)
            return (cart, plan, try Points.balance(of: member.id, in: db))
        }
        guard wish.points <= PointsRule.mostUsable(of: balance, for: cart.subtotal) else { throw OrderRefusal.tooFewPoints }
        let total = Money(minor: cart.subtotal - PointsRule.discount(for: wish.points), currency: CafeteriaSettings.currency(site))
        let provider = services.payments.providers.first { $0.id == wish.provider }
        if total.minor > 0 {
            guard let provider else { throw PaymentRefusal.unknownProvider }
            try provider.check(total)
            if provider.asksPhone, wish.phone == nil { throw PaymentRefusal.phoneMissing }
        }
        return ReviewPage(
            form: form, cart: cart, readyAt: plan.readyAt, points: wish.points, total: total, provider: provider?.name, phone: wish.phone,
            notice: notice)
    }

    private func page(_ member: Member, _ form: CheckoutForm, problem: Problem?, gone: [String]) async throws -> CheckoutPage {
        let (cart, balance, phone, soonest) = try await site.database.read { [services] db in
            let cart = try services.carts.cart(of: member.id, in: db)
            let wish = Orders.Wish(provider: "")
            let plan = try? services.orders.preview(of: member.id, wish, in: db).plan
            let phone = try db.first("SELECT phone FROM account_person WHERE id = \(member.id)" as Query<String?>) ?? nil
            return (cart, try Points.balance(of: member.id, in: db), phone, plan?.readyAt)
        }
        return CheckoutPage(
            form: form, cart: cart, usable: PointsRule.mostUsable(of: balance, for: cart.subtotal), balance: balance, phone: phone,
            soonest: soonest,
            providers: services.payments.providers.filter { $0.limits.contains { $0.currency == CafeteriaSettings.currency(site) } },
            currency: CafeteriaSettings.currency(site), problem: problem, gone: gone)
    }

    /// Reads the form: the time of pickup by the site's clock, today or, where that is over, tomorrow.
    private func wish(_ form: CheckoutForm) throws -> Orders.Wish {
        let now = site.clock.now()
        let pickup: Instant?
        switch form.pickup {
        case "30": pickup = now + .seconds(1800)
        case "60": pickup = now + .seconds(3600)
        case "time":
            guard let minutes = form.time.flatMap(Self.minutes) else { throw OrderRefusal.pickupWrong }
            let start = Day(now, in: site.configuration.zone).start(in: site.configuration.zone)
            let moment = start + .seconds(60 * minutes)
            guard moment > now else { throw OrderRefusal.pickupWrong }
            pickup = moment
        default: pickup = nil
        }
        return Orders.Wish(
            pickupAt: pickup, instructions: (form.instructions ?? "").tidiedLines(), points: Int(form.points ?? "0") ?? 0,
            provider: form.provider ?? "", phone: form.phone.flatMap { KenyanPhone($0) })
    }

    private static func minutes(_ text: String) -> Int? {
        let parts = text.split(separator: ":").compactMap { Int($0) }
        guard parts.count == 2, (0..<24).contains(parts[0]), (0..<60).contains(parts[1]) else { return nil }
        return parts[0] * 60 + parts[1]
    }
}

/// The form of the checkout as it is sent, and sent again with the confirmation.
struct CheckoutForm: Decodable, Sendable {
    var pickup: String?
    var time: String?
    var instructions: String?
    var points: String?
    var provider: String?
    var phone: String?
    /// Of the order that was confirmed.
    var digest: String?
}
