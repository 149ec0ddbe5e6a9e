import Audit
import Core
import Database
import Foundation
import Interface
import Platform
import Web

/// The payments of a list as a table for spreadsheets; who took it is noted in the log.
struct PaymentExport: Sendable {
    /// More rows than a small place has in years; whoever needs more asks for a year.
    static let mostRows = 50_000
    /// So many are in memory at once.
    private static let piece = 2000

    let payments: Payments
    private let pace: CostlyCalls

    init(payments: Payments) {
        self.payments = payments
        pace = CostlyCalls(payments.site, "payments.exports", most: 12, code: "payments.too-many-exports")
    }

    var routes: [Route] {
        [.get(PaymentsPaths.listCSV, allow: .permission(.payments), use: csv)]
    }

    func csv(_ request: Request, _ member: Member) async throws -> Response {
        try pace.take(by: member)
        let (site, zone, filter) = (payments.site, payments.site.configuration.zone, PaymentFilter(request.query))
        let selection = try filter.selection(today: Day(site.clock.now(), in: zone), in: zone)
        try await site.write(by: member.id) { write in
            try write.audit(.exportData, AuditName("payments.list", "csv"), ["filter": filter.query.encoded, "form": "csv"])
        }
        let stream = ResponseStream { writer in try await write(selection, request, to: writer) }
        return Response(
            headers: [
                "Content-Type": "text/csv; charset=utf-8", "Content-Disposition": "attachment; filename=\"payments.csv\"",
                "Cache-Control": "no-store",
            ], body: .stream(stream))
    }

    /// Writes the table in pieces, each from a look of its own, so that a slow client keeps none open.
    private func write(_ selection: PaymentSelection, _ request: Request, to writer: any ResponseWriter) async throws {
        let columns: [Text] = [
            "Payment", "Number", "When", "Customer", "Phone", "Payment method", "Amount", "Currency", "Status", "Paid", "Transaction ID", "Refunded",
            "Transaction ID of the refund",
        ]
        var csv = CSVWriter(columns.map { request.render($0) })
        var (last, left) = (nil as PaymentID?, Self.mostRows)
        while left > 0 {
            let most = min(Self.piece, left)
            let (rows, customers) = try await payments.site.database.readInBackground { [payments, last] db in
                let rows = try payments.list(selection, after: last, limit: most, in: db)
                return (rows, try payments.customers(of: rows, in: db))
            }
            for payment in rows { csv.add(line(payment, customers[payment.id], request)) }
            try await writer.write(csv.take())
            guard rows.count == most else { return }
            last = rows.last?.id
            left -= most
        }
    }

    private func line(_ payment: Payment, _ customer: String?, _ request: Request) -> [String] {
        [
            request.render(payment.line), payment.id.description, payment.createdAt.rfc3339, customer ?? "", payment.payingPhone?.readable ?? "",
            request.render(payments.name(ofProvider: payment.provider)),
            payment.amount.plain, payment.amount.currency,
            request.render(PaymentBadge(payment: payment).words), payment.receipt?.at.rfc3339 ?? "", payment.receipt?.number ?? "",
            payment.refund?.receipt?.at.rfc3339 ?? "", payment.refund?.receipt?.number ?? "",
        ]
    }
}
