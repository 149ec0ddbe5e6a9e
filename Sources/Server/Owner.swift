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
        try await running.site.service(People.self).hasOwner()
    }

    /// Makes the owner that `STOA_OWNER_EMAIL` and `STOA_OWNER_PASSWORD` name, or a set-up link where the site has none.
    static func welcome(_ running: RunningSite) async throws -> Welcome {
        let people = try running.site.service(People.self)
        guard try await !people.hasOwner() else { return { _ in [] } }
        let environment = ProcessInfo.processInfo.environment
        if let email = environment["STOA_OWNER_EMAIL"], let password = environment["STOA_OWNER_PASSWORD"] {
            try await people.register(.init(name: "Owner", email: email, password: password, isOwner: true))
            return { _ in ["The owner is \(email)."] }
        }
        guard let link = try await running.site.service(Setup.self).makeLink() else { return { _ in [] } }
        return { address in ["Set the site up here (one time, 24 hours): \(address)\(link)"] }
    }
}
