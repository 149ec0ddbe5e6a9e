public import Core

/// What somebody sent to a provider's address here.
public struct PaymentCallback: Sendable, Equatable {
    /// The part of the address that only the provider was told.
    public let attempt: String
    /// Where it came from.
    public let address: String
    /// As it came: signatures are over the bytes.
    public let body: [UInt8]

    /// A request to the address for callbacks.
    public init(attempt: String, from address: String, body: [UInt8]) {
        self.attempt = attempt
        self.address = address
        self.body = body
    }
}

/// What a callback says, which is a reason to ask and never a proof (CORE-029).
public struct PaymentClaim: Sendable, Equatable {
    /// What it is about.
    public let reference: PaymentReference
    /// How it says that this stands. It counts for a refund alone, at a provider that can't be asked about one.
    public let standing: PaymentStanding?
    /// The number of the receipt that it tells of.
    public let number: String?
    /// When the money moved.
    public let at: Instant?
    /// The amount that it tells of.
    public let amount: Money?
    /// The phone that paid, in the provider's form.
    public let phone: String?
    /// What to look up at the gateway. Only its answer counts.
    public let lookUp: String?

    /// A claim about a payment or a refund.
    public init(
        reference: PaymentReference, standing: PaymentStanding? = nil, number: String? = nil, at moment: Instant? = nil, amount: Money? = nil,
        phone: String? = nil, lookUp: String? = nil
    ) {
        self.reference = reference
        self.standing = standing
        self.number = number
        at = moment
        self.amount = amount
        self.phone = phone
        self.lookUp = lookUp
    }

    /// Compares it with what was asked for.
    /// - Throws: ``PaymentRefusal/otherReference(_:)``, ``PaymentRefusal/otherAmount(_:)``, ``PaymentRefusal/otherPhone``.
    public func check(against payment: Payment) throws(PaymentRefusal) {
        if let known = payment.reference, known != reference { throw .otherReference(reference) }
        if let amount, amount != payment.amount { throw .otherAmount(amount) }
        if let phone, let asked = payment.phone, phone != asked { throw .otherPhone }
    }

    /// Compares it with a refund that was asked for; its result may come before the provider has named it.
    /// - Throws: ``PaymentRefusal/otherReference(_:)``, ``PaymentRefusal/otherAmount(_:)``.
    public func check(againstRefundOf payment: Payment) throws(PaymentRefusal) {
        if let known = payment.refund?.reference, known != reference { throw .otherReference(reference) }
        if let amount, amount != payment.amount { throw .otherAmount(amount) }
    }

    /// The receipt that the claim and the provider's own answer prove together; nil while the answer proves none. Some providers tell the
    /// number in the callback alone, so it counts once the answer says that the same payment succeeded; until then the reference stands in.
    public func receipt(proved standing: PaymentStanding) -> PaymentReceipt? {
        guard case .succeeded(let told, let moment) = standing else { return nil }
        return PaymentReceipt(number: told ?? number ?? reference.text, at: at ?? moment)
    }
}
