import Core
import Database
import Events
import Interface
import Payments
import Platform
import Web

/// The counter, for staff: finding, paying, cancelling and printing orders.
struct CounterRoutes: Sendable {
    let services: CafeteriaServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.counter, allow: .permission(.cafeteriaKitchen), use: show),
            .get(CafeteriaPaths.find, allow: .permission(.cafeteriaKitchen), use: find),
            .get(CafeteriaPaths.counterOrder, allow: .permission(.cafeteriaKitchen), use: showOrder),
            .post(CafeteriaPaths.takeCash, allow: .permission(.cafeteriaKitchen), use: takeCash),
            .post(CafeteriaPaths.askPhone, allow: .permission(.cafeteriaKitchen), use: askPhone),
            .post(CafeteriaPaths.handBack, allow: .permission(.cafeteriaKitchen), use: handBack),
            .get(CafeteriaPaths.cancelForCustomer, allow: .permission(.cafeteriaKitchen), use: confirmCancel),
            .post(CafeteriaPaths.cancelForCustomer, allow: .permission(.cafeteriaKitchen), use: cancel),
            .get(CafeteriaPaths.ticket, allow: .permission(.cafeteriaKitchen), use: ticket),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> CounterPage { try await page(member, request) }

    private func page(
        _ member: Member, _ request: Request, words: String = "", day: Day? = nil, found: [Order] = [], problem: Problem? = nil
    ) async throws -> CounterPage {
        let now = site.clock.now()
        return CounterPage(
            board: try await services.counter.board(), clock: site.clockWords(in: request.timeZone), pause: OrderingPause(of: site, at: now),
            hasBegun: try await services.counter.begunSale(of: member) != nil, words: words, day: day, found: found, problem: problem)
    }

    /// Leads to the order of a code, a number or a name, or shows those of a name; what no order has is said where the next one is scanned.
    func find(_ request: Request, _ member: Member) async throws -> Response {
        let code = String((request.query["code"] ?? "").trimmed.prefix(200))
        guard !code.isEmpty else { return .seeOther(CafeteriaPaths.counter()) }
        let day = request.query["day"].flatMap { Day($0) }
        if let id = try await services.counter.find(code, on: day) { return .seeOther(CafeteriaPaths.counterOrder(id)) }
        let found = Counter.isName(code) ? try await services.counter.named(code, on: day) : []
        if found.count == 1 { return .seeOther(CafeteriaPaths.counterOrder(found[0].id)) }
        let problem = found.isEmpty ? unknown(code, on: day) : nil
        if let problem, !request.wantsPage { throw problem }
        return try await page(member, request, words: code, day: day, found: found, problem: problem).response(for: request)
    }

    private func unknown(_ code: String, on day: Day?) -> Problem {
        let days = Counter.daysBack
        let moment = day?.noon(in: site.configuration.zone)
        if Counter.isName(code) {
            let words: Text = moment.map { "No order of \(day: $0) is for “\(code)”." } ?? "No order of the last \(days) days is for “\(code)”."
            return Problem(.notFound, "cafeteria.unknown-code", words, remedy: "Try a part of the name, or the number.", fields: ["code": words])
        }
        let isNumber = code.count <= 6
        let words: Text =
            switch (isNumber, moment) {
            case (true, let moment?): "No order of \(day: moment) has the number \(code)."
            case (false, let moment?): "No order of \(day: moment) has this code."
            case (true, nil): "No order of the last \(days) days has the number \(code)."
            case (false, nil): "No order of the last \(days) days has this code."
            }
        let remedy: Text =
            isNumber ? "Check the number on the customer’s phone, or search for their name." : "Scan it again, or type the number of the order."
        return Problem(.notFound, "cafeteria.unknown-code", words, remedy: remedy, fields: ["code": words])
    }

    func showOrder(_ request: Request, _ member: Member, _ id: OrderID) async throws -> CounterOrderPage {
        var page = try await page(id, request)
        page.isSold = request.query["sold"] == "true"
        return page
    }

    private func page(_ id: OrderID, _ request: Request, problem: Problem? = nil) async throws -> CounterOrderPage {
        try await site.database.read { [services, site] db in
            let order = try services.orders.find(id, in: db)
            return CounterOrderPage(
                order: order, lines: try db.all(.lines(of: [id])), payments: try services.payments.all(for: order.subject, in: db),
                receipts: try services.payments.receiptLinks(of: order.subject, in: db),
                providers: services.providers(in: order.currency),
                sequence: try site.events.head(in: db), clock: site.clockWords(in: request.timeZone), problem: problem)
        }
    }

    private struct CashFields: Decodable {
        /// An amount that a button has.
        var note: String?
        var given: String?
    }

    func takeCash(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        let form = try request.form(CashFields.self)
        let text = form.note ?? form.given ?? ""
        do {
            try await site.write(by: member.id) { [orders = services.orders] write in
                let order = try orders.find(id, in: write)
                try orders.takeCash(for: order, given: try Orders.given(text, for: order.cost), in: write)
            }
        } catch let refusal as OrderRefusal {
            guard request.wantsPage else { throw refusal }
            var page = try await page(id, request, problem: refusal.problem)
            page.given = text
            return try await page.response(for: request)
        }
        // The change comes first, as after a sale.
        return .seeOther(link(CafeteriaPaths.counterOrder(id), query: ["sold": "true"]), flash: "Paid. The kitchen has the order.")
    }

    private struct PhoneFields: Decodable {
        var phone: String
    }

    /// Asks a phone for the money; the page follows what becomes of it.
    func askPhone(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        let text = try request.form(PhoneFields.self).phone
        do {
            try await site.write(by: member.id) { [services] write in
                let order = try services.orders.find(id, in: write)
                guard let provider = services.payments.providers.first(where: \.asksPhone) else { throw PaymentRefusal.unknownProvider }
                let phone = try services.payments.phone(text, for: provider.id)
                try services.payments.provider(provider.id, for: order.cost, phone: phone)
                try services.orders.pay(order, with: provider.id, phone: phone, in: write)
            }
        } catch let refusal as PaymentRefusal {
            guard request.wantsPage else { throw refusal }
            var page = try await page(id, request, problem: refusal.problem)
            page.phone = text
            return try await page.response(for: request)
        }
        return .seeOther(CafeteriaPaths.counterOrder(id))
    }

    /// Staff gave the money of an order back in cash: what was paid in cash, and what M-Pesa couldn't send back.
    func handBack(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        let payment = try request.formFields()["payment"].flatMap { PaymentID($0) }
        try await site.write(by: member.id) { [services] write in
            let order = try services.orders.find(id, in: write)
            let owed = try services.payments.all(for: order.subject, in: write).first { $0.isDueInCash && ($0.id == payment || payment == nil) }
            guard let owed else { throw PaymentRefusal.already(.refunded) }
            try services.payments.handBackCash(owed.id, in: write)
        }
        return .seeOther(
            KitchenRoutes.back(request, or: CafeteriaPaths.counterOrder(id)), flash: "Noted: the money was given back.")
    }

    func confirmCancel(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        try await confirmCancel(id, request)
    }

    private func confirmCancel(_ id: OrderID, _ request: Request, problem: Problem? = nil) async throws -> Response {
        let page = try await page(id, request)
        // The order has moved on since its page was drawn, which says how it is now.
        guard page.order.status.canBeCancelledByStaff else { return .seeOther(CafeteriaPaths.counterOrder(id)) }
        return try await CancelForCustomerPage(order: page.order, payments: page.payments, problem: problem)
            .response(for: request)
    }

    private struct CancelFields: Decodable {
        var reason: String?
        var words: String?
        /// Whether the customer has the cash already.
        var handedBack: String?
    }

    func cancel(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        let form = try request.form(CancelFields.self)
        do {
            guard let reason = form.reason.flatMap(CancelReason.init) else { throw OrderRefusal.reasonMissing }
            let words = try reason.words(String((form.words ?? "").trimmed.prefix(CancelReason.longest)))
            try await site.write(by: member.id) { [orders = services.orders, payments = services.payments] write in
                try orders.cancel(id, because: words, isByStaff: true, in: write)
                guard form.handedBack != nil else { return }
                let order = try orders.find(id, in: write)
                for payment in try payments.all(for: order.subject, in: write) where payment.isDueInCash {
                    try payments.handBackCash(payment.id, in: write)
                }
            }
        } catch OrderRefusal.reasonMissing where request.wantsPage {
            return try await confirmCancel(id, request, problem: OrderRefusal.reasonMissing.problem)
        }
        return .seeOther(CafeteriaPaths.counterOrder(id), flash: "The order has been cancelled.")
    }

    func ticket(_ request: Request, _ member: Member, _ id: OrderID) async throws -> TicketPage {
        let station = request.query["station"].flatMap { StationID($0) }
        return try await site.database.read { [orders = services.orders, site] db in
            let all = try db.all(.lines(of: [id]))
            let own = all.filter { $0.station == station }
            return TicketPage(
                order: try orders.find(id, in: db), lines: own.isEmpty ? all : own,
                stations: try db.all(Query<Station>.all), placeName: site.placeName,
                clock: site.clockWords(in: request.timeZone),
                prints: request.query["print"] == "true")
        }
    }
}
