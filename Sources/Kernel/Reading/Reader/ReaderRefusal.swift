import Core
import Web

/// Why there is nothing to read at an address that somebody kept.
enum ReaderRefusal: Error, Equatable {
    /// Whether it was there once is not told.
    case notAvailable
    /// A publication that has become shorter, or a chapter that its author took back.
    case noSection(PublicationID)
    /// A page that can't be drawn from its PDF.
    case notDrawn(PublicationID)
}

extension ReaderRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .notAvailable:
            Problem(
                .notFound, "reading.not-available", "This text isn’t available.",
                remedy: "It may have been unpublished or deleted. Check the address, or start from the front page.")
        case .noSection(let publication):
            Problem(
                .notFound, "reading.no-such-section", "This part isn’t available.",
                remedy: "It may have been unpublished. The other parts are still here.",
                link: .init("Contents", path: ReadingPaths.contents(publication)))
        case .notDrawn(let publication):
            Problem(
                .unavailable, "reading.page-not-drawn", "This page can’t be shown as it was printed.",
                remedy: "Read it as text, or try again later.", link: .init("Text", path: ReadingPaths.publication(publication)))
        }
    }
}
