public import Core

/// The identity of a payment.
public typealias PaymentID = ID<Payment>

/// Where a payment is, by the provider's own answer and never by a callback alone (CORE-028).
public enum PaymentStatus: String, Sendable, Codable, CaseIterable {
    /// Kept, before the provider is asked: a lost answer must not lose the attempt.
    case created
    /// The person has been told what to do.
    case prompted
    case confirmed
    case failed
    /// Nobody paid in time.
    case expired
    case refundRequested = "refund-requested"
    case refunded
    case refundFailed = "refund-failed"

    /// What may follow. Money that arrives after a payment failed or expired is still money: it is confirmed late, and can be refunded.
    public var next: Set<PaymentStatus> {
        switch self {
        case .created: [.prompted, .failed, .expired]
        case .prompted: [.confirmed, .failed, .expired]
        case .failed, .expired: [.confirmed]
        case .confirmed, .refundFailed: [.refundRequested]
        case .refundRequested: [.refunded, .refundFailed]
        case .refunded: []
        }
    }

    /// The status after a step.
    /// - Throws: ``PaymentRefusal/already(_:)`` for the present one, which a repeated callback may be answered by doing nothing;
    ///   ``PaymentRefusal/notAllowed(from:to:)``.
    public func moved(to status: PaymentStatus) throws(PaymentRefusal) -> PaymentStatus {
        guard status != self else { throw .already(status) }
        guard next.contains(status) else { throw .notAllowed(from: self, to: status) }
        return status
    }
}
