import Accounts
import Core
import Foundation
import Platform
import SignIn
import Web

/// Lets reading apps in: HTTP Basic with a member's e-mail address and an app password (RFC 7617), or whatever session
/// the request already has.
///
/// The account's own password is no use here, so a reading app never learns it. A refusal is never a page: apps expect 401
/// and, in its body, the authentication document of OPDS.
struct ReadingAppSignIn: Sendable {
    let passwords: AppPasswords
    /// Slows down whoever guesses; a right password is never slowed down by wrong ones before it.
    let failures: RateLimiter
    let configuration: @Sendable () -> SiteConfiguration

    init(site: Site) throws {
        passwords = try site.service()
        failures = site.rateLimiter("library.app-passwords", capacity: 30, per: .seconds(60))
        configuration = { site.configuration }
    }

    /// Who asks, or the answer that asks them to sign in.
    enum Outcome {
        case person(Identity)
        case refusal(Response)
    }

    func check(_ request: Request) async throws -> Outcome {
        if let closed = request.identity.closedApps[LibraryApp.manifest.id] { throw closed }
        if request.identity.personID != nil { return .person(request.identity) }
        guard let header = request.headers["Authorization"] else { return .refusal(challenge(request)) }
        if let (email, secret) = Self.credentials(header),
            let found = try await passwords.identity(email: email, secret: secret, for: LibraryApp.manifest.id)
        {
            return .person(found)
        }
        guard let seconds = failures.take(request.network) else { return .refusal(challenge(request)) }
        let problem = Problem(
            .tooManyRequests, "library.too-many-sign-ins", "There were too many wrong passwords from this address.",
            remedy: "Wait a minute, then check the email address and the app password.", retryAfter: seconds)
        var response = problem.response(for: request)
        // Reading apps show the body as it is; a page would be of no use to them.
        response.problem = nil
        return .refusal(response)
    }

    /// Reads `Basic` with the base64 of `name:password` in UTF-8.
    static func credentials(_ header: String) -> (email: String, secret: String)? {
        guard header.utf8.count < 1000, header.lowercased().hasPrefix("basic "),
            let bytes = Data(base64Encoded: header.dropFirst("basic ".count).trimmingCharacters(in: .whitespaces)),
            let text = String(bytes: bytes, encoding: .utf8), let colon = text.firstIndex(of: ":")
        else { return nil }
        return (String(text[..<colon]), String(text[text.index(after: colon)...]))
    }

    private func challenge(_ request: Request) -> Response {
        var response = document(request)
        response.status = .unauthorized
        response.headers.set("Cache-Control", "no-store")
        let realm = configuration().name.replacing(exactly: "\\", with: "").replacing(exactly: "\"", with: "'")
        let ascii = String(realm.unicodeScalars.map { $0.isASCII ? Character($0) : "?" })
        response.headers.add("WWW-Authenticate", "Basic realm=\"\(ascii)\", charset=\"UTF-8\"")
        return response
    }

    /// Says how to sign in (Authentication for OPDS 1.0). Public: apps read it before they have a password.
    func document(_ request: Request) -> Response {
        let configuration = configuration()
        let addresses = FeedAddresses(configuration, request, .json)
        let own = addresses.whole(LibraryPaths.feedSignIn())
        let answer = AuthenticationDocument(
            id: own, title: configuration.name,
            description: request.render(
                "Sign in with your email address and an app password. You make app passwords on your account page, one for each device."),
            links: [
                .init(rel: "start", href: addresses.whole(LibraryPaths.feeds()), type: FeedType.navigation),
                .init(rel: "register", href: addresses.whole(AccountsPaths.register()), type: FeedType.html),
                .init(rel: "help", href: addresses.whole(AccountsPaths.account()), type: FeedType.html),
            ],
            authentication: [
                .init(labels: .init(login: request.render("Email address"), password: request.render("App password")))
            ])
        var response = Response.bytes((try? JSONWriter.encode(answer)) ?? [], type: FeedType.signIn)
        response.headers.add("Link", "<\(own)>; rel=\"http://opds-spec.org/auth/document\"; type=\"\(FeedType.signIn)\"")
        return response
    }
}

/// The authentication document of OPDS.
private struct AuthenticationDocument: Encodable {
    struct Link: Encodable {
        let rel: String
        let href: String
        let type: String
    }

    struct Flow: Encodable {
        struct Labels: Encodable {
            let login: String
            let password: String
        }

        let type = "http://opds-spec.org/auth/basic"
        let labels: Labels

        private enum CodingKeys: String, CodingKey { case type, labels }
    }

    let id: String
    let title: String
    let description: String
    let links: [Link]
    let authentication: [Flow]
}
