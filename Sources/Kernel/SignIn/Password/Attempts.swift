import Accounts
import Core
import Crypto
import Database
import Platform

/// Counts wrong passwords and codes in a row, and locks what they were tried on (CORE-012, RES-002).
///
/// It counts by what was typed, not by account: an address that nobody has is counted and locked like any other, in the same time,
/// so that nobody learns from it who has an account. Only a keyed digest of what was typed is stored.
struct Attempts: Sendable {
    let site: Site

    /// Failures in a row that lock.
    static let failuresUntilLock = 3
    /// How long the lock holds.
    static let lockTime: Duration = .seconds(15 * 60)
    /// Who tries codes knows the password already: each lock in a row holds twice as long as the one before, up to this.
    static let longestLock: Duration = .seconds(4 * 3600)
    /// Failures of all places of an account together, within ``window``. Strangers alone come to twelve, so that they lock nobody else out;
    /// many stolen cookies of known browsers do not add up to many guesses.
    static let failuresOfAll = 30
    static let window: Duration = .seconds(3600)
    /// Failures that nothing followed are forgotten after this long.
    static let memory: Duration = .seconds(30 * 86_400)

    /// Where somebody tries from. Each place has a count and a lock of its own, so that strangers who fail shut out strangers only.
    enum Place: Sendable, Hashable {
        /// A device that has not signed in to this account before.
        case unknown
        /// The digest of the cookie of a browser that has (``Devices``).
        case device([UInt8])
        /// An open session of the person.
        case session

        fileprivate var text: String {
            switch self {
            case .unknown: ""
            case .device(let hash): ":device:\(hash.hex)"
            case .session: ":session"
            }
        }
    }

    /// What is tried, and from where.
    enum Subject: Sendable {
        /// The password of whoever has this address.
        case password(EmailAddress, Place)
        /// The second step of a person.
        case code(PersonID, Place)

        var text: String { account + place.text }

        /// Whether somebody who is signed in tries.
        var isOfSession: Bool { place == .session }

        /// The account, whatever the place.
        fileprivate var account: String {
            switch self {
            case .password(let email, _): "password:\(email.text)"
            case .code(let person, _): "code:\(person)"
            }
        }

        fileprivate var place: Place {
            switch self {
            case .password(_, let place), .code(_, let place): place
            }
        }

        /// How long the lock holds that comes after so many others in a row.
        fileprivate func lockTime(after locks: Int) -> Duration {
            switch self {
            case .password: Attempts.lockTime
            case .code: min(Attempts.longestLock, Attempts.lockTime * (1 << min(max(0, locks), 10)))
            }
        }

        /// What to say to whoever is locked out.
        func refusal(_ lock: Lock) -> AccountRefusal { refusal(minutes: lock.minutes) }

        fileprivate func refusal(_ wait: Duration) -> AccountRefusal {
            refusal(minutes: max(1, Int((wait.wholeMilliseconds + 59_999) / 60_000)))
        }

        private func refusal(minutes: Int) -> AccountRefusal {
            switch self {
            case .password: .locked(minutes: minutes)
            case .code: .codesLocked(minutes: minutes)
            }
        }
    }

    /// An attempt that was counted.
    struct Claim: Codable, Sendable {
        /// How many failures in a row the place has had, should this be one.
        let failures: Int
        /// The lock that then begins.
        let lock: Lock?

        /// How many minutes the lock holds that the next failure begins; nil while there are more before it.
        var nextLock: Int? { failures == failuresUntilLock - 1 ? Int(lockTime.wholeMilliseconds / 60_000) : nil }

        /// Whether it is the first lock in a row.
        var beganLock: Bool { lock?.number == 1 }
    }

    /// A lock on a place.
    struct Lock: Codable, Sendable {
        /// How many in a row there are with this one.
        let number: Int
        /// How long it holds.
        let minutes: Int
    }

    /// Counts an attempt as failed before the slow comparison begins, so that many guesses at once are judged one by one: the
    /// first three are compared, the others find the lock.
    /// - Throws: ``AccountRefusal/locked(minutes:)`` or ``AccountRefusal/codesLocked(minutes:)``.
    @discardableResult
    func claim(_ subject: Subject) async throws -> Claim {
        let now = site.clock.continuous()
        let oldest = now - Self.memory
        let verdict = try await site.write(by: nil, once: nil) { write -> Verdict in
            try write.run("DELETE FROM account_attempt WHERE changed_at < \(oldest)")
            if let wait = try lock(on: subject, at: now, in: write) ?? fullWindow(of: subject, at: now, in: write) { return .locked(wait) }
            try countTogether(subject, at: now, in: write)
            return .counted(try count(subject, at: now, in: write))
        }
        switch verdict {
        case .locked(let wait): throw subject.refusal(wait)
        case .counted(let claim): return claim
        }
    }

    private enum Verdict: Codable, Sendable {
        case locked(Duration)
        case counted(Claim)
    }

