import Core
import Markup

/// What a mark means; each tone has a colour of its own in both themes.
public enum Tone: String, Sendable {
    case neutral, quiet, info, success, warning, danger, accent
}

/// A small mark beside something: “New”, “On loan”, “Draft”.
public struct Badge: HTML {
    /// The mark.
    public let body: Node

    /// A mark with words.
    public init(_ label: Text, tone: Tone = .neutral, icon: Icon? = nil) {
        body = span(.class("badge badge-" + tone.rawValue)) {
            icon
            label
        }
    }
}

/// A choice that is on or off: a filter, a facet value, a suggestion.
public struct Chip: HTML {
    /// The link.
    public let body: Node

    /// A link that turns the choice on or off. A removable chip shows a cross: it is on, and following it turns it off.
    public init(_ label: Text, href: String, isSelected: Bool = false, count: Int? = nil, isRemovable: Bool = false) {
        body = a(.class("chip"), .href(href), .if(isSelected, .aria("current", "true"))) {
            if isRemovable { span(.class("visually-hidden")) { "Remove the filter" } }
            label
            if let count { span(.class("chip-count")) { "\(count)" } }
            if isRemovable { Icon.close }
        }
    }
}

/// Chips in a row that wraps; `label` says what they are for.
public struct ChipRow: HTML {
    /// The row.
    public let body: Node

    /// Collects chips or category buttons. The label is only read out, unless several rows beside each other are to be told apart.
    public init(_ label: Text, showsLabel: Bool = false, @HTMLBuilder content: () -> Node) {
        body = nav(.class("chip-row"), .aria("label", label)) {
            if showsLabel { span(.class("chip-row-label"), .aria("hidden", true)) { label } }
            content()
        }
    }
}

/// The colours of covers and categories. A name always gets the same one.
public enum Hue: Int, Sendable, CaseIterable {
    case berry, ocean, forest, plum, clay, slate, teal, wine

    /// The colour of a name: stable across starts and machines.
    public init(for name: String) {
        let hash = UInt32.fnv1a(name.utf8)
        self = Self(rawValue: Int((hash ^ hash >> 15) % UInt32(Self.allCases.count))) ?? .berry
    }

    /// The class that gives an element the tokens `--hue` and `--hue-deep`.
    public var className: String { "hue-\(self)" }
}

/// A coloured button for a category or kind: “Theology”, “Devotionals”.
public struct CategoryButton: HTML {
    /// The link.
    public let body: Node

    /// A link in the colour of the category.
    public init(_ label: Text, href: String, hue: Hue, icon: Icon? = nil, isSelected: Bool = false) {
        body = a(.class("category-button \(hue.className)"), .href(href), .if(isSelected, .aria("current", "true"))) {
            icon
            span { label }
        }
    }
}

/// A person as a round of their letters, for lists; their name stands beside it.
public struct Avatar: HTML {
    private let name: String
    private let picture: String?

    /// A person's picture, else the letters of their name in a colour that stays theirs.
    public init(_ name: String, picture: String? = nil) {
        self.name = name
        self.picture = picture
    }

    /// The round.
    @HTMLBuilder public var body: Node {
        if let picture { img(.class("person-round"), .src(picture), .alt(""), .width(40), .height(40)) } else { letters }
    }

    private var letters: some HTML {
        span(.class("person-round \(Hue(for: name).className)"), .aria("hidden", true)) {
            if name.isEmpty { Icon.person } else { Self.letters(of: name) }
        }
    }

    /// The first letters of the first and the last name.
    static func letters(of name: String) -> String {
        let words = name.split(separator: " ")
        let letters = [words.first, words.count > 1 ? words.last : nil].compactMap { $0?.first }
        return String(letters).uppercased()
    }
}

/// A person's picture on their own page, or the letters of their name.
public struct PersonPicture: HTML {
    private let name: String
    private let picture: String?

    /// - Parameter picture: where it is on this site.
    public init(name: String, picture: String?) {
        self.name = name
        self.picture = picture
    }

    public var body: some HTML {
        if let picture {
            img(.class("profile-picture"), .src(picture), .alt("Picture of \(name)"), .width(128), .height(128))
        } else {
            span(.class("profile-picture profile-letters \(Hue(for: name).className)"), .aria("hidden", true)) { Avatar.letters(of: name) }
        }
    }
}
