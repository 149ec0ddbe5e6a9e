import Accounts
import Core
import Crypto
import Database
import Jobs
import Outbound
import Platform

/// Keeps the site and MemberPress in line: everything is read each hour, what was bought here is written at once, and what a webhook names is asked
/// about. While MemberPress is away, memberships that are known here go on as they are, and what is to be written waits (MUS-048, MUS-049).
struct MemberPressSync: Sendable {
    let site: Site
    let reconciliation: Reconciliation
    /// How many entities a page has.
    var pageSize = 100
    /// For jobs.
    private let patientClient = HTTPClient(timeout: .seconds(30), limit: 16 << 20)
    /// For requests that somebody waits for.
    private let quickClient = HTTPClient(timeout: .seconds(8), limit: 4 << 20)

    static let job = Job<NoPayload>("museum.memberpress")
    static let question = Job<Question>("museum.memberpress-ask")
    /// How often what waits is written, and accounts that are new are tied.
    static let rhythm = Duration.seconds(900)
    /// How old what was read may become.
    static let mostAge = Duration.seconds(3600)
    /// How long a job has the right to talk to MemberPress without a sign of life.
    private static let patience = Duration.seconds(180)

    /// What a webhook named.
    struct Question: Codable, Sendable {
        var member: Int64?
        var transaction: Int64?
    }

    init(site: Site, memberships: Memberships) {
        self.site = site
        reconciliation = Reconciliation(memberships: memberships, payments: memberships.payments)
    }

    /// Nil where MemberPress isn't set up, or is turned off.
    func client(isQuick: Bool = false) -> MemberPressClient? {
        MemberPressClient(site: site, client: isQuick ? quickClient : patientClient, pageSize: pageSize)
    }

    /// A client of what is to be configured.
    func client(of configuration: MemberPressConfiguration) -> MemberPressClient? {
        MemberPressClient(configuration, site: site, client: quickClient)
    }

    var isOn: Bool { site.configuration.memberPress.map { !$0.isStopped } ?? false }

    var jobs: [JobKind] {
        [
            JobKind(Self.job, timeout: .seconds(1800), limit: 1) { _, _ in try await run() },
            JobKind(Self.question, timeout: .seconds(300), limit: 1) { question, _ in try await ask(question) },
        ]
    }

    /// Asks for a run now.
    /// - Parameter readsAll: whether everything is to be read, however fresh it is.
    func askNow(readsAll: Bool, in write: Write) throws {
        guard isOn else { return }
        if readsAll { try SyncState.ask(in: write) }
        try write.enqueue(Self.job, NoPayload(), key: "now")
    }

    // MARK: Everything

    func run() async throws {
        guard let client = client() else {
            // A key that another site sealed opens nothing.
            if isOn { try await fail(.refused) }
            return
        }
        guard try await claim() else {
            return try await site.write(by: nil, once: nil) { write in
                _ = try write.enqueue(Self.job, NoPayload(), at: write.now + .seconds(20), key: "again")
            }
        }
        do {
            let isFull = try await isFullDue()
            if isFull { try await MemberPressReader(site: site, client: client, patience: Self.patience).readAll() }
            try await settle(ties: true)
            try await MemberPressWriter(site: site, client: client, patience: Self.patience).writeAll()
            try await exchangeFiles(client, isFull: isFull)
            try await site.write(by: nil, once: nil) { write in isFull ? try SyncState.succeed(in: write) : try SyncState.recover(in: write) }
        } catch let failure as MemberPressFailure {
            try await fail(failure)
            // Of half a list nobody knows who shares an address, so nobody is tied by it.
            try await settle(ties: false)
        } catch is MassLoss {
            site.log(.warning, "memberpress.emptied")
            try await site.write(by: nil, once: nil) { try SyncState.fail(.emptied, in: $0) }
        } catch {
            try await site.write(by: nil, once: nil) { try SyncState.release(in: $0) }
            throw error
        }
    }

    private func exchangeFiles(_ client: MemberPressClient, isFull: Bool) async throws {
        guard let kept = site.configuration.memberPress else { return }
        if isFull, kept.offersPictures { try await WordPressPictures(site: site, editing: ExhibitEditing(site: site)).sync(client) }
        if kept.uploader != nil {
            try await LicenceSending(licences: Licences(site: site, sync: self), client: client).run(sends: kept.takesLicences)
        }
    }

    func claim() async throws -> Bool {
        try await site.write(by: nil, once: nil) { try SyncState.claim(for: Self.patience, in: $0) }
    }

    private func isFullDue() async throws -> Bool {
        let state = try await site.database.read { try SyncState.read(in: $0) }
        guard let state, let last = state.succeededAt, state.cursor == nil, !state.isDue else { return true }
        return site.clock.now() - last >= Self.mostAge
    }

    private func settle(ties: Bool) async throws {
        if ties {
            while try await site.write(by: nil, once: nil, { try MemberMirror.linkByEmail(in: $0) }) == MemberMirror.mostTied {}
            try await site.write(by: nil, once: nil) { write in try MemberPressConflicts.findDoubleEmails(in: write) }
        }
        try await reconciliation.settleAll()
    }

    func fail(_ failure: MemberPressFailure) async throws {
        site.log(.warning, "memberpress.failed", ["cause": .string(failure.cause)])
        try await site.write(by: nil, once: nil) { try SyncState.fail(SyncFailure(failure), in: $0) }
    }

    // MARK: Webhooks

    /// What nobody guesses in the address to which MemberPress sends its unsigned webhooks.
    var hookToken: String { hmacSHA256(Array("hook".utf8), key: site.key.derived(for: "museum.memberpress")).prefix(16).map { $0 }.hex }
}
