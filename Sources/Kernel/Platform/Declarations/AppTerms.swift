import Core

/// The terms under which an app takes part in people's lives, as it ships them; administrators may put their own in their place (CORE-021).
public struct AppTerms: Sendable {
    /// Rises with every change that people must agree to again.
    public var version: Int
    /// One heading with paragraphs after the other.
    public var sections: [Section]

    /// One heading and what stands under it.
    public struct Section: Sendable {
        /// The heading.
        public var title: Text
        /// Paragraphs.
        public var paragraphs: [Text]

        /// A heading with paragraphs.
        public init(_ title: Text, _ paragraphs: Text...) {
            self.title = title
            self.paragraphs = paragraphs
        }
    }

    /// Terms by version and sections.
    public init(version: Int, _ sections: Section...) {
        self.version = version
        self.sections = sections
    }
}
