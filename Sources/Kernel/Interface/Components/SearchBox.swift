import Core
import Markup

/// A search field. It works as a plain form; where a script can run it also suggests while one types.
///
/// Suggestions come from `suggestions?q=WORDS` as ``Suggestions``.
public struct SearchBox: HTML {
    /// The form.
    public let body: Node

    /// A field that leads to `action?NAME=WORDS`. `kept` are fields of the present address (filters) that stay. On a page that is there for
    /// searching it `takesFocus` while it is empty.
    public init(
        _ action: String, placeholder: Text, name: String = "q", value: String = "", suggestions: String? = nil,
        keeping kept: [(name: String, value: String)] = [], isProminent: Bool = false, takesFocus: Bool = false
    ) {
        body = form(
            .class("search-box"), .if(isProminent, .class("search-box-prominent")), .role("search"), .action(action), .method("get"),
            .data("search-box"), suggestions.map { .data("suggest", $0) } ?? .nothing,
            .data("found", text: "Suggestions are below. Use the arrow keys."), .data("nothing-found", text: "No suggestions.")
        ) {
            for field in kept { input(.type("hidden"), .name(field.name), .value(field.value)) }
            Icon.search
            input(
                .class("search-input"), .type("search"), .name(name), .value(value), .placeholder(placeholder),
                .aria("label", placeholder), .autocomplete("off"), .custom("enterkeyhint", "search"), .maxlength(200),
                .custom("spellcheck", "false"), .flag("autofocus", takesFocus && value.isEmpty))
            button(.class("search-go"), .type("submit"), .aria("label", "Search"), .title("Search")) { Icon.forward }
        }
    }
}

/// What a search box suggests while one types; the answer of a suggestion route, best first.
public struct Suggestions: Codable, Sendable {
    /// One suggestion.
    public struct Item: Codable, Sendable {
        /// The words, as they are shown.
        public let title: String
        /// What it is, e.g. the author or “Topic”.
        public let detail: String?
        /// Where it leads.
        public let href: String
        /// Its cover or drawing as HTML; decoration.
        public let picture: String?

        /// A suggestion that leads to `href`.
        public init(title: String, detail: String? = nil, href: String) {
            self.title = title
            self.detail = detail
            self.href = href
            picture = nil
        }

        /// A suggestion with a cover or a drawing, neither of which may have words to translate.
        public init(title: String, detail: String? = nil, href: String, picture: some HTML) {
            self.title = title
            self.detail = detail
            self.href = href
            self.picture = picture.fixed
        }
    }

    /// The suggestions.
    public let items: [Item]

    /// An answer with these suggestions.
    public init(_ items: [Item]) { self.items = items }
}
