import Core
import Database
import Web

/// Lets people in to a publication, or not.
struct PublicationAccess: Sendable {
    let database: Database
    let publications: Publications

    /// The publication, if whoever asks may read it. What is only for members asks guests to sign in; everything else that is
    /// closed looks as if it were not there.
    func open(_ id: PublicationID, for identity: Identity, in db: any Connection) throws -> Publication {
        guard let publication = try publications.find(id, in: db) else { throw Problem.notFound }
        // `library.item` belongs to the library.
        if let closed = publication.card.ownerKind.split(separator: ".").first.flatMap({ identity.closedApps[String($0)] }) { throw closed }
        if publication.isOpen(to: identity) { return publication }
        guard publication.card.audience == .members, identity.personID == nil else { throw Problem.notFound }
        throw Problem(
            .unauthenticated, "account.sign-in-needed", "Sign in to do this.", remedy: "Sign in, or send a bearer token.")
    }

    /// The same in a read of its own.
    func open(_ id: PublicationID, for identity: Identity) async throws -> Publication {
        try await database.read { db in try open(id, for: identity, in: db) }
    }
}
