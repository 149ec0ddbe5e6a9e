public import Core
public import Database
import Foundation
import Localization
public import Platform

extension Payments {
    /// The receipts and credit notes of a thing, oldest first.
    public func receipts(of subject: PaymentSubject, in db: any Connection) throws -> [Receipt] {
        try db.all(
            """
            SELECT \(Receipt.columns) FROM payment_receipt WHERE kind = \(subject.kind) AND subject_id = \(subject.id) ORDER BY id LIMIT 100
            """ as Query<Receipt>)
    }

    /// Gives a thing its receipt that has nothing left to pay, in the transaction that takes it as paid.
    public func issueReceipt(for subject: PaymentSubject, to person: PersonID?, in write: Write) throws {
        guard let sale = try payable(subject.kind).sale(of: subject.id, in: write), sale.total.minor == 0 else { return }
        try issue(.receipt, sale, for: subject, to: person, in: write)
    }

    /// Takes such a receipt back by a credit note; nothing where there is none. What money paid for gets its credit note with the refund.
    public func creditReceipt(of subject: PaymentSubject, because reason: Text, in write: Write) throws {
        for receipt in try receipts(of: subject, in: write) where receipt.payment == nil { try credit(receipt, because: reason, in: write) }
    }

    /// Gives a payment that is kept its receipt.
    func issueReceipt(for payment: Payment, at moment: Instant? = nil, in write: Write) throws {
        var sale = try payable(payment.subject.kind).sale(of: payment.subject.id, in: write)
        if let wrong = sale, wrong.total != payment.amount {
            // What was paid is what counts; the lines must not say otherwise.
            site.log(.error, "payments.receipt-lines", ["payment": .integer(payment.id.number), "lines": .integer(Int64(wrong.total.minor))])
            sale = nil
        }
        let line = site.messages.render(payment.line, in: site.configuration.mainLanguage, timeZone: site.configuration.zone)
        let own = Sale(payment.line, lines: [Sale.Line(line, amount: payment.amount.minor)], currency: payment.amount.currency)
        try issue(.receipt, sale ?? own, for: payment.subject, to: payment.person, payment: payment.id, at: moment, in: write)
    }

    /// Gives a payment that went back its credit note.
    func creditReceipt(of payment: Payment, in write: Write) throws {
        let receipt = try receipts(of: payment.subject, in: write).first { $0.payment == payment.id && $0.series == .receipt }
        if let receipt { try credit(receipt, because: payment.refund?.reason, in: write) }
    }

    private func credit(_ receipt: Receipt, because reason: Text?, in write: Write) throws {
        guard receipt.series == .receipt, try creditNote(for: receipt.id, in: write) == nil else { return }
        try issue(
            .creditNote, receipt.body.sale, for: receipt.subject, to: receipt.person, payment: receipt.payment, corrects: receipt.id,
            because: reason, in: write)
    }

    func creditNote(for receipt: ReceiptID, in db: any Connection) throws -> Receipt? {
        try db.first("SELECT \(Receipt.columns) FROM payment_receipt WHERE corrects_id = \(receipt)" as Query<Receipt>)
    }

    func receipt(_ id: ReceiptID, in db: any Connection) throws -> Receipt? {
        try db.first("SELECT \(Receipt.columns) FROM payment_receipt WHERE id = \(id)" as Query<Receipt>)
    }

    private func issue(
        _ series: Receipt.Series, _ sale: Sale, for subject: PaymentSubject, to person: PersonID?, payment: PaymentID? = nil,
        corrects: ReceiptID? = nil, because reason: Text? = nil, at moment: Instant? = nil, in write: Write
    ) throws {
        let moment = moment ?? write.now
        let year = Day(moment, in: site.configuration.zone).year
        let serial: Int = try write.one(
            """
            INSERT INTO payment_receipt_counter (series, year, last, changed_at, changed_by)
            VALUES (\(series.rawValue), \(year), 1, \(write.now), \(write.actor))
            ON CONFLICT (series, year) DO UPDATE SET last = payment_receipt_counter.last + 1, changed_at = excluded.changed_at,
                changed_by = excluded.changed_by
            RETURNING last
            """)
        let body = Receipt.Body(seller: try seller(of: subject.kind), sale: sale, reason: reason)
        try write.run(
            """
            INSERT INTO payment_receipt (series, year, number, kind, subject_id, payment_id, corrects_id, person_id, issued_at, body, changed_at,
                changed_by)
            VALUES (\(series.rawValue), \(year), \(serial), \(subject.kind), \(subject.id), \(payment), \(corrects), \(person), \(moment),
                \(try StoredJSON(body)), \(write.now), \(write.actor))
            """)
    }

    /// What the settings say; the app's own seller, and the site, where they say nothing.
    private func seller(of kind: String) throws -> Receipt.Seller {
        let own = try payable(kind).seller
        let name = site.value(of: PaymentsSettings.seller).trimmed, address = site.value(of: PaymentsSettings.address).trimmed
        let ownName = own.map { site.messages.render($0.name, in: site.configuration.mainLanguage, timeZone: site.configuration.zone) }
        let shown = name.isEmpty ? ownName ?? site.configuration.name : name
        let place = address.isEmpty ? own?.address.trimmed ?? "" : address
        return Receipt.Seller(
            // Some begin their address with their name.
            name: shown, address: place.hasPrefix(shown + ", ") ? String(place.dropFirst(shown.count + 2)) : place,
            taxNumber: site.value(of: PaymentsSettings.taxNumber).trimmed, note: site.value(of: PaymentsSettings.note).trimmed)
    }
}
