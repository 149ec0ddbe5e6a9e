public import Core

/// What somebody sent to a provider's address here.
public struct PaymentCallback: Sendable, Equatable {
    /// The part of the address that only the provider was told.
    public let attempt: String
    /// Names in lower case.
    public let headers: [String: String]
    /// As it came: signatures are over the bytes.
    public let body: [UInt8]

    /// A request to the address for callbacks.
    public init(attempt: String, headers: [String: String] = [:], body: [UInt8]) {
        self.attempt = attempt
        self.headers = headers
        self.body = body
    }
}

/// What a callback says, which is a reason to ask and never a proof (CORE-029).
public struct PaymentClaim: Sendable, Equatable {
    /// What it is about.
    public let reference: PaymentReference
    /// The number of the receipt that it tells of.
    public let number: String?
    /// The amount that it tells of.
    public let amount: Money?

    /// A claim about a payment or a refund.
    public init(reference: PaymentReference, number: String? = nil, amount: Money? = nil) {
        self.reference = reference
        self.number = number
        self.amount = amount
    }

    /// The receipt that the claim and the provider's own answer prove together; nil while the answer proves none. Some providers tell the
    /// number in the callback alone, so it counts once the answer says that the same payment succeeded.
    /// - Parameter amount: what was asked for.
    /// - Throws: ``PaymentRefusal/otherAmount(_:)``.
    public func receipt(proved standing: PaymentStanding, for amount: Money) throws(PaymentRefusal) -> PaymentReceipt? {
        guard case .succeeded(let told, let moment) = standing else { return nil }
        if let claimed = self.amount, claimed != amount { throw .otherAmount(claimed) }
        return PaymentReceipt(number: told ?? number ?? reference.text, at: moment)
    }
}
