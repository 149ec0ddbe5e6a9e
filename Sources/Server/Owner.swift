import Accounts
import Core
import Foundation
import Platform

/// The owner of a new site: from the environment, or by the one-time set-up link.
enum Owner {
    /// What a start prints below the ready line, given the site's address.
    typealias Welcome = @Sendable (_ address: String) -> [String]

    /// Whether the site is set up: somebody owns it.
    static func isThere(_ running: RunningSite) async throws -> Bool {
        guard let accounts = running.module(AccountsModule.self) else { return true }
        return try await accounts.people.hasOwner()
    }

    /// Makes the owner that `STOA_OWNER_EMAIL` and `STOA_OWNER_PASSWORD` name, or a set-up link where the site has none.
    static func welcome(_ running: RunningSite) async throws -> Welcome {
        guard let accounts = running.module(AccountsModule.self), try await !accounts.people.hasOwner() else { return { _ in [] } }
        let environment = ProcessInfo.processInfo.environment
        if let email = environment["STOA_OWNER_EMAIL"], let password = environment["STOA_OWNER_PASSWORD"] {
            try await accounts.people.register(.init(name: "Owner", email: email, password: password, isOwner: true))
            return { _ in ["The owner is \(email)."] }
        }
        guard let link = try await accounts.setup.makeLink() else { return { _ in [] } }
        return { address in ["Set the site up here (one time, 24 hours): \(address)\(link)"] }
    }
}
