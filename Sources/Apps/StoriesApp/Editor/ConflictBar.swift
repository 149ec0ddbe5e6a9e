import Core
import Interface
import Markup
import Web

/// Leads to the paragraphs that two devices wrote differently, and keeps one wording or both; the script shows it.
struct ConflictBar: HTML {
    let chapter: ChapterID
    let conflicts: [Conflict]
    /// Whether others write the story too.
    let isShared: Bool

    var body: some HTML {
        div(
            .class("editor-conflicts"), .role("group"), .aria("label", "Compare and choose"), .flag("hidden"),
            .data("conflict-bar", StoriesPaths.apiConflicts(chapter)), says
        ) {
            for conflict in conflicts {
                span(.data("conflict", conflict.id.description), .data("first", conflict.first), .data("second", conflict.second)) {}
            }
            div(.class("editor-conflicts-line")) {
                p(.role("status")) {
                    span(.data("conflict-said")) {
                        isShared ? "Someone else changed the same paragraph." as Text : "Two devices changed the same paragraph."
                    }
                    " "
                    span(.class("visually-hidden"), .data("conflict-aloud")) {}
                }
                a(.class("button button-quiet"), .href(StoriesPaths.conflicts(chapter))) { "Compare" }
                Button("Next", icon: .chevronDown, style: .secondary, .type("button"))
            }
            div(.class("editor-conflicts-acts"), .data("conflict-acts"), .flag("hidden")) {
                choice("mine", isShared ? "Keep mine" : "Keep this device’s", or: "Keep the first")
                choice("other", "Keep the other’s", or: "Keep the second")
                Button("Keep both", style: .secondary, .type("button"), .data("keep", "both"), .data("needs-connection"))
            }
        }
    }

    /// One of the wordings, with a sample of how it is marked in the text; `unknown` is its name where the device can't tell which is its own.
    private func choice(_ side: String, _ known: Text, or unknown: Text) -> Node {
        button(
            .class("button button-secondary"), .type("button"), .data("keep", side), .data("known", text: known), .data("unknown", text: unknown)
        ) {
            span(.class("editor-conflicts-sample is-\(side)"), .aria("hidden", true)) {}
            span { known }
        }
    }

    private var says: Attribute {
        .group([
            .data("say-place", text: "\("%1") of \("%2")"),
            .data(
                "say-known",
                text: isShared ? "Mine: “\("%1")”. Someone else’s: “\("%2")”." : "This device’s: “\("%1")”. The other device’s: “\("%2")”."),
            .data("say-unknown", text: "Saved first: “\("%1")”. Saved second: “\("%2")”."),
            .data("say-failed", text: "Couldn’t be saved. Try again."),
        ])
    }
}
