public import Core
public import Database
public import Documents
public import Web

/// The identity of a publication.
public typealias PublicationID = ID<Publication>

/// What kind of thing is read, which decides how the reader shows it.
public enum PublicationKind: String, Sendable, Codable, SQLConvertible {
    case text, audio, bible
}

/// Who may read a publication.
public enum Audience: String, Sendable, Codable, SQLConvertible {
    /// Anybody.
    case everyone = "public"
    /// Anybody who has signed in.
    case members
    /// Those who hold the publication's staff permission: drafts and previews.
    case staff
}

/// What the app that owns a publication says about it. The reader shows it and knows nothing else of the app.
public struct PublicationCard: Sendable, Equatable {
    /// What the publication belongs to, e.g. `library.item`. With ``ownerID`` it is unique.
    public var ownerKind: String
    /// The number of the owner within its kind.
    public var ownerID: Int64
    /// The title as the app shows it.
    public var title: String
    /// The authors as the app shows them, joined.
    public var authors: String
    /// The language of the text.
    public var language: Language?
    /// How it is read.
    public var kind: PublicationKind
    /// Who may read it.
    public var audience: Audience
    /// What staff need to read it whatever its audience.
    public var staffPermission: Permission
    /// The page of the owner, where "Back" leads.
    public var pagePath: String
    /// Where the original file is offered, if it is.
    public var originalPath: String?

    /// A card by its parts.
    public init(
        ownerKind: String, ownerID: Int64, title: String, authors: String = "", language: Language?, kind: PublicationKind = .text,
        audience: Audience, staffPermission: Permission, pagePath: String, originalPath: String? = nil
    ) {
        self.ownerKind = ownerKind
        self.ownerID = ownerID
        self.title = title
        self.authors = authors
        self.language = language
        self.kind = kind
        self.audience = audience
        self.staffPermission = staffPermission
        self.pagePath = pagePath
        self.originalPath = originalPath
    }
}

/// Something that is read: ordered sections of safe HTML under one title.
public struct Publication: Sendable, Equatable {
    /// Its identity.
    public let id: PublicationID
    /// What the owning app says about it.
    public let card: PublicationCard
    /// The direction in which its pages turn.
    public let direction: ReadingDirection
    /// Counts the files it was made from: 1, and one more with every replacement.
    public let edition: Int
    /// How many sections it has.
    public let sectionCount: Int
    /// Words in all sections together.
    public let words: Int
    /// When its card or text changed last.
    public let changedAt: Instant

    /// Whether this visitor may read it.
    public func isOpen(to identity: Identity) -> Bool {
        switch card.audience {
        case .everyone: true
        case .members: identity.personID != nil
        case .staff: identity.may(card.staffPermission)
        }
    }
}

extension Publication: SQLRow {
    static let columns: SQL = """
        id, owner_kind, owner_id, title, authors, language, kind, audience, staff_permission, page_path, original_path,
        direction, edition, section_count, words, changed_at
        """

    /// Takes its columns in the order of `columns`.
    public init(row: inout RowReader) throws {
        id = try row.next()
        card = PublicationCard(
            ownerKind: try row.next(), ownerID: try row.next(), title: try row.next(), authors: try row.next(),
            language: try row.next(), kind: try row.next(), audience: try row.next(),
            staffPermission: Permission(rawValue: try row.next()), pagePath: try row.next(), originalPath: try row.next())
        direction = try row.next(ReadingDirection.self)
        edition = try row.next()
        sectionCount = try row.next()
        words = try row.next()
        changedAt = try row.next()
    }
}

extension ReadingDirection: SQLConvertible {}
