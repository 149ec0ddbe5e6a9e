import Core
import Database
import Foundation
import Platform
import StandIns
import TestSupport
import Testing

@testable import Payments

/// Random lives of payments: whatever customers, staff, Safaricom and strangers do in whatever order, the money that moved is the money that is
/// recorded, and nobody has paid for what they don't get. `STOA_TEST_SEQUENCES` says how many, `STOA_TEST_SEQUENCES_FROM` from which seed on; a failing
/// one prints its seed and is made shorter.
@Suite struct DarajaSequenceTests {
    private static let seeds: ClosedRange<Int> = {
        let environment = ProcessInfo.processInfo.environment
        let first = environment["STOA_TEST_SEQUENCES_FROM"].flatMap { Int($0) } ?? 1
        return first...(first + max(1, environment["STOA_TEST_SEQUENCES"].flatMap { Int($0) } ?? 40) - 1)
    }()

    /// Something that happens.
    enum Step: Sendable, Equatable, CustomStringConvertible {
        case order, pay, cancel, ignore, forge, tryAgain, sendAgain, giveUp, refund, retryRefund, expireToken
        case wait(Int)
        case fault(DarajaFault)

        static let faults: [DarajaFault] = [
            .none, .throttled, .busy, .badGateway, .tokenRefused, .responseLost, .callbackNever, .callbackTwice, .callbackEarly, .callbackAfterQuery,
            .payload, .queryUnsure, .reversalPoor, .reversalTwice, .reversalTimeout,
        ]

        var description: String {
            switch self {
            case .wait(let seconds): "wait \(seconds) s"
            case .fault(let fault): "fault \(fault.rawValue)"
            case .order: "order"
            case .pay: "pay"
            case .cancel: "cancel"
            case .ignore: "ignore"
            case .forge: "forge"
            case .tryAgain: "try again"
            case .sendAgain: "send again"
            case .giveUp: "give up"
            case .refund: "refund"
            case .retryRefund: "retry refund"
            case .expireToken: "expire token"
            }
        }

        static func random(_ random: inout SeededGenerator) -> Step {
            switch Int.random(in: 0..<22, using: &random) {
            case 0...1: .order
            case 2...5: .pay
            case 6: .cancel
            case 7: .ignore
            case 8: .forge
            case 9...10: .tryAgain
            case 11: .giveUp
            case 12: .refund
            case 13: .retryRefund
            case 14: .expireToken
            case 15...16: .sendAgain
            case 17...19: .wait([1, 11, 60, 301].randomElement(using: &random) ?? 1)
            default: .fault(faults.randomElement(using: &random) ?? .none)
            }
        }
    }

    @Test(.covers("CAF-027", "CORE-028", "CORE-029"))
    func `any order of callbacks, questions, cancels, timeouts and refunds ends with books that agree with Safaricom's`() async throws {
        for seed in Self.seeds {
            var random = SeededGenerator(seed: UInt64(seed))
            let steps = [.order] + (0..<Int.random(in: 3...12, using: &random)).map { _ in Step.random(&random) }
            guard var fault = try await Self.run(steps) else { continue }
            // Made shorter while it still fails.
            var shortest = steps
            var index = 1
            while index < shortest.count {
                var fewer = shortest
                fewer.remove(at: index)
                if let still = try await Self.run(fewer) { (shortest, fault) = (fewer, still) } else { index += 1 }
            }
            Issue.record("seed \(seed): \(fault) after \(shortest.map(\.description).joined(separator: ", "))")
            return
        }
    }

    /// Lets steps happen on a site of their own.
    /// - Returns: what is wrong in the end; nil where nothing is.
    static func run(_ steps: [Step]) async throws -> String? {
        var wrong: String?
        try await withDaraja(on: .sqlite) { scene in
            var lunches: [PaymentSubject] = []
            for step in steps { try await take(step, &lunches, scene) }
            await scene.standIn.behave(.none)
            // Whatever is still to come, comes; then nothing is open any more.
            for pause in [11, 60, 301, 600, 3600, 7200, 90_000] { try await scene.wait(.seconds(pause)) }
            // What nobody told, neither in an answer nor in a callback, is in the statement.
            try await scene.reconcile()
            // A refund that M-Pesa never said anything about is in no statement: staff ask for it again.
            try await scene.askAgain()
            wrong = try await fault(lunches, scene)
        }
        return wrong
    }

