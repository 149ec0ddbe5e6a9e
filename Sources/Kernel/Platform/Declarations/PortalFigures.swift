public import Core
public import Database
public import Web

/// A few figures of today or the last seven days for the first page of the portal, read in its snapshot; quick, for they are read each time.
public struct PortalFigures: Sendable {
    /// One of them, with where it is told in full.
    public struct Figure: Sendable {
        let label: Text
        let value: Text
        let detail: Text?
        let path: String

        /// A figure by its parts.
        public init(_ label: Text, value: Text, detail: Text? = nil, path: String) {
            self.label = label
            self.value = value
            self.detail = detail
            self.path = path
        }
    }

    /// What they are of.
    public enum Span: Sendable {
        case today, week
    }

    let span: Span
    /// What they are of; nil for the whole site.
    let subject: Text?
    /// Who sees them.
    public let permission: Permission
    /// Reads them; none where there is nothing to tell.
    public let read: @Sendable (any Connection) throws -> [Figure]

    /// Figures for whoever may see them.
    public init(
        for permission: Permission, of span: Span = .week, in subject: Text? = nil, _ read: @escaping @Sendable (any Connection) throws -> [Figure]
    ) {
        self.span = span
        self.subject = subject
        self.permission = permission
        self.read = read
    }
}

extension ExtensionPoint where Value == PortalFigures {
    public static var portalFigures: Self { Self("portal-figures") }
}
