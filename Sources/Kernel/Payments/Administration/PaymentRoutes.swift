import Accounts
import Core
import Database
import Interface
import Platform
import Web

/// Payments in the portal: what came in, what went back, and what somebody has to see to (CORE-028, CAF-030).
struct PaymentRoutes: Sendable {
    let payments: Payments
    private let questions: CostlyCalls

    private var site: Site { payments.site }
    private static let pageSize = 50

    init(payments: Payments) {
        self.payments = payments
        questions = CostlyCalls(payments.site, "payments.questions", most: 12, code: "payments.too-many-questions")
    }

    var routes: [Route] {
        [
            .get(PaymentsPaths.list, allow: .permission(.payments), use: list),
            .get(PaymentsPaths.payment, allow: .permission(.payments), use: show),
            .get(PaymentsPaths.refund, allow: .permission(.payments), use: askRefund),
            .post(PaymentsPaths.refund, allow: .permission(.payments), use: refund),
            .post(PaymentsPaths.ask, allow: .permission(.payments), use: ask),
            .post(PaymentsPaths.retry, allow: .permission(.payments), use: retry),
            .post(PaymentsPaths.cash, allow: .permission(.payments), use: payOut),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> PaymentsPage {
        let last = request.query["before"].flatMap { PaymentID($0) }
        let (asked, names) = (PaymentFilter(request.query), EntityNames(site))
        let (today, zone) = (Day(site.clock.now(), in: site.configuration.zone), site.configuration.zone)
        return try await site.database.readInBackground { [payments] db in
            let waiting = try payments.attention(in: db)
            let filter = asked.show == nil ? asked.showing(waiting > 0 && !asked.isNarrowed ? .attention : .all) : asked
            let selection: PaymentSelection
            do throws(Problem) { selection = try filter.selection(today: today, in: zone) } catch {
                return PaymentsPage(
                    filter: filter, rows: [], customers: [:], totals: [], next: nil, isFirst: true, waiting: waiting, ways: [],
                    mistakes: error.fields, payments: payments)
            }
            let found = try payments.list(selection, after: last, limit: Self.pageSize + 1, in: db)
            let rows = Array(found.prefix(Self.pageSize))
            let called = try payments.customers(of: rows, in: db)
            var customers: [PaymentID: PaymentCustomer] = [:]
            for payment in rows {
                guard let name = called[payment.id] else { continue }
                let path = payment.person.flatMap { names.path(Person.auditEntity, $0.description, for: member) }
                customers[payment.id] = PaymentCustomer(name: name, path: path)
            }
            return PaymentsPage(
                filter: filter, rows: rows, customers: customers, totals: rows.isEmpty ? [] : try payments.totals(selection, in: db),
                next: found.count > Self.pageSize ? rows.last?.id : nil, isFirst: last == nil, waiting: waiting,
                ways: rows.isEmpty ? try Self.ways(out: filter, of: selection, payments, in: db) : [], mistakes: [:], payments: payments)
        }
    }

    /// Which filter hides everything: what shows something without it.
    private static func ways(
        out filter: PaymentFilter, of selection: PaymentSelection, _ payments: Payments, in db: any Connection
    ) throws -> [PaymentsPage.Way] {
        var (onAllDates, inAllTabs, withoutWords) = (selection, selection, selection)
        (onAllDates.from, onAllDates.until) = (nil, nil)
        inAllTabs.show = .all
        withoutWords.words = ""
        var ways: [PaymentsPage.Way] = []
        if filter.hasDates, try payments.hasAny(onAllDates, in: db) { ways.append(.otherDates) }
        if selection.show != .all, try payments.hasAny(inAllTabs, in: db) { ways.append(.otherTabs) }
        if !filter.words.isEmpty, try payments.hasAny(withoutWords, in: db) { ways.append(.otherWords) }
        return ways
    }

    func show(_ request: Request, _ member: Member, _ id: PaymentID) async throws -> PaymentPage { try await page(id, for: member) }

    private func page(_ id: PaymentID, for member: Member, problem: Problem? = nil) async throws -> PaymentPage {
        try await site.database.read { [payments] db in
            guard let payment = try payments.find(id, in: db) else { throw Problem.notFound }
            let receipts = try payments.receipts(of: payment.subject, in: db).filter { $0.payment == id }
            return PaymentPage(
                payment: payment, receipts: receipts.map(ReceiptLink.init), payments: payments,
                isToDo: try payments.isToDo(id, in: db), staffPath: payments.staffPath(of: payment.subject, for: member),
                problem: problem)
        }
    }

    func askRefund(_ request: Request, _ member: Member, _ id: PaymentID) async throws -> Response {
        guard let page = try await refundPage(id) else { return .seeOther(PaymentsPaths.payment(id)) }
        return try await page.response(for: request)
    }

    /// - Returns: nil for a payment that can't be refunded.
    private func refundPage(_ id: PaymentID, _ form: RefundForm? = nil, problem: Problem? = nil) async throws -> RefundPage? {
        try await site.database.read { [payments] db in
            guard let payment = try payments.find(id, in: db) else { throw Problem.notFound }
            guard payment.isPaid else { return nil }
            return RefundPage(
                payment: payment, customer: try payments.customers(of: [payment], in: db)[id],
                cancellation: try payments.payable(payment.subject.kind).cancellation(of: payment.subject.id, in: db),
                provider: payments.name(ofProvider: payment.provider), form: form, problem: problem)
        }
    }

    func refund(_ request: Request, _ member: Member, _ id: PaymentID) async throws -> Response {
        let form = try request.form(RefundForm.self)
        let reason = (form.reason ?? "").tidied()
        guard (1...RefundForm.longest).contains(reason.length) else {
            let problem = Problem(
                .invalid, "payments.reason-missing", "Nothing was sent back.", remedy: "Write why.",
                fields: ["reason": "Write why. The person who paid sees this."])
            guard let page = try await refundPage(id, form, problem: problem) else { return .seeOther(PaymentsPaths.payment(id)) }
            return try await page.response(for: request)
        }
        var answer = try await change(request, member, id) { payments, write in
            if form.cancel {
                try payments.refundAndCancel(id, because: .verbatim(reason), in: write)
            } else {
                try payments.refund(id, because: .verbatim(reason), in: write)
            }
        }
        if answer.status == .seeOther { answer.flash = "Refund started." }
        return answer
    }

    /// Asks the provider now, and not when the next question would be due.
    func ask(_ request: Request, _ member: Member, _ id: PaymentID) async throws -> Response {
        try questions.take(by: member)
        guard let payment = try await site.database.read({ [payments] db in try payments.find(id, in: db) }) else { throw Problem.notFound }
        guard payments.canAsk(about: payment) else { return .seeOther(PaymentsPaths.payment(id)) }
        let provider = payments.name(ofProvider: payment.provider)
        let answer: Text =
            switch try await PaymentWork(payments: payments).check(id) {
            case .succeeded: "\(provider) says: paid."
            case .pending: "\(provider) says: not decided yet."
            case .failed(let words), .declined(let words): "\(provider) says: not paid. \(words)"
            case .expired: "\(provider) says: not paid in time."
            case nil: "\(provider) didn’t answer. Try again in a minute."
            }
        return .seeOther(PaymentsPaths.payment(id), flash: answer)
    }

    func retry(_ request: Request, _ member: Member, _ id: PaymentID) async throws -> Response {
        try await change(request, member, id) { payments, write in try payments.retryRefund(id, in: write) }
    }

    func payOut(_ request: Request, _ member: Member, _ id: PaymentID) async throws -> Response {
        try await change(request, member, id) { payments, write in try payments.handBackCash(id, in: write) }
    }

    private func change(
        _ request: Request, _ member: Member, _ id: PaymentID, _ body: @escaping @Sendable (Payments, Write) throws -> Void
    ) async throws -> Response {
        do {
            try await site.write(by: member.id) { [payments] write in try body(payments, write) }
            return .seeOther(PaymentsPaths.payment(id))
        } catch let refusal as PaymentRefusal where request.wantsPage {
            return try await page(id, for: member, problem: refusal.problem).response(for: request)
        }
    }
}
