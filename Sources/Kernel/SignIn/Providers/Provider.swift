import Accounts
import Core
import Platform

/// Somebody else who knows people, and whom the operator trusts to say who they are (CORE-007).
protocol Provider: Sendable {
    /// Who vouches: with the subject it names an identity for good.
    var issuer: String { get }

    /// Where the browser is sent.
    /// - Parameter again: whether somebody who is signed in there shall sign in anew, and the provider say when they did.
    func destination(for authorization: AuthorizationRequest, again: Bool) async throws(ProviderFailure) -> String

    /// Who came back with `callback`, asked of the provider itself: nothing that the browser says is believed.
    func identity(for callback: AuthorizationResponse, _ authorization: AuthorizationRequest) async throws(ProviderFailure) -> ProvidedIdentity
}

/// One attempt to sign in: what was sent along and must come back.
struct AuthorizationRequest: Sendable, Codable, Equatable {
    /// Names the attempt; single-use, and bound to the browser.
    var state: String
    /// Ties the ID token to the attempt.
    var nonce: String
    /// Proves to the provider that whoever redeems the code began the attempt (PKCE, RFC 7636).
    var verifier: String
    /// Where the provider sends the browser back, to the letter.
    var returnAddress: String
}

/// What a browser brings back from a provider.
struct AuthorizationResponse: Sendable, Codable, Equatable {
    var code: String
    /// Who says to have sent it (RFC 9207).
    var issuer: String?
    /// Apple, the first time only: the name that the person gave, which nobody has signed.
    var name: String?
}

/// What a provider says about somebody: no more than this is taken over (LIB-003, CORE-008).
struct ProvidedIdentity: Sendable, Codable, Equatable {
    var issuer: String
    /// Stable at this issuer.
    var subject: String
    /// Folded; nil when there is none.
    var email: String?
    /// Whether the provider itself runs the mailbox or answers for it, so that no email of ours is needed.
    var isEmailProven: Bool
    var name: String?
    /// `https` only.
    var picture: String?
    /// With it the site may ask again.
    var refreshToken: String?
    /// When the person signed in to the provider, if it says so.
    var authenticatedAt: Instant?

    /// The words of a provider, bounded and folded; what is no address or no name counts as missing.
    init(
        issuer: String, subject: String, email: String?, isEmailProven: Bool, name: String?, picture: String?, refreshToken: String? = nil,
        authenticatedAt: Instant? = nil
    ) {
        self.issuer = issuer
        self.authenticatedAt = authenticatedAt
        self.subject = subject
        self.email = email.flatMap(EmailAddress.init)?.text
        self.isEmailProven = isEmailProven && self.email != nil
        let words = name?.filter { !$0.isNewline }.trimmed ?? ""
        self.name = words.isEmpty ? nil : String(words.prefix(100))
        self.refreshToken = refreshToken
        self.picture = picture.flatMap { $0.utf8.count <= 2000 ? $0 : nil }
    }
}
