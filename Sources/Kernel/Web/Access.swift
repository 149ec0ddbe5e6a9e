import Core

/// Who may use a route. Routes have no default: each one says it, and it decides what the handler receives.
public struct Access<Viewer: Sendable>: Sendable {
    /// The rule as data, for documentation and checks.
    public let rule: AccessRule
    let admit: @Sendable (Request) throws(AccessRefusal) -> Viewer
}

/// The rule of an ``Access``.
public enum AccessRule: Hashable, Sendable {
    /// Anybody, signed in or not.
    case everyone
    /// Anybody who has signed in.
    case members
    /// People who hold the permission.
    case permission(Permission)
    /// People who hold one of the permissions.
    case anyPermission(Set<Permission>)
    /// Programs with the operator's token of that name.
    case token(String)
}

/// Why a route stays shut.
public enum AccessRefusal: Error {
    /// Signing in might open it.
    case signIn
    /// For this person there is nothing here: missing and forbidden look the same.
    case hidden
    /// The person may, once they have proved again that it is them.
    case proof
    /// The person may, once this session has proved their second factor.
    case stepUp
    /// The person may, once they have a second factor.
    case secondFactor
}

extension Access where Viewer == Visitor {
    /// Anybody, signed in or not.
    public static var everyone: Access<Visitor> {
        Access(rule: .everyone) { request throws(AccessRefusal) in
            Visitor(identity: request.identity, language: request.language)
        }
    }

    /// Programs that show the operator's token of that name.
    public static func token(_ name: String) -> Access<Visitor> {
        Access(rule: .token(name)) { request throws(AccessRefusal) in
            guard request.identity.may(.token(name)) else { throw request.identity.personID == nil ? .signIn : .hidden }
            return Visitor(identity: request.identity, language: request.language)
        }
    }
}

extension Access where Viewer == Member {
    /// Anybody who has signed in.
    public static var members: Access<Member> {
        Access(rule: .members) { request throws(AccessRefusal) in try Self.member(request) }
    }

    /// People who hold the permission.
    public static func permission(_ permission: Permission) -> Access<Member> {
        Access(rule: .permission(permission)) { request throws(AccessRefusal) in try Self.staff(request, [permission]) }
    }

    /// People who hold one of the permissions at least; the handler looks which.
    public static func anyPermission(_ permissions: Set<Permission>) -> Access<Member> {
        Access(rule: .anyPermission(permissions)) { request throws(AccessRefusal) in try Self.staff(request, permissions) }
    }

    private static func staff(_ request: Request, _ permissions: Set<Permission>) throws(AccessRefusal) -> Member {
        let member = try Self.member(request)
        guard permissions.contains(where: member.identity.mightOnceProved) else { throw .hidden }
        switch member.identity.staffAccess {
        case .open: return member
        case .needsProof: throw .proof
        case .needsStepUp: throw .stepUp
        case .needsSecondFactor: throw .secondFactor
        }
    }

    private static func member(_ request: Request) throws(AccessRefusal) -> Member {
        guard let id = request.identity.personID else { throw .signIn }
        return Member(id: id, name: request.identity.name, identity: request.identity)
    }
}

extension AccessRefusal {
    /// What whoever asked gets: the way to the sign-in page, 401 for programs, or a plain "not found".
    public func response(for request: Request) -> Response {
        switch self {
        // That there is a portal is no secret; which pages it has is.
        case .hidden where request.wantsPage && request.head.pathText == SitePaths.administration():
            return Problem(
                .forbidden, "account.staff-only", "Administration is for the people who run this site.",
                remedy: "Ask one of them if you need access.", link: .init("Go to your account", path: SitePaths.account())
            ).response(for: request)
        case .hidden: return Problem.notFound.response(for: request)
        case .signIn where request.wantsPage:
            return .seeOther(link(SitePaths.signIn(), query: ["then": request.placeToReturnTo]))
        case .signIn:
            var response = Problem(
                .unauthenticated, "account.sign-in-needed", "Sign in to do this.",
                remedy: "Sign in, or send a bearer token."
            ).response(for: request)
            response.headers.add("WWW-Authenticate", "Bearer")
            return response
        case .proof where request.wantsPage:
            return .seeOther(link(SitePaths.confirm(), query: ["then": request.placeToReturnTo]))
        case .proof:
            return Problem(
                .forbidden, "account.proof-needed", "Confirm first that it is you.", remedy: "Sign in again, or confirm it on the page."
            ).response(for: request)
        case .stepUp where request.wantsPage:
            return .seeOther(link(SitePaths.stepUp(), query: ["then": request.placeToReturnTo]))
        case .stepUp:
            return Problem(
                .forbidden, "account.step-up-needed", "This needs two-step verification.",
                remedy: "Open a new session and send the code of your authenticator app as “code”."
            ).response(for: request)
        case .secondFactor where request.wantsPage:
            return .seeOther(SitePaths.security())
        case .secondFactor:
            return Problem(
                .forbidden, "account.second-factor-needed", "Staff of this site need two-step verification.",
                remedy: "Set up an authenticator app or a passkey for your account."
            ).response(for: request)
        }
    }
}

extension Request {
    /// Whether a person in a browser waits for a page, as opposed to a program that waits for JSON.
    public var wantsPage: Bool {
        path.first != "api" && !identity.viaBearer && (headers["Accept"]?.contains("text/html") ?? false)
    }

    /// Whether the page that sent files still has them, and gives them back to its form when something else was wrong (upload.js): then nobody
    /// has to be asked to choose them again.
    public var keepsFiles: Bool { headers["Keeps-Files"] != nil }

    /// The page to come back to after signing in: this one, or for a form the page that held it.
    fileprivate var placeToReturnTo: String? { method.isSafe ? head.target : ownReferrer }

    /// The page of this site that the request comes from.
    public var ownReferrer: String? {
        guard let host = headers["Host"], let referrer = headers["Referer"] else { return nil }
        for scheme in ["https://", "http://"] where referrer.hasPrefix(scheme + host + "/") {
            return String(referrer.dropFirst(scheme.count + host.count))
        }
        return nil
    }
}
