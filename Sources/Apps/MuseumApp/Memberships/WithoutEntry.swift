import Core
import Interface
import Markup
import Web

/// How a member without entry gets in.
struct WithoutEntry: HTML {
    let tier: Tier

    var body: some HTML {
        Alert(.info, title: "“\(tier.name)” doesn’t include free entry.") {
            p { "To visit with your membership, change to one that includes entry." }
        }
    }
}
