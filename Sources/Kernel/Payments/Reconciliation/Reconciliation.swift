import Core
import Database
import Platform

/// A statement beside the payments of the same time: what differs, and what can be done about it.
struct Reconciliation: Sendable, Equatable {
    /// Something that differs.
    enum Difference: Sendable, Equatable {
        /// Money came in that no payment has a receipt for. The payment that it probably belongs to, if there is one.
        case unrecorded(StatementLine, PaymentID?)
        /// The amounts differ; the one that is recorded here.
        case otherAmount(StatementLine, PaymentID, Money)
        /// Money went back for a payment that is not known to have gone back.
        case unrecordedRefund(StatementLine, PaymentID)
        /// A payment counts as paid, and the statement does not have it.
        case missing(PaymentID)

        /// Whether staff can take over what the statement says.
        var isProposed: Bool {
            switch self {
            case .unrecorded(_, let payment): payment != nil
            case .unrecordedRefund: true
            case .otherAmount, .missing: false
            }
        }
    }

    let differences: [Difference]
    /// How many lines agree with a payment.
    let agreeing: Int

    /// A payment may be made this long after it was asked for and still belong to it.
    private static let patience = Duration.days(2)
    /// By so much the clock here and that of a statement may differ.
    private static let skew = Duration.seconds(60)
    /// Longer than anybody can take from the first word of a payment to the last.
    private static let attempt = Duration.seconds(600)

    /// Compares. Each payment is proposed for one line at most.
    init(_ lines: [StatementLine], _ payments: [Payment]) {
        let (known, first, last) = (Set(lines.map(\.receipt)), lines.map(\.at).min(), lines.map(\.at).max())
        // It counts as paid, in the time of the statement, with a number that the statement doesn't have.
        func isMissing(_ payment: Payment) -> Bool {
            guard let receipt = payment.receipt, let first, let last else { return false }
            return receipt.at >= first && receipt.at <= last && !known.contains(receipt.number)
        }
        // A made-up number may have come before the first line or after the last.
        func mayBeMadeUp(_ payment: Payment, _ line: StatementLine) -> Bool {
            guard let receipt = payment.receipt, !known.contains(receipt.number) else { return false }
            return isMissing(payment) || receipt.at >= line.at - Self.attempt && receipt.at <= line.at + Self.attempt
        }
        let byReceipt = Dictionary(payments.compactMap { payment in payment.receipt.map { ($0.number, payment) } }) { first, _ in first }
        var taken: Set<PaymentID> = []
        var differences: [Difference] = []
        var agreeing = 0
        for line in lines.sorted(by: { $0.at < $1.at }) where line.isPayment {
            if let payment = byReceipt[line.receipt] {
                if payment.amount == line.amount { agreeing += 1 } else { differences.append(.otherAmount(line, payment.id, payment.amount)) }
                continue
            }
            let candidate = payments.filter {
                !taken.contains($0.id) && ($0.receipt == nil || $0.lacksNumber || mayBeMadeUp($0, line)) && Self.mayBelong(line, to: $0)
            }
            .max { Self.fitness(of: $0, for: line) < Self.fitness(of: $1, for: line) }
            if let candidate { taken.insert(candidate.id) }
            differences.append(.unrecorded(line, candidate?.id))
        }
        for line in lines where !line.isPayment {
            guard let payment = line.original.flatMap({ byReceipt[$0] }) else { continue }
            if payment.status == .refunded { agreeing += 1 } else { differences.append(.unrecordedRefund(line, payment.id)) }
        }
        for payment in payments where !taken.contains(payment.id) && isMissing(payment) { differences.append(.missing(payment.id)) }
        (self.differences, self.agreeing) = (differences, agreeing)
    }

    /// What the line names comes first, then what is known to be paid without a number that is in the statement, then what was asked for last
    /// before the money came.
    private static func fitness(of payment: Payment, for line: StatementLine) -> (Int, Int, Int, Instant) {
        (isNamed(payment, by: line) ? 1 : 0, payment.receipt == nil ? 0 : 1, payment.createdAt <= line.at ? 1 : 0, payment.createdAt)
    }

    /// Whether both say the same number. The words around it are in whatever language the payer read.
    private static func isNamed(_ payment: Payment, by line: StatementLine) -> Bool {
        let said = payment.line.arguments.map { argument in
            switch argument {
            case .integer(let number): String(number)
            case .string(let words): words.filter(\.isNumber)
            default: ""
            }
        }
        let number = said.joined()
        return !number.isEmpty && line.account?.filter(\.isNumber) == number
    }

    private static func mayBelong(_ line: StatementLine, to payment: Payment) -> Bool {
        payment.amount == line.amount
            && (line.phone == nil || payment.phone == nil || line.phone == payment.phone)
            && payment.createdAt <= line.at + skew && line.at <= payment.createdAt + patience
    }
}

extension Payments {
    /// Compares lines of a statement with the payments of a provider in the time that it covers.
    func reconcile(_ lines: [StatementLine], of provider: String, in db: any Connection) throws -> (Reconciliation, [PaymentID: Payment]) {
        guard let first = lines.map(\.at).min(), let last = lines.map(\.at).max() else { return (Reconciliation([], []), [:]) }
        let payments = try db.all(
            """
            SELECT \(Payment.columns) FROM payment_payment
            WHERE provider = \(provider) AND created_at BETWEEN \(first - .days(3)) AND \(last + .days(1)) ORDER BY id LIMIT 200000
            """ as Query<Payment>)
        return (Reconciliation(lines, payments), Dictionary(payments.map { ($0.id, $0) }) { one, _ in one })
    }

    /// Takes over what the statement says of a payment: that it was paid, with which number, or that it went back.
    func adopt(_ line: StatementLine, for id: PaymentID, in write: Write) throws {
        guard let payment = try find(id, in: write) else { throw Problem.notFound }
        let standing = PaymentStanding.succeeded(number: line.receipt, at: line.at)
        if line.isPayment {
            // M-Pesa's own name for it is in no statement. Another than the number, which would count as one that is still to come.
            let reference = payment.reference ?? PaymentReference("statement-\(line.receipt)")
            // A number that isn't M-Pesa's was made up: the statement is the proof.
            if payment.receipt.map({ $0.number != line.receipt }) ?? false { try take(.numberDoubted, of: id, in: write) }
            let claim = PaymentClaim(reference: reference, number: line.receipt, at: line.at)
            try take(.answered(standing, claim), of: id, in: write)
        } else {
            if payment.status == .confirmed { try take(.refundRequested("The money went back at M-Pesa."), of: id, in: write) }
            try take(.refundAnswered(standing), of: id, in: write)
        }
    }
}