    private static func take(_ step: Step, _ lunches: inout [PaymentSubject], _ scene: DarajaScene) async throws {
        let (site, payments, msisdn) = (scene.app.site, scene.payments, DarajaScene.msisdn)
        let latest = lunches.last
        switch step {
        case .order: lunches.append(try await scene.pay().lunch)
        case .pay: _ = await scene.standIn.pay(msisdn: msisdn)
        case .cancel: _ = await scene.standIn.cancel(msisdn: msisdn)
        case .ignore: _ = await scene.standIn.settle(msisdn: msisdn, as: .noAnswer)
        case .forge: _ = await scene.standIn.forge(msisdn: msisdn)
        case .expireToken: await scene.standIn.expireToken()
        case .wait(let seconds): try await scene.wait(.seconds(seconds))
        case .fault(let fault): await scene.standIn.behave(fault, ["times": "2", "seed": "7", "percent": "50", "milliseconds": "20"])
        case .tryAgain:
            guard let latest else { return }
            _ = try? await site.write(by: nil) { write in
                _ = try payments.begin(latest, by: nil, with: "mpesa", phone: KenyanPhone(DarajaScene.phone), in: write)
            }
        case .sendAgain:
            guard let latest else { return }
            _ = try? await site.write(by: nil) { write in
                _ = try payments.beginAgain(latest, by: nil, with: "mpesa", phone: KenyanPhone(DarajaScene.phone), in: write)
            }
        case .giveUp:
            guard let latest else { return }
            try await site.write(by: nil) { write in
                try write.run("UPDATE lunch_lunch SET state = 'cancelled' WHERE id = \(latest.id) AND state = 'ordered'")
                try payments.abandon(latest, in: write)
            }
        case .refund, .retryRefund:
            guard let latest else { return }
            _ = try? await site.write(by: nil) { write in
                guard let payment = try payments.all(for: latest, in: write).first else { return }
                if step == .refund {
                    try payments.refund(payment.id, because: "Sold out", in: write)
                } else if payment.status == .refundFailed {
                    try payments.retryRefund(payment.id, in: write)
                }
            }
        }
        try await scene.work()
    }

    /// The model: of the payments that Safaricom took for a lunch and did not send back, exactly one is kept where the lunch is paid, and where it
    /// is not, only what staff are told of is still there.
    private static func fault(_ lunches: [PaymentSubject], _ scene: DarajaScene) async throws -> String? {
        let rules = scene.app.site.extensions[.ledgerRules]
        let (faults, held) = try await scene.app.site.database.read { db in
            (try rules.flatMap { try $0.faults(db) }, try Ledger.balance(of: .held("mpesa"), "KES", in: .money, db))
        }
        guard faults.isEmpty else { return faults.joined(separator: "; ") }
        let moved = await scene.standIn.ledger()
        let there = moved.reduce(0) { $0 + ($1.kind == .payment ? $1.amount : -$1.amount) } * 100
        guard held == there else { return "the books hold \(held), Safaricom \(there)" }
        for lunch in lunches {
            let state = try await scene.state(of: lunch)
            let all = try await scene.app.site.database.read { [payments = scene.payments] in try payments.all(for: lunch, in: $0) }
            if let open = all.first(where: \.isOpen) { return "payment \(open.id) is open for ever" }
            if let waiting = all.first(where: { $0.status == .refundRequested }) { return "the refund of \(waiting.id) never ends" }
            let kept = all.count(where: \.isPaid)
            guard kept == (state.hasPrefix("paid") ? 1 : 0) else { return "lunch \(lunch.id) is \(state) with \(kept) kept payments" }
        }
        return nil
    }
}
