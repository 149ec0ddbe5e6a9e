import Core
import Interface
import Markup
import Web

/// Five stars at the end of a publication, each a button: one tap rates, with and without a script.
struct EndRating: HTML {
    let rating: SectionLinks.Rating

    var body: some HTML {
        Form(
            rating.action, .id("rating"), .class("reader-rating"), .data("rating"), .waitsOffline(as: "Rating"), .renews("[data-rating]")
        ) {
            input(.type("hidden"), .name("atEnd"), .value("true"))
            p(.class("reader-rating-words")) { if let stars = rating.stars { "Your rating: \(stars) stars" } else { rating.label } }
            div(.class("reader-stars"), .role("group"), .aria("label", "Your rating")) {
                for stars in 1...5 {
                    button(
                        .class("reader-star"), .if(stars <= rating.stars ?? 0, .class("is-given")), .type("submit"), .name("stars"),
                        .value(String(stars)), .aria("label", "\(stars) stars"), .title("\(stars) stars"),
                        .aria("pressed", stars == rating.stars)
                    ) { Icon.star }
                }
            }
            if rating.stars != nil {
                button(.class("reader-rating-undo"), .type("submit"), .name("remove"), .value("true"), .data("renewed-focus")) { "Remove rating" }
            }
        }
    }
}
