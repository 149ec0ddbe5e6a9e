import Core
import Database
import Platform

/// The part's share in the export and the erasure of a person's data (CORE-020). What was paid stays in the books; the name and the phone go.
struct PaymentsData: PersonalData {
    let site: Site
    let folder = "payments"
    var title: Text { "Payments" }

    private struct Share: Encodable {
        let id: Int64
        let createdAt: String
        let amount: Int
        let currency: String
        let provider: String
        let status: String
        let phone: String?
        let receipt: String?
        let refundReceipt: String?
    }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let payments = try await site.database.readInBackground { db in
            try db.all("SELECT \(Payment.columns) FROM payment_payment WHERE person_id = \(person) ORDER BY id LIMIT 10000" as Query<Payment>)
        }
        try await exportReceipts(of: person, into: export)
        guard !payments.isEmpty else { return }
        try export.add(
            payments.map { payment in
                Share(
                    id: payment.id.number, createdAt: payment.createdAt.rfc3339, amount: payment.amount.minor, currency: payment.amount.currency,
                    provider: payment.provider, status: payment.status.rawValue, phone: payment.phone, receipt: payment.receipt?.number,
                    refundReceipt: payment.refund?.receipt?.number)
            }, as: "payments.json", "Your payments")
    }

    private struct ReceiptShare: Encodable {
        let number: String
        let issuedAt: String
        let lines: [Sale.Line]
        let total: Int
        let currency: String
    }

    private func exportReceipts(of person: PersonID, into export: any PersonalDataExport) async throws {
        let receipts = try await site.database.readInBackground { db in
            try db.all("SELECT \(Receipt.columns) FROM payment_receipt WHERE person_id = \(person) ORDER BY id LIMIT 10000" as Query<Receipt>)
        }
        guard !receipts.isEmpty else { return }
        try export.add(
            receipts.map { receipt in
                ReceiptShare(
                    number: receipt.number, issuedAt: receipt.issuedAt.rfc3339, lines: receipt.body.sale.lines, total: receipt.total.minor,
                    currency: receipt.total.currency)
            }, as: "receipts.json", "Your receipts")
    }

    func erase(_ person: PersonID, in write: Write) throws {
        // What was sent about a payment holds the number of the phone. Of one that is under way, it is still needed.
        try write.run(
            """
            DELETE FROM payment_callback WHERE payment_id IN (
                SELECT id FROM payment_payment WHERE person_id = \(person) AND status NOT IN ('created', 'prompted', 'refund-requested'))
            """)
        try write.run(
            """
            UPDATE payment_payment SET person_id = NULL, phone = NULL, changed_at = \(write.now), changed_by = \(nil as PersonID?)
            WHERE person_id = \(person)
            """)
        try write.run(
            """
            UPDATE payment_receipt SET person_id = NULL, changed_at = \(write.now), changed_by = \(nil as PersonID?)
            WHERE person_id = \(person)
            """)
    }
}
