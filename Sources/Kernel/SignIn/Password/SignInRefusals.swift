import Accounts
import Audit
import Core
import Database
import Platform

/// Tells the system log of sign-ins that were refused, so that staff see guesses.
///
/// The first failure in a row is an entry, and so is the lock that comes after others; what is tried on a lock is none. More than
/// ``mostAnHour`` are counted, and the next entry tells how many they were, so that nobody fills the log. An address that nobody has is not
/// written down, but costs the same work: the time of an answer does not tell who has an account.
struct SignInRefusals: Sendable {
    let site: Site

    /// Entries about accounts, and as many about addresses without one.
    static let mostAnHour = 60
    private static let hour: Duration = .seconds(3600)

    /// What was wrong.
    enum Fault: String, Encodable {
        case password, code
        /// A wrong password of somebody who is signed in.
        case confirmation
        /// The account is deactivated.
        case deactivated
    }

    private struct Details: Encodable {
        let fault: Fault
        let failures: Int
        /// How long the lock holds that began.
        let minutes: Int?
        /// Those that were only counted since the entry before.
        let untold: Int?
    }

    /// Notes a failure; `person` is nil where the address belongs to nobody.
    func note(_ fault: Fault, of person: PersonID?, _ claim: Attempts.Claim, in write: Write) throws {
        guard claim.failures == 1 || claim.lock != nil, let untold = try take(person == nil ? "nobody" : "accounts", in: write) else { return }
        let details = Details(fault: fault, failures: claim.failures, minutes: claim.lock?.minutes, untold: untold > 0 ? untold : nil)
        if let person {
            try write.audit(.loginRefused, person, details)
        } else {
            try write.audit(.loginRefused, AuditName("account.sign-in", "unknown"), details)
        }
    }

    /// Takes one of the hour's entries and answers how many were left out before it; nil when there is none left, and this one is counted.
    private func take(_ kind: String, in write: Write) throws -> Int? {
        let now = site.clock.continuous()
        let row = try write.first("SELECT told, untold, ends_at FROM account_refusal_hour WHERE kind = \(kind)" as Query<Row3<Int, Int, Instant>>)
        // An hour from a time when the clock was ahead is over.
        let end = row.flatMap { $0.third > now && $0.third <= now + Self.hour ? $0.third : nil }
        let told = end == nil ? 0 : row?.first ?? 0
        let untold = row?.second ?? 0
        let isFull = told >= Self.mostAnHour
        try write.run(
            """
            INSERT INTO account_refusal_hour (kind, told, untold, ends_at, changed_at, changed_by)
            VALUES (\(kind), \(isFull ? told : told + 1), \(isFull ? untold + 1 : 0), \(end ?? now + Self.hour), \(now), \(nil as PersonID?))
            ON CONFLICT (kind) DO UPDATE
                SET told = excluded.told, untold = excluded.untold, ends_at = excluded.ends_at, changed_at = excluded.changed_at
            """)
        return isFull ? nil : untold
    }
}
