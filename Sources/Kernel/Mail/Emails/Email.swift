public import Core

/// What an email says, not yet in any language.
public struct Email: Sendable, Codable, Equatable {
    /// The line in the list of emails.
    public var subject: Text
    /// What it says, one piece after the other.
    public var paragraphs: [Text]
    /// What the reader can do.
    public var action: EmailAction?
    /// Why the reader gets it, in small letters; nil: only the site's name.
    public var footer: Text?
    /// Where a click ends emails of this sort: `/account/notifications/stop/…`. It stands in the email and in its header, so
    /// that mail programs offer it themselves (RFC 8058).
    public var unsubscribePath: String?

    /// An email by its parts.
    public init(
        subject: Text, paragraphs: [Text], action: EmailAction? = nil, footer: Text? = nil, unsubscribePath: String? = nil
    ) {
        self.subject = subject
        self.paragraphs = paragraphs
        self.action = action
        self.footer = footer
        self.unsubscribePath = unsubscribePath
    }
}

/// The one button of an email.
public struct EmailAction: Sendable, Codable, Equatable {
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
