public import Core

/// Why a step of a payment is not taken.
public enum PaymentRefusal: Error, Equatable {
    /// It is there already.
    case already(PaymentStatus)
    case notAllowed(from: PaymentStatus, to: PaymentStatus)
    /// The provider does not take this currency.
    case otherCurrency(String)
    /// The provider takes no less, or no more, or no fractions.
    case belowLimit(Money)
    case aboveLimit(Money)
    case noFractions
    /// What is paid for can no longer be paid.
    case tooLate
    /// What was paid for can’t be cancelled any more.
    case notCancelled
    /// Somebody is being asked to pay for it at this moment.
    case underWay
    /// The phone was prompted a moment ago.
    case promptedJustNow
    /// Phones were prompted this many times for the same thing.
    case promptedTooOften(Int)
    /// A callback tells of another amount than was asked for.
    case otherAmount(Money)
    /// A callback tells of another payment.
    case otherReference(PaymentReference)
    /// A callback tells of another phone than was asked.
    case otherPhone
    /// This way to pay is not set up here.
    case unknownProvider
    /// This way to pay needs a phone number.
    case phoneMissing
    /// What was typed is no Kenyan mobile number.
    case phoneWrong
}

extension PaymentRefusal: ProblemConvertible {
    public var problem: Problem {
        switch self {
        case .already, .notAllowed:
            Problem(.conflict, "payments.moved-on", "This payment has moved on.", remedy: "Reload the page to see how it is now.")
        case .otherCurrency(let currency):
            Problem(.invalid, "payments.other-currency", "This way to pay doesn’t take \(currency).", remedy: "Choose another way to pay.")
        case .belowLimit(let least):
            Problem(
                .invalid, "payments.below-limit", "This way to pay takes \(least) or more.",
                remedy: "Pay for more at once, or choose another way to pay.")
        case .aboveLimit(let most):
            Problem(
                .invalid, "payments.above-limit", "This way to pay takes at most \(most).",
                remedy: "Pay for less at once, or choose another way to pay.")
        case .noFractions:
            Problem(.invalid, "payments.no-fractions", "This way to pay takes whole shillings only.", remedy: "Choose another way to pay.")
        case .tooLate: Problem(.conflict, "payments.too-late", "The time to pay is over.", remedy: "Start again.")
        case .notCancelled:
            Problem(
                .conflict, "payments.not-cancelled", "What was paid for can’t be cancelled any more.",
                remedy: "Reload the page to refund the money only.")
        case .underWay:
            Problem(.conflict, "payments.under-way", "You’re being asked to pay for this already.", remedy: "Look at your phone.")
        case .promptedJustNow:
            Problem(
                .conflict, "payments.prompted-just-now", "This phone was asked less than a minute ago.",
                remedy: "Wait a minute before you send it again, or use another number.")
        case .promptedTooOften(let most):
            Problem(
                .conflict, "payments.prompted-too-often", "You can send this to a phone \(most) times.",
                remedy: "Pay another way, or start again.")
        case .otherAmount, .otherReference, .otherPhone:
            Problem(.conflict, "payments.not-ours", "This doesn’t belong to the payment.", remedy: "Compare it with the provider’s statement.")
        case .unknownProvider:
            Problem(.conflict, "payments.no-provider", "This way to pay isn’t available.", remedy: "Choose another way to pay.")
        case .phoneMissing:
            Problem(
                .invalid, "payments.phone-missing", "The phone number is missing.", remedy: "Enter the number of the phone you pay with.",
                fields: ["phone": "Enter the number of the phone you pay with."])
        case .phoneWrong:
            Problem(
                .invalid, "payments.phone-wrong", "That isn’t a Kenyan mobile number.", remedy: "Enter one such as 0712 345 678.",
                fields: ["phone": "Enter a Kenyan mobile number, such as 0712 345 678."])
        }
    }
}
