import Core

extension LedgerAccount {
    /// Money that lies with a provider: at M-Pesa, in the till.
    static func held(_ provider: String) -> LedgerAccount { LedgerAccount("held:\(provider)") }
    /// What was sold of a kind, as income: it gives what is held, so its balance is below 0.
    static func sales(_ kind: String) -> LedgerAccount { LedgerAccount("sales:\(kind)") }
    /// What is owed to people until it has gone back.
    static func owed(_ provider: String) -> LedgerAccount { LedgerAccount("owed:\(provider)") }
}

extension Payment {
    /// What an outcome moves in the money book; nil where no money moved.
    func transfer(for outcome: PaymentOutcome) -> LedgerTransfer? {
        let (held, sales, owed) = (LedgerAccount.held(provider), LedgerAccount.sales(subject.kind), LedgerAccount.owed(provider))
        let payer = refund?.isInCash == true ? LedgerAccount.held(CashProvider.providerID) : held
        return switch outcome {
        case .confirmed: transfer("payment.confirmed", from: sales, to: held)
        case .refundRequested: transfer("payment.refund-requested", from: owed, to: sales)
        case .refunded: transfer("payment.refunded", from: payer, to: owed)
        case .failed, .expired, .refundFailed: nil
        }
    }

    private func transfer(_ reason: String, from credit: LedgerAccount, to debit: LedgerAccount) -> LedgerTransfer {
        LedgerTransfer(
            reason, in: .money, amount.minor, amount.currency, from: credit, to: debit, because: PaymentSubject(Self.auditEntity, id.number))
    }
}
