import Analytics
import Audit
import Core
import Database
import Platform

/// What accounts count.
extension Measure {
    static let signIns = Measure("accounts.sign-ins", "Sign-ins", hint: "Sign-ins, in a browser or from an app.")
    public static let newAccounts = Measure(
        "accounts.new", "New accounts", hint: "All new accounts: people who registered, were invited or were added by the operator.", isHeadline: true
    )
    static let active = Measure(
        "accounts.active", "People who used the site", hint: "People who were signed in within the seven days up to then, each counted once.",
        kind: .level)
    static let accounts = Measure("accounts.all", "Accounts", hint: "Number of accounts.", kind: .level)
}

extension AccountsModule {
    static let measures: [Measure] = [.active, .signIns, .newAccounts, .accounts]

    /// How many accounts there are, and how many are in use: whoever signed out is known by the browser in which they were.
    var levels: [Level] {
        [
            .single(.accounts, "SELECT CAST(count(*) AS BIGINT) FROM account_person"),
            Level(.active) { [site] db in
                let since = site.clock.now() - .days(7)
                let people: Query<Int> = """
                    SELECT CAST(count(*) AS BIGINT) FROM (
                        SELECT person_id FROM account_session WHERE last_used_at > \(since)
                        UNION SELECT person_id FROM account_device WHERE last_used_at > \(since)
                    ) AS used
                    """
                return [("", try db.one(people))]
            },
        ]
    }

    /// The system log knows sign-ins and new accounts, also of people who have left; what was archived is not counted.
    var pastFacts: [PastFacts] { [past(.signIns, .login), past(.newAccounts, .create)] }

    private func past(_ measure: Measure, _ action: AuditAction) -> PastFacts {
        PastFacts(measure) { before in
            """
            SELECT changed_at, '' FROM audit_entry
            WHERE entity = 'account.person' AND action = \(action) AND changed_at < \(before)
            """
        }
    }
}
