import Core
import Database
import Foundation
import Jobs
import Localization
import Platform
import Web

/// The durable work of payments: everything that asks a gateway. A gateway is asked to begin something once, whatever happens to the node that
/// asks; afterwards it is only asked how that stands.
struct PaymentWork: Sendable {
    let payments: Payments
    private var site: Site { payments.site }

    /// No node takes longer from noting that it asks for a refund until it has asked.
    private static let timeToAsk = Duration.seconds(30)
    /// When a payment that expired or failed is asked about once more, counted from its end: money may come late.
    private static let later: [Duration] = [.seconds(60), .seconds(300), .seconds(1800), .seconds(7200), .days(1)]

    var kinds: [JobKind] {
        [
            JobKind(Payments.begin, retries: 20, timeout: .seconds(60), limit: 8) { work, _ in try await begin(work.payment) },
            JobKind(Payments.check, retries: 20, timeout: .seconds(60), limit: 8) { work, _ in try await check(work.payment) },
            JobKind(Payments.refund, retries: 20, timeout: .seconds(60), limit: 4) { work, _ in try await refund(work.payment) },
        ]
    }

    // MARK: Begin

    func begin(_ id: PaymentID) async throws {
        guard let (payment, attempt) = try await claim(id, .created, mark: "asked_at", attempt: "attempt"),
            let gateway = payments.gateway(of: payment)
        else { return try await follow(id) }
        let line = site.messages.render(payment.line, in: site.configuration.mainLanguage, timeZone: site.configuration.zone)
        let order = PaymentOrder(
            payment: id, attempt: attempt, amount: payment.amount, line: line, phone: payment.phone, payableUntil: payment.payableUntil
        ) { [base = site.configuration.linkBase] in base + PaymentsPaths.back(attempt, $0) }
        let event: PaymentEvent?
        do throws(PaymentGatewayFailure) {
            let begun = try await gateway.begin(order)
            event = .prompted(begun.reference, page: begun.page)
        } catch {
            event = noted(error, "begin", id).map(PaymentEvent.refused)
        }
        if let event { try await record(event, of: id) }
        try await follow(id)
    }

    /// Takes the right to ask a gateway, once: whoever comes again finds that it was asked. A node that is cut off between asking and noting
    /// the answer leaves a payment that is only asked about.
    private func claim(_ id: PaymentID, _ status: PaymentStatus, mark: String, attempt: String) async throws -> (Payment, String)? {
        let text = try await site.write(by: nil, once: nil) { write in
            try write.first(
                """
                UPDATE payment_payment SET \(raw: mark) = \(write.now), changed_at = \(write.now)
                WHERE id = \(id) AND status = \(status.rawValue) AND \(raw: mark) IS NULL RETURNING \(raw: attempt)
                """ as Query<String>)
        }
        guard let text, let payment = try await find(id) else { return nil }
        return (payment, text)
    }

    // MARK: Refund

    private func refund(_ id: PaymentID) async throws {
        guard try await !waitsForNumber(id) else { return }
        guard let (payment, attempt) = try await claim(id, .refundRequested, mark: "refund_asked_at", attempt: "refund_attempt"),
            let receipt = payment.receipt, let refund = payment.refund, let gateway = payments.gateway(of: payment)
        else {
            // A node that was cut off after it asked left the question to whoever comes next.
            if let payment = try await find(id), payments.gateway(of: payment)?.answersAboutRefunds == true { try await check(id) }
            return
        }
        let reason = site.messages.render(refund.reason, in: site.configuration.mainLanguage, timeZone: site.configuration.zone)
        let order = RefundOrder(payment: id, attempt: attempt, receipt: receipt, amount: payment.amount, reason: reason)
        let event: PaymentEvent?
        do throws(PaymentGatewayFailure) {
            event = .refundBegun(try await gateway.refund(order))
        } catch {
            event = noted(error, "refund", id).map { .refundAnswered(.failed($0)) }
        }
        if let event { try await record(event, of: id) }
        if gateway.answersAboutRefunds { try await check(id) } else { try await follow(id) }
    }

    /// A node that died between noting that it asks and asking left a refund that nobody sends.
    /// - Returns: whether it was so long ago that no node can still be about to ask; then it is sent once more.
    private func askedAgain(for id: PaymentID) async throws -> Bool {
        try await site.write(by: nil, once: nil) { write in
            let isForgotten =
                try write.run(
                    """
                    UPDATE payment_payment SET refund_asked_at = NULL, changed_at = \(write.now)
                    WHERE id = \(id) AND status = 'refund-requested' AND refund_asked_at <= \(write.now - Self.timeToAsk)
                    """) == 1
            if isForgotten { try write.enqueue(Payments.refund, Payments.PaymentPayload(payment: id), key: id.description) }
            return isForgotten
        }
    }

    /// Money goes back by the number of its receipt, which may come later than the money did; where it never came, staff are told.
    private func waitsForNumber(_ id: PaymentID) async throws -> Bool {
        guard let payment = try await find(id), payment.status == .refundRequested, payment.lacksNumber else { return false }
        guard let next = nextQuestion(about: payment, after: site.clock.now()) else {
            try await record(
                .refundAnswered(.failed("The number of this payment never came. Import a statement that has it, or pay the money out in cash.")),
                of: id)
            return true
        }
        try await site.write(by: nil, once: nil) { write in
            try write.enqueue(Payments.refund, Payments.PaymentPayload(payment: id), at: next, key: id.description)
        }
        return true
    }

