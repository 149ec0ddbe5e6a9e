public import Core

/// What a letter says, not yet in any language.
public struct Letter: Sendable, Codable, Equatable {
    /// The line in the list of letters.
    public var subject: Text
    /// What it says, one piece after the other.
    public var paragraphs: [Text]
    /// What the reader can do.
    public var action: LetterAction?
    /// Why the reader gets it, in small letters; nil: only the site's name.
    public var footer: Text?
    /// Where a click ends letters of this sort: `/account/notices/stop/…`. It stands in the letter and in its header, so
    /// that mail programs offer it themselves (RFC 8058).
    public var unsubscribePath: String?

    /// A letter by its parts.
    public init(
        subject: Text, paragraphs: [Text], action: LetterAction? = nil, footer: Text? = nil, unsubscribePath: String? = nil
    ) {
        self.subject = subject
        self.paragraphs = paragraphs
        self.action = action
        self.footer = footer
        self.unsubscribePath = unsubscribePath
    }
}

/// The one button of a letter.
public struct LetterAction: Sendable, Codable, Equatable {
    /// What it says.
    public var label: Text
    /// Where it leads, on this site: `/account/verify/…`.
    public var path: String

    /// A button by its words and its place on this site.
    public init(_ label: Text, path: String) {
        self.label = label
        self.path = path
    }
}
