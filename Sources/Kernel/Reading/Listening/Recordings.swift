public import Core
public import Database
import Documents
import Platform
import Web

/// What the app that owns publications knows of listening.
public struct Recordings: Sendable {
    let ownerKind: String
    let cover: @Sendable (_ publication: Publication, _ db: any Connection) throws -> String?
    let beside: @Sendable (_ publication: Publication, _ db: any Connection) throws -> PublicationID?

    /// - Parameters:
    ///   - ownerKind: whose publications these are.
    ///   - cover: the address of a recording's picture.
    ///   - beside: the recording of a text, which is played above it for whoever may open it.
    public init(
        of ownerKind: String, cover: @escaping @Sendable (_ publication: Publication, _ db: any Connection) throws -> String?,
        beside: @escaping @Sendable (_ publication: Publication, _ db: any Connection) throws -> PublicationID? = { _, _ in nil }
    ) {
        (self.ownerKind, self.cover, self.beside) = (ownerKind, cover, beside)
    }
}

extension ExtensionPoint where Value == Recordings {
    public static var recordings: Self { Self("reading.recordings") }
}

/// A recording and where to go on.
struct Recording: Sendable {
    let id: PublicationID
    let card: PublicationCard
    let source: String
    let mediaType: String
    let info: AudioInfo
    let cover: String?
    /// In seconds.
    let resumeAt: Int
    /// When this person was there, on whichever device.
    let resumedAt: Instant?
}

extension ReaderRoutes {
    /// The sound is a resource of the publication, or else the original file that the owning app offers.
    func recording(of publication: Publication, _ last: ReadingPosition?, _ db: any Connection) throws -> Recording? {
        guard publication.card.kind == .audio, let info = try publications.audio(of: publication.id, in: db) else { return nil }
        let sound = try publications.resources(of: publication.id, in: db).first { $0.second.hasPrefix("audio/") }
        guard let source = sound.map({ ReadingPaths.resource(publication.id, $0.first) }) ?? publication.card.originalPath else {
            return nil
        }
        return Recording(
            id: publication.id, card: publication.card, source: source, mediaType: sound?.second ?? info.mediaType ?? "audio/mpeg", info: info,
            cover: try known(of: publication)?.cover(publication, db), resumeAt: last?.passage.position.start ?? 0, resumedAt: last?.changedAt)
    }

    /// The recording of a text, where this person may open it; each hearing starts at its beginning.
    func recording(beside publication: Publication, _ request: Request, _ db: any Connection) throws -> Recording? {
        guard publication.card.kind == .text, let id = try known(of: publication)?.beside(publication, db) else { return nil }
        do {
            return try recording(of: try access.open(id, for: request, in: db), nil, db)
        } catch is Problem {
            return nil
        } catch is ReaderRefusal {
            return nil
        }
    }

    private func known(of publication: Publication) -> Recordings? {
        site.extensions[.recordings].first { $0.ownerKind == publication.card.ownerKind }
    }
}
