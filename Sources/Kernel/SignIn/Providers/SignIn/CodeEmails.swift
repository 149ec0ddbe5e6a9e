import Accounts
import Core
import Platform

/// Bounds the emails with codes. A code counts only in the browser that asked for it, so those that strangers have sent are of no use to
/// whoever has the address: one network alone must not use up what an address gets.
struct CodeEmails: Sendable {
    private let byNetwork: RateLimiter
    private let byAddress: RateLimiter

    init(site: Site) {
        byNetwork = site.rateLimiter("sign-in.code-emails-of-network", capacity: 5, per: .seconds(3600))
        byAddress = site.rateLimiter("sign-in.code-emails", capacity: 20, per: .seconds(3600))
    }

    /// Whether one more email may go to an address at the wish of somebody in a network.
    func mayWrite(to address: EmailAddress, from network: String) -> Bool {
        byNetwork.take("\(network) \(address.text)") == nil && byAddress.take(address.text) == nil
    }
}
