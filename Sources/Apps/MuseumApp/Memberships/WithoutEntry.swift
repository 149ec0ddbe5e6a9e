import Core
import Interface
import Markup
import Web

/// What a member without entry has, and how they get in.
struct WithoutEntry: HTML {
    let tier: Tier

    var body: some HTML {
        Alert(.info, title: "“\(tier.name)” doesn’t include free entry.") {
            p { "To visit with your membership, change to one that includes entry." }
        }
        if !tier.benefits.isEmpty {
            Card("What your membership gives you") { TierBenefits(tier: tier) }
        }
    }
}
