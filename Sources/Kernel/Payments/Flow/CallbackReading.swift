import Core

/// What was sent about a payment, as far as it fits: reasons to ask, and what only a callback tells.
struct CallbackReading {
    /// A callback that has not been used up, and what it claims.
    struct Unread {
        let id: ID<ReceivedCallback>
        let claim: PaymentClaim
    }

    /// About the payment itself.
    private(set) var payments: [Unread] = []
    /// About its refund.
    private(set) var refunds: [Unread] = []
    /// What contradicts the payment, or is nothing that the gateway sends, with the reason.
    private(set) var misfits: [(id: ID<ReceivedCallback>, reason: String)] = []
    /// What to look up at the gateway, also by what has been used up; the oldest first.
    private(set) var lookUps: [String] = []
    /// Numbers of the receipt that were told, also by what has been used up.
    private var numbers: Set<String> = []

    init(_ sent: [ReceivedCallback], about payment: Payment, by gateway: any PaymentGateway) {
        for received in sent {
            do {
                let claim = try gateway.read(received.callback, about: payment)
                try received.isRefund ? claim.check(againstRefundOf: payment) : claim.check(against: payment)
                if !received.isRefund, let number = claim.number { numbers.insert(number) }
                if let told = claim.lookUp, !lookUps.contains(told) { lookUps.append(told) }
                guard !received.isRead else { continue }
                let unread = Unread(id: received.id, claim: claim)
                if received.isRefund { refunds.append(unread) } else { payments.append(unread) }
            } catch {
                if !received.isRead { misfits.append((received.id, "\(error)")) }
            }
        }
    }

    /// Whether different numbers of the receipt were told, one of which is kept.
    func doubts(_ payment: Payment) -> Bool { numbers.count > 1 && payment.receipt.map { numbers.contains($0.number) } ?? false }

    /// The claim to ask about. Whoever knows the address may claim another number than the gateway: where claims disagree, none is believed.
    func claim(about payment: Payment) -> PaymentClaim? {
        let claims = payments.map(\.claim)
        if numbers.count <= 1, let told = claims.last(where: { $0.number != nil }) ?? claims.last { return told }
        return (payment.reference ?? claims.last?.reference).map { PaymentClaim(reference: $0) }
    }
}
