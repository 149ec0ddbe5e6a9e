public import Core
public import Database
public import Media
import Platform

/// What the app that owns publications knows of their originals: which of them is a PDF, whose pages can be looked at as they were printed.
public struct PrintedPages: Sendable {
    let ownerKind: String
    let original: @Sendable (_ publication: Publication, _ db: any Connection) throws -> MediaRef?

    /// - Parameters:
    ///   - ownerKind: whose publications these are.
    ///   - original: the PDF that the text of a publication was made from, or nil.
    public init(
        of ownerKind: String, original: @escaping @Sendable (_ publication: Publication, _ db: any Connection) throws -> MediaRef?
    ) {
        (self.ownerKind, self.original) = (ownerKind, original)
    }
}

extension ExtensionPoint where Value == PrintedPages {
    public static var printedPages: Self { Self("reading.printed-pages") }
}

extension Site {
    /// The PDF of a publication, where it has one beside its text. One that is nothing but pictures of its pages shows them in the reader as it is.
    func original(of publication: Publication, in db: any Connection) throws -> MediaRef? {
        guard publication.card.kind == .text, publication.words > 0,
            let original = try extensions[.printedPages].first(where: { $0.ownerKind == publication.card.ownerKind })?.original(publication, db),
            try !isPicturesAlone(publication, in: db)
        else { return nil }
        return original
    }

    /// Whether the words of a publication are the numbers of its pages, as the converter writes them where there is nothing to read.
    private func isPicturesAlone(_ publication: Publication, in db: any Connection) throws -> Bool {
        let opening: String? = try db.first("SELECT substr(text, 1, 40) FROM reading_section WHERE publication_id = \(publication.id) AND number = 0")
        guard let opening, !opening.isEmpty else { return false }
        return (1...40).map(String.init).joined(separator: "\n").hasPrefix(opening)
    }
}
