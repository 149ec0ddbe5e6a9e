import Foundation
import Web

/// What a stand-in knows about the site that asks: the same for every provider, because nobody else can reach it.
public enum StandInClient {
    /// What it calls the site.
    public static let id = "stoa-stand-in-client"
    /// What the site proves itself with.
    public static let secret = "stand-in-secret-that-guards-nothing"
    /// Apple: the team.
    public static let team = "STANDINTEAM"
    /// Apple: the name of the key.
    public static let keyID = "STANDINKEY"

    /// The site that people are sent back to.
    static func site(of returnAddress: String) -> String? {
        returnAddress.range(of: "/account/with/").map { String(returnAddress[..<$0.lowerBound]) }
    }

    /// Whether people may be sent back there: this machine, and the address that the site's own routes have.
    static func mayReturn(to address: String, provider: String) -> Bool {
        ["http://localhost:", "http://127.0.0.1:", "https://localhost:", "http://localhost/"].contains { address.hasPrefix($0) }
            && address.hasSuffix("/account/with/\(provider)/callback")
    }
}

extension Response {
    /// The refusal of a token endpoint (RFC 6749 §5.2).
    static func oauthError(_ error: String, _ description: String, status: Status = .badRequest) throws -> Response {
        try .json(["error": error, "error_description": description], status: status)
    }

    /// Sends the browser back with a query.
    static func back(to address: String, _ query: [(String, String?)]) -> Response {
        let items = QueryItems(query.compactMap { name, value in value.map { (name, $0) } })
        return Response(.found, headers: ["Location": "\(address)?\(items.encoded)", "Cache-Control": "no-store"])
    }
}
