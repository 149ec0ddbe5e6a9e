import Accounts
import Core
import Database
import Interface
import Platform
import Web

/// Receipts as page and PDF: for whoever paid, and for staff (CAF-030, CORE-028).
struct ReceiptRoutes: Sendable {
    let payments: Payments
    private let pace: CostlyCalls

    init(payments: Payments) {
        self.payments = payments
        pace = CostlyCalls(payments.site, "payments.receipts", most: 12, code: "payments.too-many-receipts")
    }

    var routes: [Route] {
        [
            .get(PaymentsPaths.receipt, allow: .members, use: show),
            .get(PaymentsPaths.receiptPDF, allow: .members, use: pdf),
        ]
    }

    func show(_ request: Request, _ member: Member, _ id: ReceiptID) async throws -> ReceiptPage {
        let facts = try await facts(id, for: member)
        let isOwn = facts.receipt.person == member.id
        let work = request.query[ReceiptLink.from] == ReceiptLink.work ? payments.staffPath(of: facts.receipt.subject, for: member) : nil
        return ReceiptPage(
            facts: facts, subject: try payments.payable(facts.receipt.subject.kind).name,
            back: work ?? (isOwn ? facts.receipt.body.sale.path : payments.staffPath(of: facts.receipt, for: member)), isWork: work != nil,
            prints: request.query[ReceiptLink.print] == "true")
    }

    func pdf(_ request: Request, _ member: Member, _ id: ReceiptID) async throws -> Response {
        let facts = try await facts(id, for: member)
        try pace.take(by: member)
        let document = ReceiptDocument(facts: facts, language: request.language)
        return try await payments.site.pdf(document, named: "receipt-\(facts.receipt.number).pdf", for: request)
    }

    /// A receipt that is not for this person looks as if it did not exist.
    private func facts(_ id: ReceiptID, for member: Member) async throws -> ReceiptFacts {
        try await payments.site.database.read { [payments] db in
            guard let receipt = try payments.receipt(id, in: db), payments.isOpen(receipt, to: member) else { throw Problem.notFound }
            let payment = try receipt.payment.flatMap { try payments.find($0, in: db) }
            let counterpart = try receipt.corrects.map { try payments.receipt($0, in: db) } ?? payments.creditNote(for: id, in: db)
            return ReceiptFacts(
                receipt: receipt, payment: payment, counterpart: counterpart,
                provider: payment.map { payments.name(ofProvider: $0.provider) } ?? "", buyer: try payments.buyer(of: receipt, in: db),
                isCancelled: try payments.payable(receipt.subject.kind).isCancelled(receipt.subject.id, in: db))
        }
    }
}

extension Payments {
    /// Who paid: the name of the account, else the one that the app knows. It isn't kept with the receipt, so that it goes with the account.
    fileprivate func buyer(of receipt: Receipt, in db: any Connection) throws -> String? {
        if let person = receipt.person { return try People.names(of: [person], in: db)[person] }
        return try payable(receipt.subject.kind).customers(of: [receipt.subject.id], in: db)[receipt.subject.id]
    }

    /// Whether somebody may see a receipt: it is their own, or they look after payments or after what was sold.
    func isOpen(_ receipt: Receipt, to member: Member) -> Bool {
        if receipt.person == member.id || member.may(.payments) { return true }
        let readers = site.extensions[.payables].first { $0.kind == receipt.subject.kind }?.receiptReaders
        return readers.map { member.may($0) } ?? false
    }

    /// Where staff look after what a receipt is for; those who look after payments after its payment.
    func staffPath(of receipt: Receipt, for member: Member) -> String? {
        staffPath(of: receipt.subject, for: member) ?? (member.may(.payments) ? receipt.payment.map { PaymentsPaths.payment($0) } : nil)
    }

    /// The receipts of a thing, as links: “Receipt 2026-000123”.
    public func receiptLinks(of subject: PaymentSubject, in db: any Connection) throws -> [ReceiptLink] {
        try receipts(of: subject, in: db).map(ReceiptLink.init)
    }
}
