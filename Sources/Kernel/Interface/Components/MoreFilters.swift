import Core
import Markup

/// Stands in a `.filter-form` after the fields that everybody uses. On a phone those below it wait until it is touched, so that
/// the list begins on the first screen; it needs no script.
public struct MoreFilters: HTML {
    private let isOpen: Bool

    /// Open from the start where one of the fields below is in use.
    public init(isOpen: Bool) { self.isOpen = isOpen }

    /// A box to tick that looks like a word.
    public var body: some HTML {
        input(.type("checkbox"), .class("filter-toggle"), .id("more-filters"), .flag("checked", isOpen))
        Markup.label(.for("more-filters"), .class("filter-more")) { "More filters" }
    }
}
