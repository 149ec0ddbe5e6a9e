import Core
import Crypto
import Foundation
import Outbound

/// The state of the service and of the phones that it reaches.
actor DarajaService {
    let credentials: DarajaCredentials
    let key: RSAPrivateKey
    let clock: SiteClock
    let deliver: DarajaDelivery.Sender
    var timing: DarajaTiming
    var faults = DarajaFaults()
    var numbers = SeededNumbers(seed: 1)
    private(set) var ledger = DarajaLedger()
    /// What was sent to the site, the oldest first.
    var deliveries: [DarajaDelivery] = []
    private var token: (text: String, end: Instant)?
    private var prompts: [String: DarajaPrompt] = [:]
    /// The ids of the prompts, the oldest first.
    private var order: [String] = []
    private var serial = 0
    private var tasks: [Int: Task<Void, Never>] = [:]
    /// The tasks that end by themselves soon: all but those that wait for a payer.
    private var underWay: Set<Int> = []

    init(_ credentials: DarajaCredentials, key: RSAPrivateKey, clock: SiteClock, timing: DarajaTiming, deliver: @escaping DarajaDelivery.Sender) {
        self.credentials = credentials
        self.key = key
        self.clock = clock
        self.timing = timing
        self.deliver = deliver
    }

    // Orders of tests.

    func behave(_ fault: DarajaFault, _ values: [String: String]) {
        faults.set(fault, values)
        if let seed = values["seed"].flatMap({ UInt64($0) }) { numbers = SeededNumbers(seed: seed) }
    }

    func take(_ area: DarajaFault.Area, for call: DarajaCall? = nil) -> DarajaFaults.Mode? { faults.take(area, for: call) }

    func change(timing values: [String: String]) -> Bool {
        var changed = timing
        guard changed.change(values) else { return false }
        timing = changed
        return true
    }

    // Tokens.

    /// A new token; the one before is worth nothing from now on.
    func newToken() -> (text: String, seconds: Int) {
        let text = String(Token().text.filter { $0 != "-" && $0 != "_" }.prefix(28))
        token = (text, clock.now() + timing.token)
        return (text, Int(timing.token.components.seconds))
    }

    func expireToken() { token = nil }

    func authorize(_ header: String?) throws(DarajaRefusal) {
        guard let header, header.hasPrefix("Bearer ") else { throw .invalidHeader }
        guard let token, header.dropFirst(7) == token.text, clock.now() < token.end else { throw .invalidToken }
    }

    // Prompts.

    /// Shows a prompt on a phone. Nothing keeps the same push from being sent twice.
    func open(_ push: PushOrder) -> DarajaPrompt {
        let now = clock.now()
        serial += 1
        let number = String(serial % 1000 + 1000).dropFirst()
        let prompt = DarajaPrompt(
            checkoutRequestID: "ws_CO_\(NairobiTime.idStamp(now))\(number)\(push.msisdn)", merchantRequestID: newRequestID(), msisdn: push.msisdn,
            amount: push.amount, accountReference: push.reference, transactionDesc: push.description, callbackURL: push.callback, openedAt: now,
            endsAt: now + timing.prompt)
        prompts[prompt.checkoutRequestID] = prompt
        order.append(prompt.checkoutRequestID)
        play(DarajaScript(msisdn: push.msisdn), on: prompt.checkoutRequestID)
        return prompt
    }

    private func play(_ script: DarajaScript?, on id: String) {
        guard let script, let outcome = script.outcome else {
            return schedule(after: timing.prompt, isSoon: false) { await $0.settle(id, .noAnswer) }
        }
        schedule(after: outcome == .noAnswer ? timing.noAnswer : timing.outcome) { await $0.settle(id, outcome) }
        if script == .lateSuccess { schedule(after: timing.noAnswer * 2) { await $0.settle(id, .paid, isLate: true) } }
    }

    func prompt(_ id: String) -> DarajaPrompt? { prompts[id] }

    /// Every prompt, or those of a phone, the oldest first.
    func prompts(on msisdn: String? = nil) -> [DarajaPrompt] {
        order.compactMap { prompts[$0] }.filter { msisdn == nil || $0.msisdn == msisdn }
    }

    func change(_ id: String, _ change: (inout DarajaPrompt) -> Void) {
        guard var prompt = prompts[id] else { return }
        change(&prompt)
        prompts[id] = prompt
    }

    /// Ends an open prompt and tells the site; false when it had ended.
    /// - Parameter isLate: pays although nobody answered in time.
    @discardableResult
    func settle(_ id: String, _ outcome: DarajaOutcome, isLate: Bool = false) -> Bool {
        guard var prompt = prompts[id], prompt.isOpen || isLate && prompt.receipt == nil else { return false }
        prompt.outcome = outcome
        if outcome == .paid {
            let now = clock.now()
            let entry = DarajaEntry(
                receipt: ledger.newReceipt(at: now), kind: .payment, msisdn: prompt.msisdn, amount: prompt.amount,
                accountReference: prompt.accountReference, checkoutRequestID: id, originalReceipt: nil, begunAt: prompt.openedAt, completedAt: now)
            ledger.add(entry)
            prompt.receipt = entry.receipt
        }
        prompts[id] = prompt
        tell(prompt, outcome)
        return true
    }

    /// Enters a PIN on the phone, or nothing to cancel; false when the prompt has ended. The PIN is looked at and forgotten.
    func answer(_ id: String, pin: String?) -> Bool {
        settle(id, pin.map { $0 == DarajaCredentials.pin ? .paid : .wrongPIN } ?? .cancelled)
    }

    func add(_ entry: DarajaEntry) { ledger.add(entry) }

    // Work beside the answers.

    /// Whether nothing is on its way, but for prompts that wait for a payer.
    var isIdle: Bool { underWay.isEmpty }

    func schedule(after delay: Duration, isSoon: Bool = true, _ work: @escaping @Sendable (DarajaService) async -> Void) {
        serial += 1
        let number = serial
        if isSoon { underWay.insert(number) }
        tasks[number] = Task {
            do {
                if delay > .zero { try await Task.sleep(for: delay) }
                await work(self)
            } catch {
                // Cancelled: the stand-in has ended.
            }
            finished(number)
        }
    }

    private func finished(_ number: Int) {
        tasks[number] = nil
        underWay.remove(number)
    }

    func stop() {
        for task in tasks.values { task.cancel() }
    }

    func newRequestID() -> String {
        let numbers = randomBytes(8).map { Int($0) }
        let (first, second) = (numbers[..<2].reduce(0) { $0 << 8 | $1 }, numbers[2..<6].reduce(0) { $0 << 8 | $1 })
        return "\(first)-\(second)-1"
    }
}
