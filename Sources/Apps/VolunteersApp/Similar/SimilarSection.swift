import Core
import Interface
import Markup

/// Open requests that are like the one being written; each opens beside the form, which keeps what was written. `post-form.js` fills an
/// empty one.
struct SimilarSection: HTML {
    private let posts: [SimilarPost]
    private let attributes: [Attribute]

    init(_ posts: [SimilarPost], _ attributes: Attribute...) {
        self.posts = posts
        self.attributes = attributes
    }

    var body: some HTML {
        section(.class("similar"), .aria("labelledby", "similar-title"), .group(attributes)) {
            h2(.id("similar-title")) { "Similar open requests" }
            p(.class("muted")) { "If one of them is yours or covers what you need, you don’t have to ask again." }
            ul(.class("rows")) {
                for post in posts {
                    li(.class("row")) {
                        a(.href(post.page), .custom("target", "_blank"), .rel("noopener"), .dir("auto")) { post.title }
                        span(.class("muted"), .dir("auto")) { post.area }
                    }
                }
            }
        }
    }
}
