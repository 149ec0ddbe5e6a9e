import Accounts
import Audit
import Core
import Database
import Documents
import Foundation
import Media
import Platform
import SignIn

/// The picture that a person chose here (CORE-006). It stands before the one a provider has, for as long as it is there.
///
/// The file is read in the box, cut to a square and written anew: what was hidden in it (place, camera, other people at the edge) is not
/// kept, and neither is the file itself.
struct OwnPicture: Sendable {
    let site: Site
    let access: AccessChange

    /// Largest file that is taken, in bytes.
    static let mostBytes = 10 * 1024 * 1024
    /// Pixels of each side.
    static let side = 512
    private static let types: Set<String> = ["image/jpeg", "image/png", "image/webp"]

    /// Takes a picture in the place of the present one.
    /// - Throws: ``PictureRefusal``, or `ConversionRefusal.cancelled`.
    func set(_ file: URL, keeping crop: ThumbnailMaker.Crop, of person: PersonID) async throws {
        guard let facts = PictureFacts(of: file), Self.types.contains(facts.mediaType) else { throw PictureRefusal.unusable }
        let square: URL
        do throws(ConversionRefusal) {
            square = try await site.thumbnails.makeCut(
                from: file, width: Self.side, height: Self.side, keeping: crop, in: site.media.temporaryFolder)
        } catch {
            if case .cancelled = error { throw error }
            site.log(.notice, "accounts.picture-refused", ["cause": .string("\(error)")])
            throw PictureRefusal.unusable
        }
        defer { try? FileManager.default.removeItem(at: square) }
        let bytes = [UInt8](try Data(contentsOf: square))
        try await site.write(by: person) { write in
            try write.run(
                """
                INSERT INTO account_picture (person_id, media_type, bytes, is_own, changed_at, changed_by)
                VALUES (\(person), \(PictureType.jpeg.rawValue), \(bytes), 1, \(write.now), \(person))
                ON CONFLICT (person_id) DO UPDATE SET media_type = excluded.media_type, bytes = excluded.bytes, is_own = 1,
                    changed_at = excluded.changed_at, changed_by = excluded.changed_by
                """)
            try write.run("UPDATE account_person SET wants_no_picture = 0 WHERE id = \(person)")
            try write.audit(.update, person, ["changed": "picture"])
            forgetSessions(of: person, after: write)
        }
    }

    /// Takes the picture away, also the copy of a provider's, which does not come back.
    func remove(of person: PersonID) async throws {
        try await site.write(by: person) { write in
            guard try write.run("DELETE FROM account_picture WHERE person_id = \(person)") > 0 else { return }
            try write.run("UPDATE account_person SET wants_no_picture = 1 WHERE id = \(person)")
            try write.audit(.update, person, ["changed": "picture removed"])
            forgetSessions(of: person, after: write)
        }
    }

    /// The address of the picture is in what is remembered of sessions.
    private func forgetSessions(of person: PersonID, after write: Write) {
        write.afterCommit { access.distrust(person) }
    }
}

/// Why a picture was not taken.
enum PictureRefusal: Error, Equatable {
    case nothingChosen, unusable, tooMany, underWay
}

extension PictureRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .nothingChosen:
            Problem(
                .invalid, "accounts.no-picture-chosen", "No picture was chosen.", remedy: "Choose a JPEG, PNG or WebP file of at most 10 MB.")
        case .unusable:
            Problem(
                .unsupportedType, "accounts.picture-unusable", "That file can’t be used as a picture.",
                remedy: "Choose a JPEG, PNG or WebP file of at most 10 MB.")
        case .tooMany:
            Problem(
                .tooManyRequests, "accounts.too-many-pictures", "You changed your picture many times within an hour.",
                remedy: "Try again in an hour.", retryAfter: 3600)
        case .underWay:
            Problem(
                .conflict, "accounts.picture-under-way", "Your last picture is still being processed.", remedy: "Try again in a moment.",
                retryAfter: 10)
        }
    }
}
