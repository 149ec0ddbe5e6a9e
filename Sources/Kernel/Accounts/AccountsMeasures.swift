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
    static let accounts = Measure("accounts.all", "Accounts", hint: "Number of accounts.", kind: .level)
}

extension AccountsModule {
    static let measures: [Measure] = [.signIns, .newAccounts, .accounts]

    /// How many accounts there are.
    var levels: [Level] { [.single(.accounts, "SELECT CAST(count(*) AS BIGINT) FROM account_person")] }

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
