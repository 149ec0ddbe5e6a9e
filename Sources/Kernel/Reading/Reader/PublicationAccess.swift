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
}
