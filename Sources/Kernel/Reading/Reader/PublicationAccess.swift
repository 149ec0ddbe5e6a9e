import Core
import Database
import Web

/// Lets people in to a publication, or not.
struct PublicationAccess: Sendable {
    let database: Database
    let publications: Publications
    /// What the owners of publications ask besides the audience; read with each request, when every part has handed in its own.
    let gates: @Sendable () -> [ReadingGate]
    /// Whether an app is off, by its id.
    let isTurnedOff: @Sendable (String) -> Bool

    /// The publication, if whoever asks may read it. What is only for members asks guests to sign in; everything else that is
    /// closed looks as if it were not there, unless its owner says otherwise.
    func open(_ id: PublicationID, for request: Request, in db: any Connection) throws -> Publication {
        let identity = request.identity
        guard let publication = try publications.find(id, in: db) else { throw ReaderRefusal.notAvailable }
        // `library.item` belongs to the library.
        if let app = publication.card.ownerKind.split(separator: ".").first.map(String.init) {
            guard !isTurnedOff(app) else { throw ReaderRefusal.notAvailable }
            if let closed = identity.closedApps[app] { throw closed }
        }
        guard publication.isOpen(to: identity) else {
            guard publication.card.audience == .members, identity.personID == nil else { throw ReaderRefusal.notAvailable }
            throw Problem(.unauthenticated, "account.sign-in-needed", "Sign in to do this.", remedy: "Sign in, or send a bearer token.")
        }
        for gate in gates() where gate.ownerKind == publication.card.ownerKind {
            if let refusal = try gate.refusal(publication, request, db) { throw refusal }
        }
        return publication
    }

    /// The same in a read of its own.
    func open(_ id: PublicationID, for request: Request) async throws -> Publication {
        try await database.read { db in try open(id, for: request, in: db) }
    }

    /// Reads and answers; where signing in would open the publication, leads there.
    func enter<A: Answer>(_ request: Request, _ body: (any Connection) throws -> A) async throws -> Response {
        let answer: Result<A, Problem> = try await database.read { db in
            do { return .success(try body(db)) } catch let problem as Problem { return .failure(problem) }
        }
        guard case .success(let page) = answer else { return try signInOr(answer, request) }
        return try await page.response(for: request)
    }

    /// The way to sign in, where that would open the publication; otherwise throws what it failed with.
    func signInOr<A>(_ answer: Result<A, Problem>, _ request: Request) throws -> Response {
        guard case .failure(let problem) = answer else { throw Problem.notFound }
        guard problem.kind == .unauthenticated, request.wantsPage else { throw problem }
        return .seeOther(link(SitePaths.signIn(), query: ["then": request.head.target]))
    }
}
