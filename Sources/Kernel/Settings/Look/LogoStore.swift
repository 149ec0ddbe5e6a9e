import Core
import Documents
import Foundation
import Media
import Platform
import Web

/// Makes the sizes of a logo, each drawn anew on white in the box: what was uploaded, and what was hidden in it, is not kept, so that a
/// drawing (SVG) can't bring anything along.
struct LogoStore: Sendable {
    let site: Site

    /// Largest file that is taken, in bytes.
    static let mostBytes = 5 << 20
    /// Somewhat more, so that one that is too large is refused at its field.
    static let upload = BodyPolicy.upload(file: 3 * mostBytes, count: 1)
    /// The longer side of a picture, at least, in pixels: less would be blurred as an icon.
    static let least = 192
    static let accept = "image/png,image/jpeg,image/webp,image/svg+xml"

    /// Runs `body` with the files of an uploaded logo, which it puts in place.
    /// - Throws: ``LogoRefusal``, or `ConversionRefusal.cancelled`.
    func withLogo(_ file: URL, showsName: Bool, _ body: (SiteLook.Logo) async throws -> Void) async throws {
        try check(file)
        try await site.media.withLease { lease in
            var logo = SiteLook.Logo(files: [:], width: 0, height: 0, showsName: showsName)
            for picture in SiteLook.Picture.allCases {
                let made = try await make(picture, of: file)
                if picture == .logo {
                    guard let facts = PictureFacts(of: made), let width = facts.width, let height = facts.height else { throw LogoRefusal.damaged }
                    (logo.width, logo.height) = (width, height)
                }
                logo.files[picture.rawValue] = try await lease.store(fileAt: made)
            }
            try await body(logo)
        }
    }

    /// Refuses what can't be a logo by its first bytes and its size.
    func check(_ file: URL) throws(LogoRefusal) {
        let bytes = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
        guard bytes <= Self.mostBytes else { throw .tooLarge }
        guard let facts = PictureFacts(of: file) else {
            guard (try? FileKind.of(file)) == .svg else { throw .wrongType }
            return
        }
        guard ["image/png", "image/jpeg", "image/webp"].contains(facts.mediaType) else { throw .wrongType }
        guard max(facts.width ?? 0, facts.height ?? 0) >= Self.least else { throw .tooSmall }
    }

    private func make(_ picture: SiteLook.Picture, of file: URL) async throws -> URL {
        let (within, side) = Self.shape(of: picture)
        do throws(ConversionRefusal) {
            return try await site.thumbnails.makeLogo(
                from: file, width: within.width, height: within.height, onSquareOf: side, in: site.media.temporaryFolder)
        } catch {
            // Nothing is known of a picture that nobody finished looking at.
            if case .cancelled = error { throw error }
            site.log(.notice, "settings.picture-refused", ["cause": .string("\(error)")])
            throw LogoRefusal.damaged
        }
    }

    /// How large the logo is in a picture, and the side of the square that it stands on.
    private static func shape(of picture: SiteLook.Picture) -> (within: (width: Int, height: Int), side: Int?) {
        switch picture {
        case .logo: ((640, 160), nil)
        case .icon192: ((168, 168), 192)
        case .icon512: ((448, 448), 512)
        // The largest square in a circle of 80 per cent is 56 per cent wide.
        case .maskable: ((288, 288), 512)
        case .touch: ((148, 148), 180)
        }
    }
}

extension MediaOwner {
    /// The site, as to its logo.
    static var siteLogo: MediaOwner { MediaOwner("settings.logo", ID<SiteLook>(1)) }
}

/// Why a logo was not taken.
enum LogoRefusal: Error, Equatable {
    case tooLarge, wrongType, tooSmall, damaged

    /// What is said at the field.
    var words: Text {
        switch self {
        case .tooLarge: "This picture is larger than 5 MB. Choose a smaller one."
        case .wrongType: "Choose a PNG, JPEG, WebP or SVG file."
        case .tooSmall: "This picture is too small. Choose one at least \(LogoStore.least) pixels wide or high."
        case .damaged: "This picture is damaged or incomplete. Choose another file."
        }
    }
}
