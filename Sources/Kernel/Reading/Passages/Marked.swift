public import Markup
public import Search

/// Text with what was searched for marked.
public struct Marked: HTML {
    private let parts: [SnippetPart]

    /// - Parameter parts: what the search says of a passage or a title.
    public init(_ parts: [SnippetPart]) { self.parts = parts }

    public var body: some HTML {
        Fragment {
            for part in parts {
                if part.isMatch { mark { part.text } } else { part.text }
            }
        }
    }
}
