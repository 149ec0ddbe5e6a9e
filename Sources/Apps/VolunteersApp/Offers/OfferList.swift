import Accounts
import Core
import Interface
import Markup
import Messages
import Web

/// A conversation about a request, from the side of who looks at it.
struct Offer: Sendable {
    let conversation: Conversation
    /// The other person; nil once the account is gone.
    let name: String?
}

/// Who has offered to help, for the author.
struct OfferList: HTML {
    let offers: [Offer]

    var body: some HTML {
        section(.class("card stack"), .aria("labelledby", "offers-title")) {
            h2(.id("offers-title")) { "\(offers.count) people offer to help" }
            ul(.class("offer-list")) {
                for offer in offers {
                    li {
                        a(.class("offer-row"), .href(MessagesPaths.conversation(offer.conversation.id) + "#latest")) {
                            Avatar(offer.name ?? "")
                            span(.class("offer-words")) {
                                strong(.dir("auto")) { Text.person(named: offer.name) }
                                span(.class("muted"), .dir("auto")) { offer.conversation.lastSaid }
                            }
                            if offer.conversation.unread > 0 { Badge("\(offer.conversation.unread) new", tone: .accent) }
                            Icon.chevronRight
                        }
                    }
                }
            }
        }
    }
}
