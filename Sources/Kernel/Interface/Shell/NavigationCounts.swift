import Core
import Markup

/// How much waits for somebody; nothing is shown of none.
struct WaitingCount: HTML {
    let waiting: Int

    var body: some HTML {
        if waiting > 0 {
            span(.class("nav-count")) {
                waiting > 99 ? "99+" : String(waiting)
                span(.class("visually-hidden")) { "waiting" }
            }
        }
    }
}

/// How much is new, for a script to count on.
struct UnreadCount: HTML {
    let unread: Int

    var body: some HTML { CountBadge(unread) { "\($0) unread" } }
}

/// A number at a drawing, for a script to count on; nothing is shown of none.
struct CountBadge: HTML {
    private let number: Int
    private let words: (Int) -> Text
    private let attribute: Attribute

    init(_ number: Int, words: @escaping (Int) -> Text, _ attribute: Attribute = .nothing) {
        self.number = number
        self.words = words
        self.attribute = attribute
    }

    var body: some HTML {
        span(.class("bell-count"), .flag("hidden", number == 0), attribute) {
            span(.data("bell-number"), .aria("hidden", true)) { number == 0 ? "" : number > 99 ? "99+" : String(number) }
            // Read aloud in the plural form of its language; the script puts another number into the form that fits.
            span(.class("visually-hidden"), .data("one", text: words(1)), .data("other", text: words(2))) {
                if number > 0 { words(number) }
            }
        }
    }
}
