public import Core
import Database
public import Platform

extension Payments {
    /// How long the same phone is left alone after it was prompted: M-Pesa refuses a second prompt while the first is on its screen.
    public static let timeBetweenPrompts = Duration.seconds(60)
    /// How many times phones are prompted for one thing: the number may be somebody else's.
    public static let mostPrompts = 5

    /// When the phone that was prompted last can be prompted again.
    public static func nextPrompt(after payment: Payment) -> Instant { payment.createdAt + timeBetweenPrompts }

    /// Begins a payment in place of the one that is open: the phone is prompted again, or another one, or another way is taken. The thing is
    /// still to be paid, so its app is told nothing. Whichever of them is paid first counts; money that comes by another goes back.
    /// - Throws: ``PaymentRefusal``, as ``begin(_:by:with:phone:in:)`` does, and for a phone that was prompted a moment ago or too often.
    @discardableResult
    public func beginAgain(
        _ subject: PaymentSubject, by person: PersonID?, with provider: String, phone: KenyanPhone? = nil, in write: Write
    ) throws -> PaymentID {
        let earlier = try all(for: subject, in: write)
        for payment in earlier where payment.isOpen {
            // Nothing new would be asked for: who has a page of a provider to pay on goes there, unless they have left it.
            let isLeft = payment.phone == nil && !payment.isCash && write.now >= Self.nextPrompt(after: payment)
            guard phone != nil || payment.provider != provider || isLeft else { throw PaymentRefusal.underWay }
            if let phone, payment.phone == phone.international, write.now < Self.nextPrompt(after: payment) {
                throw PaymentRefusal.promptedJustNow
            }
            try take(.replaced, of: payment.id, in: write)
        }
        if phone != nil, earlier.count(where: { $0.phone != nil }) >= Self.mostPrompts {
            throw PaymentRefusal.promptedTooOften(Self.mostPrompts)
        }
        return try begin(subject, by: person, with: provider, phone: phone, in: write)
    }
}
