import Core
import Markup
import Web

/// The way on through a list that is shown page by page.
public struct Pagination: HTML {
    private let previous: String?
    private let next: String?
    private let summary: Text?

    /// Links to the page before and the page after, where there are any, and a word on where one is.
    public init(previous: String? = nil, next: String?, summary: Text? = nil) {
        self.previous = previous
        self.next = next
        self.summary = summary
    }

    /// The links; nothing when the list fits on one page.
    public var body: some HTML {
        if previous != nil || next != nil || summary != nil {
            nav(.class("pagination"), .aria("label", "Pages")) {
                if let previous { LinkButton("Previous", href: previous, icon: .chevronLeft, style: .secondary, .rel("prev")) }
                if let summary { p { summary } }
                if let next {
                    LinkButton("Next", href: next, icon: .chevronRight, style: .secondary, .rel("next"), .class("button-icon-last"))
                }
            }
        }
    }
}

/// A table that becomes a list of cards on phones.
public struct DataTable: HTML {
    /// A column.
    public struct Column: Sendable {
        let title: Text
        let isNumeric: Bool
        let isHidden: Bool

        /// A column; numbers stand at its end, and a hidden title is only read out (for the column of buttons).
        public init(_ title: Text, isNumeric: Bool = false, isTitleHidden: Bool = false) {
            self.title = title
            self.isNumeric = isNumeric
            isHidden = isTitleHidden
        }
    }

    /// A row: one cell per column.
    public struct Row: Sendable {
        let cells: [Node]
        let id: String?

        /// A row of finished cells, made with ``cell(_:)-(String)`` or of any HTML. An address that ends in `#` and its `id` leads to the row and
        /// marks it for a moment.
        public init(_ cells: [any HTML], id: String? = nil) { (self.cells, self.id) = (cells.map { $0.node }, id) }
    }

    private let caption: Text
    private let columns: [Column]
    private let rows: [Row]

    /// A table; `caption` says what it shows and is only read out. The first cell of a row is its heading.
    public init(_ caption: Text, columns: [Column], rows: [Row]) {
        self.caption = caption
        self.columns = columns
        self.rows = rows
    }

    /// The table.
    public var body: some HTML {
        div(.class("table-frame")) {
            table(.class("data-table")) {
                Markup.caption(.class("visually-hidden")) { caption }
                thead {
                    tr {
                        for column in columns {
                            th(.scope("col"), .if(column.isNumeric, .class("numeric"))) {
                                if column.isHidden { span(.class("visually-hidden")) { column.title } } else { column.title }
                            }
                        }
                    }
                }
                tbody {
                    for row in rows {
                        tr(row.id.map { .id($0) } ?? .nothing) { for (index, column) in columns.enumerated() { cell(row, index, column) } }
                    }
                }
            }
        }
    }

    private func cell(_ row: Row, _ index: Int, _ column: Column) -> Node {
        let content = row.cells.indices.contains(index) ? row.cells[index] : .nothing
        let look: Attribute = .if(column.isNumeric, .class("numeric"))
        if index == 0 { return th(.scope("row"), look) { content } }
        return td(look, .if(!column.isHidden, .data("label", text: column.title)), .if(column.isHidden, .class("cell-actions"))) { content }
    }
}

/// A list that opens from a button: more actions, an account's pages.
public struct Menu: HTML {
    /// The button and its list.
    public let body: Node

    /// A menu of links and buttons; without a script it is a plain `details`.
    public init(_ label: Text, icon: Icon = .dots, @HTMLBuilder content: () -> Node) {
        body = details(.class("menu"), .data("menu")) {
            summary(.class("icon-button icon-button-plain"), .aria("label", label), .title(label)) { icon }
            div(.class("menu-list")) { content() }
        }
    }
}

/// An entry of a ``Menu`` that leads somewhere.
public struct MenuLink: HTML {
    /// The entry.
    public let body: Node

    /// A link.
    public init(_ label: Text, href: String, icon: Icon? = nil, _ attributes: Attribute...) {
        body = a(.class("menu-item"), .href(href), .group(attributes)) {
            icon
            span { label }
        }
    }
}

/// An entry of a ``Menu`` that only tells something, in the place of what was done already.
public struct MenuNote: HTML {
    /// The entry.
    public let body: Node

    /// A line.
    public init(_ words: Text, icon: Icon? = nil) {
        body = p(.class("menu-item menu-note")) {
            icon
            span { words }
        }
    }
}

/// An entry of a ``Menu`` that does something: a form of one button.
public struct MenuButton: HTML {
    /// The entry.
    public let body: Node

    /// A form of one button to `action`, carrying `fields`.
    public init(_ label: Text, action: String, icon: Icon? = nil, fields: [(name: String, value: String)] = [], isDangerous: Bool = false) {
        body = form(.method("post"), .action(action)) {
            for field in fields { input(.type("hidden"), .name(field.name), .value(field.value)) }
            button(.class("menu-item"), .type("submit"), .if(isDangerous, .class("menu-item-danger"))) {
                icon
                span { label }
            }
        }
    }
}

/// A row of a list of settings that leads to a further page.
public struct SettingsLink: HTML {
    private let label: Text
    private let icon: Icon
    private let href: String

    public init(label: Text, icon: Icon, href: String) {
        self.label = label
        self.icon = icon
        self.href = href
    }

    public var body: some HTML {
        li(.class("row")) {
            a(.class("settings-button"), .href(href)) {
                icon
                span { label }
                Icon.chevronRight
            }
        }
    }
}

/// The last row of an app's settings: signing out.
public struct SettingsSignOut: HTML {
    public init() {}

    /// The row.
    public var body: some HTML {
        li(.class("row")) {
            form(.class("settings-link"), .method("post"), .action(SitePaths.signOut())) {
                button(.class("settings-button"), .type("submit")) {
                    Icon.signOut
                    span { "Sign out" }
                }
            }
        }
    }
}

/// A switch of language or theme among the rows of an app's settings; choosing leads back to them.
public struct SettingsPreference: HTML {
    /// The form.
    public let body: Node

    /// - Parameter then: the page of the settings.
    public init(then: String, @HTMLBuilder switches: () -> Node) {
        body = form(.class("preferences"), .method("post"), .action(SitePaths.preferences()), .data("preferences")) {
            input(.type("hidden"), .name("then"), .value(then))
            switches()
        }
    }
}
