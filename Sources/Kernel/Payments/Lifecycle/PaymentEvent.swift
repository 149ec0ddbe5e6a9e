import Core

/// Something that a payment learns of.
enum PaymentEvent: Sendable, Equatable {
    /// The provider has begun it, on this page of its own where it has one.
    case prompted(PaymentReference, page: String? = nil)
    /// The provider said no when it was asked to begin it.
    case refused(Text)
    /// The provider answered how it stands. A claim that fits comes along, for what only a callback tells.
    case answered(PaymentStanding, PaymentClaim)
    /// Callbacks told of different numbers of the receipt, so none of them counts.
    case numberDoubted
    /// Its time is over.
    case timeUp
    /// Another payment for the same thing takes its place.
    case replaced
    /// The money is to go back.
    case refundRequested(Text)
    /// The provider has begun to send it back.
    case refundBegun(PaymentReference)
    /// How the way back stands.
    case refundAnswered(PaymentStanding)
    /// Staff gave the money back in cash.
    case refundPaidOut(PaymentReceipt)
}

extension Payment {
    /// Takes in an event: the whole life of a payment, without a clock, a database or a network. What comes twice, late or in another order than
    /// it happened changes nothing a second time.
    /// - Returns: what became of the payment, to be told once; nil where nothing did.
    /// - Throws: ``PaymentRefusal`` for what cannot be; the payment is as it was.
    mutating func take(_ event: PaymentEvent) throws(PaymentRefusal) -> PaymentOutcome? {
        switch event {
        case .prompted(let reference, let page):
            try name(reference)
            if status == .created { (status, self.page) = (.prompted, page) }
            return nil
        case .refused(let words):
            guard status == .created else { return nil }
            return fail(words)
        case .answered(let standing, let claim): return try answered(standing, claim)
        case .numberDoubted:
            // As if no callback had come: the statement tells the number, also of money that could not be sent back by the wrong one.
            if status != .refunded, let receipt, let reference { self.receipt = PaymentReceipt(number: reference.text, at: receipt.at) }
            return nil
        case .timeUp:
            guard isOpen else { return nil }
            status = .expired
            return .expired
        case .replaced:
            // Who pays it all the same has paid: it can be confirmed like one that came to its end.
            if isOpen { status = .expired }
            return nil
        case .refundRequested(let reason): return try requestRefund(reason)
        case .refundBegun(let reference):
            // The result may have come before the answer that named it.
            guard refund != nil else { throw .notAllowed(from: status, to: .refunded) }
            if status == .refundRequested { refund?.reference = reference }
            return nil
        case .refundAnswered(let standing): return refundAnswered(standing)
        case .refundPaidOut(let receipt):
            guard status == .refundRequested || status == .refundFailed else { return nil }
            refund?.isInCash = true
            return refunded(receipt)
        }
    }

    /// Keeps the provider's name for it; a second name belongs to another payment.
    private mutating func name(_ reference: PaymentReference) throws(PaymentRefusal) {
        guard self.reference == nil || self.reference == reference else { throw .otherReference(reference) }
        self.reference = reference
    }

    private mutating func answered(_ standing: PaymentStanding, _ claim: PaymentClaim) throws(PaymentRefusal) -> PaymentOutcome? {
        switch standing {
        case .pending: return nil
        case .declined(let words):
            if isOpen { failure = words }
            return nil
        case .failed(let words): return isOpen ? fail(words) : nil
        case .expired:
            guard isOpen else { return nil }
            status = .expired
            return .expired
        case .succeeded:
            guard let proof = claim.receipt(proved: standing) else { return nil }
            try name(claim.reference)
            if let receipt {
                // The number that only a callback tells may come after the answer that it was paid.
                if lacksNumber { self.receipt = PaymentReceipt(number: proof.number, at: receipt.at) }
                return nil
            }
            // A lost answer leaves a payment that was prompted without our knowing.
            if status == .created { status = .prompted }
            status = try status.moved(to: .confirmed)
            receipt = proof
            failure = nil
            return .confirmed(proof)
        }
    }

    private mutating func fail(_ words: Text) -> PaymentOutcome {
        status = .failed
        failure = words
        return .failed(words)
    }

    private mutating func requestRefund(_ reason: Text) throws(PaymentRefusal) -> PaymentOutcome? {
        let isAgain = status == .refundFailed
        status = try status.moved(to: .refundRequested)
        refund = Refund(reason: isAgain ? refund?.reason ?? reason : reason)
        return isAgain ? nil : .refundRequested(reason)
    }

    private mutating func refundAnswered(_ standing: PaymentStanding) -> PaymentOutcome? {
        // “Not in time” may be followed by a late success.
        guard status == .refundRequested || status == .refundFailed else { return nil }
        switch standing {
        case .pending, .declined, .expired: return nil
        case .failed(let words):
            guard status == .refundRequested else { return nil }
            status = .refundFailed
            refund?.failure = words
            return .refundFailed(words)
        case .succeeded(let number, let moment):
            return refunded(PaymentReceipt(number: number ?? refund?.reference?.text ?? id.description, at: moment))
        }
    }

    private mutating func refunded(_ receipt: PaymentReceipt) -> PaymentOutcome {
        status = .refunded
        refund?.receipt = receipt
        refund?.failure = nil
        return .refunded(receipt)
    }
}
