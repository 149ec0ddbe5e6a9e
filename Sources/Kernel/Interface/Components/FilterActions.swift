import Core
import Markup

/// The end of a `.filter-form`: applies the filter and, while there is something to clear, clears it.
public struct FilterActions: HTML {
    private let clear: String?

    /// - Parameter clear: the address of the whole list; nil while nothing is filtered.
    public init(clear: String? = nil) { self.clear = clear }

    /// Quiet beside what the page is for: filtering is not its main action.
    public var body: some HTML {
        Actions {
            Button("Show", icon: .filter, style: .secondary, .data("sends-filter"))
            if let clear { LinkButton("Clear", href: clear, style: .quiet) }
        }
    }
}
