import Markup

/// The drawings of the house: 24 by 24, lines of one weight, in the colour of the words beside them.
///
/// As HTML an icon is decoration and hidden from screen readers; whoever shows one without words says what it means
/// in the label of its button or link.
public enum Icon: String, HTML, Sendable, CaseIterable {
    case home, bell, book, bible, books, music, menu, search, filter, sort, heart, bookmark, note, highlighter, download,
        upload, play, pause, back, forward, skipBack, skipForward, settings, sun, moon, contrast, globe, person, people, shield,
        trash, edit, check, warning, info, help, close, plus, minus, dots, chevronLeft, chevronRight, chevronUp,
        chevronDown, list, contents, grid, offline, star, tag, clock, calendar, lock, key, mail, eye, chart, pulse, wallet,
        history, headphones, file, folder, image, textSize, pages, scroll, quote, share, copy, link, external,
        refresh, signIn, signOut, inbox, tools, leaf, cup, cart, pot, printer, expand, hand, scan, museum, send, flag, ban, idCard, undo, redo,
        comment, columns

    /// The drawing.
    public var body: Node { return Self.drawings[rawValue] ?? .nothing }

    /// A page has dozens, always the same.
    private static let drawings = Dictionary(allCases.map { ($0.rawValue, Node.fixed($0.drawing)) }) { first, _ in first }

    private var drawing: Node {
        svg(
            .class("icon"), .custom("viewBox", "0 0 24 24"), .width(24), .height(24), .aria("hidden", true),
            .custom("focusable", "false"), .if(isFilled, .class("icon-filled"))
        ) {
            SVG.path(.custom("d", path))
        }
    }

    private var isFilled: Bool { self == .play }
}