    /// How long the lock on a place still holds. One from a time when the clock was ahead holds no longer than a fresh one.
    private func lock(on subject: Subject, at now: Instant, in db: any Connection) throws -> Duration? {
        let hash = hash(subject.text)
        let state: Row2<Instant?, Int>? = try db.first("SELECT locked_until, locks FROM account_attempt WHERE address_hash = \(hash)")
        guard let state, let until = state.first, until > now else { return nil }
        let longest = subject.lockTime(after: state.second - 1)
        guard until > now + longest else { return until - now }
        try db.run("UPDATE account_attempt SET locked_until = \(now + longest) WHERE address_hash = \(hash)")
        return longest
    }

    /// How long all places have to wait because there were too many failures together.
    private func fullWindow(of subject: Subject, at now: Instant, in db: any Connection) throws -> Duration? {
        let state: Row2<Int, Instant?>? = try db.first(
            "SELECT failures, counted_until FROM account_attempt WHERE address_hash = \(together(subject))")
        guard let state, state.first >= Self.failuresOfAll, let end = state.second, end > now, end <= now + Self.window else { return nil }
        return end - now
    }

    private func countTogether(_ subject: Subject, at now: Instant, in db: any Connection) throws {
        let (hash, end) = (together(subject), now + Self.window)
        // A window from a time when the clock was ahead is over.
        try db.run("DELETE FROM account_attempt WHERE address_hash = \(hash) AND (counted_until <= \(now) OR counted_until > \(end))")
        try db.run(
            """
            INSERT INTO account_attempt (address_hash, failures, counted_until, changed_at, changed_by)
            VALUES (\(hash), 1, \(end), \(now), \(nil as PersonID?))
            ON CONFLICT (address_hash) DO UPDATE SET failures = account_attempt.failures + 1, changed_at = excluded.changed_at
            """)
    }

    /// Counts for the place.
    private func count(_ subject: Subject, at now: Instant, in db: any Connection) throws -> Claim {
        let hash = hash(subject.text)
        let state: Row2<Int, Int>? = try db.first("SELECT failures, locks FROM account_attempt WHERE address_hash = \(hash)")
        let failures = (state?.first ?? 0) + 1
        let locks = state?.second ?? 0
        let begins = failures >= Self.failuresUntilLock
        let time = subject.lockTime(after: locks)
        let until = begins ? now + time : nil
        try db.run(
            """
            INSERT INTO account_attempt (address_hash, failures, locks, locked_until, changed_at, changed_by)
            VALUES (\(hash), \(begins ? 0 : failures), \(begins ? locks + 1 : locks), \(until), \(now), \(nil as PersonID?))
            ON CONFLICT (address_hash) DO UPDATE
                SET failures = excluded.failures, locks = excluded.locks, locked_until = excluded.locked_until, changed_at = excluded.changed_at
            """)
        return Claim(failures: failures, lock: begins ? Lock(number: locks + 1, minutes: Int(time.wholeMilliseconds / 60_000)) : nil)
    }

    /// The right password or code was said: the count of the place begins again, and the attempt was no failure.
    func succeed(_ subject: Subject) async throws {
        try await site.write(by: nil, once: nil) { write in try succeed(subject, in: write) }
    }

    /// The same in the transaction of what follows from it.
    func succeed(_ subject: Subject, in db: any Connection) throws {
        try db.run("DELETE FROM account_attempt WHERE address_hash = \(hash(subject.text))")
        try db.run("DELETE FROM account_attempt WHERE address_hash = \(together(subject)) AND failures <= 1")
        try db.run("UPDATE account_attempt SET failures = failures - 1 WHERE address_hash = \(together(subject))")
    }

    /// An attempt that could not be judged is taken back, unless it has locked already: it is neither right nor wrong.
    func withdraw(_ subject: Subject) async throws {
        try await site.write(by: nil, once: nil) { write in
            for hash in [hash(subject.text), together(subject)] {
                try write.run("UPDATE account_attempt SET failures = failures - 1 WHERE address_hash = \(hash) AND failures > 0")
            }
        }
    }

    /// A new password opens everything that wrong ones locked; called while its browsers are still known.
    func clear(_ person: PersonID, _ email: EmailAddress, in db: any Connection) throws {
        let devices = try db.all(
            "SELECT token_hash FROM account_device WHERE person_id = \(person) ORDER BY id LIMIT \(Devices.most)" as Query<[UInt8]>)
        let subjects = ([.unknown, .session] + devices.map(Place.device)).map { Subject.password(email, $0) }
        for hash in subjects.map({ hash($0.text) }) + [together(.password(email, .unknown))] {
            try db.run("DELETE FROM account_attempt WHERE address_hash = \(hash)")
        }
    }

    private func together(_ subject: Subject) -> [UInt8] { hash(subject.account + ":together") }

    private func hash(_ text: String) -> [UInt8] {
        hmacSHA256(Array(text.utf8), key: site.key.derived(for: "account.attempt"))
    }
}
