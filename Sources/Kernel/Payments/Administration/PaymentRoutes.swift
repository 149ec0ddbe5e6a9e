import Core
import Database
import Interface
import Platform
import Web

/// Payments in the portal: what came in, what went back, and what somebody has to see to (CORE-028, CAF-030).
struct PaymentRoutes: Sendable {
    let payments: Payments

    private var site: Site { payments.site }
    private static let pageSize = 50

    var routes: [Route] {
        [
            .get(PaymentsPaths.list, allow: .permission(.payments), use: list),
            .get(PaymentsPaths.payment, allow: .permission(.payments), use: show),
            .post(PaymentsPaths.refund, allow: .permission(.payments), use: refund),
            .post(PaymentsPaths.retry, allow: .permission(.payments), use: retry),
            .post(PaymentsPaths.cash, allow: .permission(.payments), use: payOut),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> PaymentsPage {
        let before = request.query["before"].flatMap { PaymentID($0) } ?? PaymentID(.max)
        let asked = request.query["show"].flatMap(PaymentListFilter.init)
        let (filter, rows, waiting) = try await site.database.read { [payments] db in
            let waiting = try payments.attention(in: db)
            let filter = asked ?? (waiting > 0 ? .attention : .all)
            return (filter, try payments.list(filter, before: before, limit: Self.pageSize + 1, in: db), waiting)
        }
        return PaymentsPage(
            filter: filter, rows: Array(rows.prefix(Self.pageSize)), next: rows.count > Self.pageSize ? rows[Self.pageSize - 1].id : nil,
            isFirst: before.number == .max, waiting: waiting, payments: payments)
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

    private struct RefundForm: Decodable {
        var reason: String?
    }

    func refund(_ request: Request, _ member: Member, _ id: PaymentID) async throws -> Response {
        let reason = (try request.form(RefundForm.self).reason ?? "").tidied()
        guard (1...200).contains(reason.length) else {
            let problem = Problem(
                .invalid, "payments.reason-missing", "Nothing was sent back.", remedy: "Write why.",
                fields: ["reason": "Write why. The person who paid sees this."])
            return try await page(id, for: member, problem: problem).response(for: request)
        }
        var answer = try await change(request, member, id) { payments, write in
            try payments.refund(id, because: .verbatim(reason), in: write)
        }
        if answer.status == .seeOther { answer.flash = "Refund started." }
        return answer
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
