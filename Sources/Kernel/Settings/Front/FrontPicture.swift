import Audit
import Core
import Documents
import Foundation
import Interface
import Markup
import Media
import Platform
import Web

/// The picture at the top of the front page, cut to the shapes that screens show it in.
///
/// What was uploaded is read in the box, cut and written anew; neither the file nor what was hidden in it (place, camera) is kept.
struct FrontPicture: ConfigurationSection, Equatable {
    static let name = "frontPicture"

    /// What it shows, for those who do not see it.
    var alt: String
    /// Its files by ``Cut``.
    var cuts: [String: MediaRef]

    /// A shape and size.
    enum Cut: String, Sendable, CaseIterable, PathValue {
        /// Phones: 4 : 3.
        case smallNarrow = "narrow-640"
        case narrow = "narrow-1200"
        /// Wider screens: 12 : 5.
        case smallWide = "wide-1200"
        case wide = "wide-1920"

        var size: (width: Int, height: Int) {
            switch self {
            case .smallNarrow: (640, 480)
            case .narrow: (1200, 900)
            case .smallWide: (1200, 500)
            case .wide: (1920, 800)
            }
        }

        init?(_ description: String) { self.init(rawValue: description) }

        var description: String { rawValue }
    }

    /// Largest file that is taken, in bytes.
    static let mostBytes = 20 * 1024 * 1024
    /// Smallest side lengths, in pixels: less would be blurred.
    static let least = (width: 1200, height: 500)
    /// Most characters of ``alt``.
    static let longestDescription = 200
    static let types: Set<String> = ["image/jpeg", "image/png", "image/webp"]

    /// Where a browser fetches it; another picture has another address.
    func address(_ cut: Cut) -> String { link(SettingsPaths.picture(cut), query: ["v": cuts[cut.rawValue].map { String($0.digest.prefix(12)) }]) }
}

extension SiteConfiguration {
    /// The picture of the front page; nil while there is none.
    var frontPicture: FrontPicture? {
        get { self[FrontPicture.self] }
        set { self[FrontPicture.self] = newValue }
    }
}

extension MediaOwner {
    /// The front page, as to its picture.
    static var frontPicture: MediaOwner { MediaOwner("settings.front-picture", ID<FrontPicture>(1)) }
}

/// Cuts, keeps and removes the picture.
struct FrontPictureStore: Sendable {
    let site: Site

    /// Takes a picture that somebody uploaded in the place of the present one.
    /// - Throws: ``FrontPictureRefusal``, or `ConversionRefusal.cancelled`.
    func set(_ file: URL, showing alt: String, keeping crop: ThumbnailMaker.Crop, by person: PersonID) async throws {
        guard let facts = PictureFacts(of: file), FrontPicture.types.contains(facts.mediaType) else { throw FrontPictureRefusal.unusable }
        guard facts.width ?? 0 >= FrontPicture.least.width, facts.height ?? 0 >= FrontPicture.least.height else {
            throw FrontPictureRefusal.tooSmall
        }
        try await store(file, showing: alt, keeping: crop, by: person)
    }

    /// The same without a look at what the file is: drawings of our own are taken too.
    func store(_ file: URL, showing alt: String, keeping crop: ThumbnailMaker.Crop, by person: PersonID?) async throws {
        try await site.media.withLease { lease in
            var cuts: [String: MediaRef] = [:]
            for cut in FrontPicture.Cut.allCases {
                cuts[cut.rawValue] = try await lease.store(fileAt: try await make(cut, of: file, keeping: crop))
            }
            let picture = FrontPicture(alt: alt, cuts: cuts)
            try await change(to: picture, noted: "picture", by: person)
        }
    }

    /// Says otherwise what the picture shows.
    func describe(_ alt: String, by person: PersonID) async throws {
        guard var picture = site.configuration.frontPicture else { throw Problem.notFound }
        picture.alt = alt
        try await change(to: picture, noted: "description", by: person)
    }

    func remove(by person: PersonID) async throws { try await change(to: nil, noted: "picture removed", by: person) }

    private func change(to picture: FrontPicture?, noted: String, by person: PersonID?) async throws {
        try await site.configure(by: person) { [site] configuration, write in
            try site.media.holds.setHolds(of: .frontPicture, to: picture.map { Array($0.cuts.values) } ?? [], in: write)
            configuration.frontPicture = picture
            try write.audit(.update, AuditName("settings.front", "picture"), ["changed": noted])
        }
    }

    private func make(_ cut: FrontPicture.Cut, of file: URL, keeping crop: ThumbnailMaker.Crop) async throws -> URL {
        let size = cut.size
        do throws(ConversionRefusal) {
            return try await site.thumbnails.makeCut(
                from: file, width: size.width, height: size.height, keeping: crop, in: site.media.temporaryFolder)
        } catch {
            // Nothing is known of a picture that nobody finished looking at.
            if case .cancelled = error { throw error }
            site.log(.notice, "settings.picture-refused", ["cause": .string("\(error)")])
            throw FrontPictureRefusal.unusable
        }
    }
}

/// Why a picture was not taken.
enum FrontPictureRefusal: Error, Equatable {
    case nothingChosen, unusable, tooSmall
    /// With the name of the form's field.
    case noDescription(String)
}

extension FrontPictureRefusal: ProblemConvertible {
    static let remedy: Text = "Choose a JPEG, PNG or WebP file of at most 20 MB."
    private static let larger: Text = "Choose one at least \(FrontPicture.least.width) pixels wide and \(FrontPicture.least.height) pixels high."

    var problem: Problem {
        switch self {
        case .nothingChosen:
            Problem(.invalid, "settings.no-picture-chosen", "No picture was chosen.", remedy: Self.remedy, fields: ["picture": "Choose a picture."])
        case .unusable:
            Problem(
                .unsupportedType, "settings.picture-unusable", "That file can’t be used as a picture.", remedy: Self.remedy,
                fields: ["picture": Self.remedy])
        case .tooSmall:
            Problem(
                .invalid, "settings.picture-too-small", "That picture is too small.",
                remedy: Self.larger, fields: ["picture": Self.larger])
        case .noDescription(let field):
            Problem(
                .invalid, "settings.no-description", "The picture needs a description.", remedy: "Screen readers read it aloud.",
                fields: [field: "Write 1 to \(FrontPicture.longestDescription) characters."])
        }
    }
}
