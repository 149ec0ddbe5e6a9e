import Core
import Markup

/// The cover of a work: its picture, or a typographic cover made of its title.
public struct Cover: HTML {
    private let title: String
    private let authors: String
    private let image: String?
    private let icon: Icon?
    private let isSmall: Bool

    /// A cover. It is decoration: whoever shows it also says the title in words. A small one, in a list, shows nothing else.
    public init(title: String, authors: String = "", image: String? = nil, icon: Icon? = nil, isSmall: Bool = false) {
        self.title = title
        self.authors = authors
        self.image = image
        self.icon = icon
        self.isSmall = isSmall
    }

    /// The picture or the made cover.
    public var body: some HTML {
        if let image {
            span(.class("cover"), small) { img(.src(image), .alt(""), .loading("lazy"), .width(200), .height(300)) }
        } else {
            span(.class("cover cover-made \(Hue(for: title).className) \(binding)"), small, .aria("hidden", true)) {
                span(.class("cover-words")) {
                    span(.class("cover-title"), .if(title.count > 42, .class("cover-title-small")), longestWord, .dir("auto")) { title }
                    if !isSmall {
                        icon
                        span(.class("cover-authors"), .dir("auto")) { authors }
                    }
                }
            }
        }
    }
}

extension Cover {
    private var small: Attribute { .if(isSmall, .class("cover-small")) }

    /// How the made cover is bound: like its hue, always the same for the same title.
    private var binding: String {
        switch (title.utf8.count &+ authors.utf8.count) % 3 {
        case 0: "cover-frame"
        case 1: "cover-label"
        default: "cover-rule"
        }
    }

    /// Long words need smaller letters, so that none is broken; the class says up to how many letters fit. Hyphens and dashes may end a line.
    private var longestWord: Attribute {
        let longest = title.split { $0.isWhitespace || "-–—".contains($0) }.map(\.count).max() ?? 0
        return [8, 10, 12, 14].first { longest <= $0 }.map { longest > 7 ? .class("cover-word-\($0)") : .nothing } ?? .class("cover-word-16")
    }
}

/// A work on a shelf: cover, title, authors, and how far one has come.
public struct CoverCard: HTML {
    /// The link.
    public let body: Node

    /// A link to a work. `progress` runs from 0 to 1; without, none is shown.
    public init(
        title: String, authors: String = "", href: String, image: String? = nil, icon: Icon? = nil, badge: Badge? = nil,
        progress: Double? = nil
    ) {
        body = a(.class("cover-card"), .href(href)) {
            Cover(title: title, authors: authors, image: image, icon: icon)
            span(.class("cover-card-title"), .dir("auto")) { title }
            if !authors.isEmpty { span(.class("cover-card-authors"), .dir("auto")) { authors } }
            if let badge { span(.class("cover-card-badge")) { badge } }
            if let progress { ProgressBar(progress, label: "Read so far", showsPercent: true) }
        }
    }
}

/// The page of a work: its cover, and beside it, on phones below, everything that is said of it.
public struct WorkPage: HTML {
    /// The page.
    public let body: Node

    /// A page; `words` begin with its heading, a paragraph `work-authors` and what can be done with it.
    public init(cover: Cover, @HTMLBuilder words: () -> Node) {
        body = article(.class("work-page")) {
            div(.class("work-cover")) { cover }
            div(.class("work-words stack")) { words() }
        }
    }
}

/// A work in a list: small cover, title, authors, a few facts, and what can be done with one tap.
public struct CoverRow: HTML {
    /// The row.
    public let body: Node

    /// A row of a list; `facts` are badges and short texts, `actions` icon buttons.
    public init(
        title: String, authors: String = "", href: String, image: String? = nil, icon: Icon? = nil,
        @HTMLBuilder facts: () -> Node = { .nothing }, @HTMLBuilder actions: () -> Node = { .nothing }
    ) {
        let facts = facts()
        let actions = actions()
        body = article(.class("cover-row")) {
            Cover(title: title, authors: authors, image: image, icon: icon, isSmall: true)
            div(.class("cover-row-words")) {
                h3 { a(.class("stretched"), .href(href), .dir("auto")) { title } }
                if !authors.isEmpty { p(.class("cover-row-authors"), .dir("auto")) { authors } }
                if !facts.isNothing { div(.class("facts")) { facts } }
            }
            if !actions.isNothing { div(.class("cover-row-actions")) { actions } }
        }
    }
}

/// Covers beside each other, as many as fit.
public struct CoverGrid: HTML {
    /// The grid.
    public let body: Node

    /// Collects cover cards.
    public init(@HTMLBuilder content: () -> Node) {
        body = div(.class("cover-grid")) { content() }
    }
}

/// A shelf that is pushed sideways: by touch, by keyboard, and with buttons where a script can run.
public struct Carousel: HTML {
    /// The shelf.
    public let body: Node

    /// A shelf of `items`; `more` leads to all of them, `level` is that of its heading (2 or 3).
    public init(_ title: Text, detail: Text? = nil, more: String? = nil, level: Int = 2, items: [some HTML]) {
        let items = items.map(\.node)
        body = section(
            .class("carousel"), .data("carousel"), .data("previous", text: "Previous"), .data("next", text: "Next"), .aria("label", title)
        ) {
            SectionHeader(title, detail: detail, more: more, level: level)
            ul(.class("carousel-track"), .data("carousel-track"), .tabindex(0), .aria("label", title)) {
                for item in items { li { item } }
            }
        }
    }
}
