import Core
import Database
import Platform

/// Finds what was paid for an attempt: by the payments that webhooks told of, and else in the list of the merchant’s payments, by the note of the
/// order’s line.
struct CloverPayments: Sendable {
    let client: CloverClient
    let configuration: CloverConfiguration

    private var site: Site { client.site }
    /// How far Clover’s clock may be behind ours.
    private static let skew = Duration.seconds(120)
    /// How long after it began an attempt is paid as a rule: Clover’s page lasts 15 minutes.
    private static let soon = Duration.seconds(1200)
    /// How long after its end a payment may still be made, by who was on the page already.
    private static let late = Duration.seconds(3600)
    private static let pageSize = 100
    /// Of each span of time: a merchant has other tills, too.
    private static let mostPages = 100
    private static let mostLookUps = 10
    private static let declined: Text = "The card was declined. Try again, or use another card."

    /// What the line of an attempt’s order carries.
    static func note(_ attempt: String) -> String { "stoa-\(attempt)" }

    static func address(of payment: String, _ configuration: CloverConfiguration) -> String {
        "\(configuration.addresses.platform)/v3/merchants/\(configuration.merchant)/payments/\(payment)"
    }

    /// Whether it can be a part of an address.
    static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    /// How an attempt stands.
    /// - Throws: ``PaymentGatewayFailure/noAnswer`` where Clover tells nothing.
    func standing(of question: PaymentQuestion) async throws(PaymentGatewayFailure) -> PaymentStanding {
        var wasDeclined = false
        for id in question.lookUps.suffix(Self.mostLookUps).reversed() where Self.isID(id) {
            guard case .accepted(let payment) = await client.get(Self.address(of: id, configuration) + "?expand=order", configuration),
                payment["id"] == id
            else { continue }
            switch try await judge(payment, question) {
            case .paid(let number, let moment): return .succeeded(number: number, at: moment)
            case .declined: wasDeclined = true
            case .undecided, .anothers: break
            }
        }
        for span in spans(of: question.payment) {
            for page in 0..<Self.mostPages {
                let found = try await list(span, page)
                for payment in found where isOf(question.attempt, payment) == true {
                    switch try await judge(payment, question) {
                    case .paid(let number, let moment): return .succeeded(number: number, at: moment)
                    case .declined: wasDeclined = true
                    case .undecided, .anothers: break
                    }
                }
                if found.count < Self.pageSize { break }
                if page == Self.mostPages - 1 { site.log(.warning, "clover.many-payments", ["payment": .integer(question.payment.id.number)]) }
            }
        }
        return wasDeclined ? .declined(Self.declined) : .pending
    }

    private enum Verdict {
        case paid(String, Instant)
        case declined, undecided, anothers
    }

    private func judge(_ answer: CloverAnswer, _ question: PaymentQuestion) async throws(PaymentGatewayFailure) -> Verdict {
        guard let id = answer["id"], let result = answer["result"]?.uppercased() else { return .undecided }
        let moment = answer.moment("createdTime") ?? site.clock.now()
        guard moment >= question.payment.createdAt - Self.skew, isOf(question.attempt, answer) != false else { return .anothers }
        switch result {
        case "FAIL", "DECLINED": return .declined
        case "SUCCESS": break
        default: return .undecided
        }
        // The order may come seconds after the payment.
        guard let currency = answer.object("order")?["currency"] else { return .undecided }
        guard answer.integer("amount") == question.payment.amount.minor, currency.uppercased() == question.payment.amount.currency else {
            site.log(.error, "clover.other-amount", ["payment": .integer(question.payment.id.number), "number": .string(id)])
            return .anothers
        }
        return try await isSeen(id, besides: question.payment.id) ? .anothers : .paid(id, moment)
    }

    /// Whether the note of an order’s line says so; nil where no line is told.
    private func isOf(_ attempt: String, _ payment: CloverAnswer) -> Bool? {
        guard let lines = payment.object("order")?.list("lineItems"), !lines.isEmpty else { return nil }
        return lines.contains { $0["note"] == Self.note(attempt) }
    }

    private func isSeen(_ number: String, besides id: PaymentID) async throws(PaymentGatewayFailure) -> Bool {
        do {
            return try await site.database.read { db in
                try db.first(
                    "SELECT 1 FROM payment_payment WHERE provider = \(CloverProvider.providerID) AND receipt = \(number) AND id <> \(id)"
                        as Query<Int>)
            } != nil
        } catch { throw .noAnswer }
    }

    /// When an attempt can have been paid: soon after it began, or later.
    private func spans(of payment: Payment) -> [ClosedRange<Instant>] {
        let (from, soon, until) = (payment.createdAt - Self.skew, payment.createdAt + Self.soon, payment.payableUntil + Self.late)
        guard soon < until, soon < site.clock.now() + Self.skew else { return [from...max(from, min(soon, until))] }
        return [from...soon, soon...until]
    }

    /// A page of what the merchant took meanwhile, the newest first.
    private func list(_ span: ClosedRange<Instant>, _ page: Int) async throws(PaymentGatewayFailure) -> [CloverAnswer] {
        let address =
            "\(configuration.addresses.platform)/v3/merchants/\(configuration.merchant)/payments"
            + "?filter=createdTime%3E%3D\(span.lowerBound.milliseconds)&filter=createdTime%3C%3D\(span.upperBound.milliseconds)"
            + "&expand=order.lineItems&limit=\(Self.pageSize)&offset=\(page * Self.pageSize)"
        guard case .accepted(let answer) = await client.get(address, configuration), let found = answer.list("elements") else { throw .noAnswer }
        return found
    }
}
