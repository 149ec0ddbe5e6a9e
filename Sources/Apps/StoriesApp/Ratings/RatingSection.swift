import Core
import Interface
import Markup
import Platform
import Web

/// What readers gave a story, and the way to rate it (STO-034).
struct RatingSection: HTML {
    let story: Story
    let summary: RatingSummary
    let standing: Ratings.Standing
    /// Whether an author looks at it as readers do.
    var isReadersView = false

    var body: some HTML {
        section(.id("ratings"), .class("stack"), .aria("labelledby", "ratings-title")) {
            h2(.id("ratings-title")) { "Ratings" }
            if let average = summary.average {
                div(.class("rating-overview")) {
                    p(.class("rating-average")) {
                        strong { "\(average, decimals: 1)" }
                        span(.class("muted")) { "of 5 stars" }
                        span(.class("muted")) { "\(summary.count) ratings" }
                    }
                    ul(.class("rating-spread")) {
                        for stars in Stars.range.reversed() { row(stars, summary.counts[stars - 1]) }
                    }
                }
            } else {
                p(.class("muted")) { "No ratings yet." }
            }
            action
        }
    }

    private func row(_ stars: Int, _ count: Int) -> Node {
        li {
            span { "\(stars) stars" }
            // The number beside it says the same.
            span(.class("rating-bar"), .aria("hidden", true)) {
                progress(.max("\(summary.count)"), .value("\(count)"), .tabindex(-1))
            }
            span(.class("numeric")) { "\(count)" }
        }.node
    }

    @HTMLBuilder private var action: Node {
        switch standing {
        case .author: Node.nothing
        case .guest where isReadersView: p(.class("muted")) { "Signed-in readers rate your story here." }
        case .guest: p { a(.href(link(SitePaths.signIn(), query: ["then": StoriesPaths.story(story.id) + "#ratings"]))) { "Sign in to rate" } }
        case .unread: p(.class("muted")) { "Open a chapter to rate this story." }
        case .reader(let stars): RatingFields(story: story.id, stars: stars)
        }
    }
}

/// Five stars to choose from, as radio buttons: they work with keys, with a screen reader and without a script.
struct RatingFields: HTML {
    let story: StoryID
    let stars: Int?

    var body: some HTML {
        Form(StoriesPaths.rate(story), .class("rating-form"), .waitsOffline(as: "Rating"), .renews("#ratings", ".row-facts")) {
            fieldset(.class("field stars")) {
                legend(.class("field-label")) { stars == nil ? "Your rating" : "Your rating: \(stars ?? 0) stars" }
                // Chosen at first, so that no star is.
                input(
                    .class("visually-hidden"), .type("radio"), .name("stars"), .value("0"), .id("stars-0"), .flag("checked", stars == nil),
                    .flag("disabled", stars != nil))
                label(.class("visually-hidden"), .for("stars-0")) { "Not rated" }
                for number in Stars.range {
                    input(
                        .class("visually-hidden"), .type("radio"), .name("stars"), .value("\(number)"), .id("stars-\(number)"),
                        .flag("checked", number == stars))
                    label(.for("stars-\(number)"), .class("star")) {
                        Icon.star
                        span(.class("visually-hidden")) { "\(number) stars" }
                    }
                }
            }
            Button(stars == nil ? "Rate" : "Change", style: .secondary, .class("rating-send"))
            if stars != nil { Button("Remove rating", style: .quiet, .name("remove"), .value("true")) }
        }
    }
}
