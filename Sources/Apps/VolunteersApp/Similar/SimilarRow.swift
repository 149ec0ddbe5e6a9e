import Interface
import Markup

/// A similar request as a line of a list; it opens beside the form, which keeps what was written.
struct SimilarRow: HTML {
    let post: SimilarPost

    var body: some HTML {
        li(.class("row")) {
            a(.href(post.page), .custom("target", "_blank"), .rel("noopener"), .dir("auto")) { post.title }
            span(.class("muted"), .dir("auto")) { post.area }
        }
    }
}