    /// Why a gateway said no; nil where nobody knows what it did, and what it sends or says later decides.
    private func noted(_ failure: PaymentGatewayFailure, _ step: String, _ id: PaymentID) -> Text? {
        if case .refused(let words) = failure { return words }
        site.log(.warning, "payments.no-answer", ["payment": .integer(id.number), "step": .string(step)])
        return nil
    }

    // MARK: Check

    /// Asks how a payment stands, with what was claimed meanwhile, and ends one whose time is over.
    /// - Returns: the gateway's answer; nil where there was none, or nothing to ask.
    @discardableResult
    func check(_ id: PaymentID) async throws -> PaymentStanding? {
        guard let payment = try await find(id) else { return nil }
        guard let gateway = payments.gateway(of: payment) else {
            try await record([], [], of: id)
            return nil
        }
        let reading = CallbackReading(try await site.database.read { db in try db.all(.sent(about: id)) }, about: payment, by: gateway)
        var events: [PaymentEvent] = []
        var verdicts = reading.misfits.map { Verdict(callback: $0.id, words: $0.reason) }
        for refund in reading.refunds {
            // One that cannot be asked about counts as its result says.
            if let standing = refund.claim.standing { events.append(.refundAnswered(standing)) }
            verdicts.append(Verdict(callback: refund.id, words: "refund"))
        }
        if payment.status == .refundRequested, payment.refund?.askedAt != nil, gateway.answersAboutRefunds {
            let question = RefundQuestion(reference: payment.refund?.reference, receipt: payment.receipt, amount: payment.amount)
            do throws(PaymentGatewayFailure) {
                events.append(.refundAnswered(try await gateway.standing(ofRefund: question)))
            } catch .neverAsked {
                if try await askedAgain(for: id) { return nil }
            } catch {}
        }
        if reading.doubts(payment) { events.append(.numberDoubted) }
        var answer: PaymentStanding?
        if let claim = reading.claim(about: payment), let question = try await question(about: payment, claim, reading.lookUps),
            let standing = try? await gateway.standing(of: question)
        {
            answer = standing
            events.append(.answered(standing, claim))
            // An answer ends the claims: one that was made while nothing was decided was made up. Without an answer they are read again.
            let words = standing == .pending ? "contradicted" : "asked"
            verdicts += reading.payments.map { Verdict(callback: $0.id, words: words) }
        }
        try await record(events, verdicts, of: id)
        try await follow(id)
        return answer
    }

    private func question(about payment: Payment, _ claim: PaymentClaim, _ lookUps: [String]) async throws -> PaymentQuestion? {
        let attempt = try await site.database.read { db in
            try db.first("SELECT attempt FROM payment_payment WHERE id = \(payment.id)" as Query<String>)
        }
        return attempt.map { PaymentQuestion(payment: payment, reference: claim.reference, attempt: $0, lookUps: lookUps) }
    }

    /// What came of a callback.
    private struct Verdict: Sendable {
        let callback: ID<ReceivedCallback>
        let words: String
    }

    private func record(_ events: [PaymentEvent], _ verdicts: [Verdict], of id: PaymentID) async throws {
        try await site.write(by: nil, once: nil) { [payments] write in
            for event in events { try payments.take(event, of: id, in: write) }
            if let payment = try payments.find(id, in: write), payment.isOpen, payment.payableUntil <= write.now {
                try payments.take(.timeUp, of: id, in: write)
            }
            for verdict in verdicts {
                try write.run(
                    """
                    UPDATE payment_callback SET verdict = COALESCE(verdict, \(String(verdict.words.prefix(200)))), changed_at = \(write.now)
                    WHERE id = \(verdict.callback)
                    """)
            }
        }
    }

    /// Asks for the next question, where there is one.
    private func follow(_ id: PaymentID) async throws {
        guard let payment = try await find(id), let next = nextQuestion(about: payment, after: site.clock.now()) else { return }
        try await site.write(by: nil, once: nil) { write in
            try write.enqueue(Payments.check, Payments.PaymentPayload(payment: id), at: next, key: id.description)
        }
    }

    /// When to ask next how a payment stands; nil for one that is settled.
    func nextQuestion(about payment: Payment, after now: Instant) -> Instant? {
        switch payment.status {
        case .created, .prompted: return (questions(about: payment) + [payment.payableUntil]).first { $0 > now } ?? now + .seconds(1)
        // One that was replaced before its end may still be paid on the phone.
        case .expired where payment.reference != nil && now < payment.payableUntil:
            return (questions(about: payment) + Self.later.map { payment.payableUntil + $0 }).first { $0 > now }
        case .failed, .expired: return payment.reference == nil ? nil : Self.later.map { payment.payableUntil + $0 }.first { $0 > now }
        // The number that only a callback tells may have come while the provider was unsure.
        case .confirmed where payment.lacksNumber, .refundRequested where payment.lacksNumber:
            return Self.later.map { payment.createdAt + $0 }.first { $0 > now }
        case .refundRequested:
            guard let asked = payment.refund?.askedAt, payments.gateway(of: payment)?.answersAboutRefunds == true else { return nil }
            return ([.seconds(10), .seconds(30)] + Self.later).map { asked + $0 }.first { $0 > now }
        case .confirmed, .refunded, .refundFailed: return nil
        }
    }

    private func questions(about payment: Payment) -> [Instant] {
        (payments.gateway(of: payment)?.questions ?? []).map { payment.createdAt + $0 }.filter { $0 < payment.payableUntil }
    }

    private func find(_ id: PaymentID) async throws -> Payment? { try await site.database.read { [payments] db in try payments.find(id, in: db) } }

    private func record(_ event: PaymentEvent, of id: PaymentID) async throws { try await record([event], [], of: id) }
}
