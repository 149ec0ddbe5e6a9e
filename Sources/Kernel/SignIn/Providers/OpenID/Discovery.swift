import Core
import Foundation
import Outbound
import Synchronization

/// Where a provider of OpenID Connect stands and what it can do (OpenID Connect Discovery §3).
struct DiscoveryDocument: Decodable, Sendable, Equatable {
    var issuer: String
    var authorizationEndpoint: String
    var tokenEndpoint: String
    var keysAddress: String
    var userinfoEndpoint: String?
    /// Where tokens are given back (RFC 7009).
    var revocationEndpoint: String?
    var challengeMethods: [String]?
    var clientAuthentication: [String]?
    /// Whether it names itself when it sends people back (RFC 9207).
    var namesItself: Bool?

    enum CodingKeys: String, CodingKey {
        case issuer
        case authorizationEndpoint = "authorization_endpoint"
        case tokenEndpoint = "token_endpoint"
        case keysAddress = "jwks_uri"
        case userinfoEndpoint = "userinfo_endpoint"
        case revocationEndpoint = "revocation_endpoint"
        case challengeMethods = "code_challenge_methods_supported"
        case clientAuthentication = "token_endpoint_auth_methods_supported"
        case namesItself = "authorization_response_iss_parameter_supported"
    }

    /// Where the document of an issuer stands.
    static func address(of issuer: String) -> String {
        (issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer) + "/.well-known/openid-configuration"
    }

    /// Whether every address in it is encrypted, or, of a provider on this machine, stays there.
    func isSafe(for issuer: String) -> Bool {
        [authorizationEndpoint, tokenEndpoint, keysAddress, userinfoEndpoint, revocationEndpoint].compactMap { $0 }.allSatisfy {
            ProviderAddress.isSafe($0) && ($0.hasPrefix("https://") || issuer.hasPrefix("http://"))
        }
    }
}

/// Addresses at which providers may stand.
enum ProviderAddress {
    /// Encrypted, or on this machine; without a query, a fragment or a password.
    static func isSafe(_ text: String) -> Bool {
        guard text.utf8.count <= 500, let url = URLComponents(string: text), let host = url.host, !host.isEmpty, url.user == nil,
            url.fragment == nil
        else { return false }
        return url.scheme == "https" || (url.scheme == "http" && ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host))
    }
}

/// Discovery documents, kept for as long as each provider allows; one that cannot be fetched again serves on for a day.
final class Discoveries: Sendable {
    private struct Entry: Sendable {
        var document: DiscoveryDocument
        var freshUntil: Instant
    }

    private let service: ProviderService
    private let clock: SiteClock
    /// Guards the documents by their issuer.
    private let known = Mutex<[String: Entry]>([:])

    init(service: ProviderService, clock: SiteClock) {
        self.service = service
        self.clock = clock
    }

    /// The document of an issuer, which must name itself exactly so.
    func document(of issuer: String) async throws(ProviderFailure) -> DiscoveryDocument {
        let now = clock.now()
        let kept = known.withLock { $0[issuer] }
        if let kept, kept.freshUntil > now { return kept.document }
        do throws(ProviderFailure) {
            let answer = try await service.ask(.get(DiscoveryDocument.address(of: issuer)))
            guard let document = try? answer.json(DiscoveryDocument.self), document.issuer == issuer, document.isSafe(for: issuer) else {
                throw .notUnderstood("the discovery document of \(issuer)")
            }
            let entry = Entry(document: document, freshUntil: now + answer.freshness(least: 60, usual: 3600, most: 86_400))
            known.withLock { $0[issuer] = entry }
            return document
        } catch {
            guard let kept, kept.freshUntil + KeySets.grace > now else { throw error }
            return kept.document
        }
    }
}
