import Core
import Interface
import Markup
import Web

/// What somebody gave to others: to whom, and whether it was accepted.
struct GivenList: HTML {
    let given: [ProfilePage.Given]
    let zone: DayZone

    var body: some HTML {
        section(.aria("labelledby", "gifts")) {
            h2(.id("gifts")) { "Gifts" }
            ul(.class("rows")) {
                for one in given {
                    li(.class("row")) {
                        div {
                            a(.href(MuseumPaths.membership(one.membership.id)), .dir("auto")) {
                                one.gift.map { $0.name.isEmpty ? one.tier.name : $0.name } ?? one.tier.name
                            }
                            if let email = one.gift?.email, !email.isEmpty { p(.class("muted"), .dir("auto")) { email } }
                            p(.class("muted"), .dir("auto")) { "\(one.tier.name), \(zone.day(one.membership.createdAt))" }
                        }
                        Badge(one.state, tone: one.tone)
                    }
                }
            }
        }
    }
}

extension ProfilePage.Given {
    fileprivate var state: Text {
        if isRefundRequested { return "Refund requested" }
        return membership.status == .active ? "Gift accepted" : membership.status.name
    }

    fileprivate var tone: Tone {
        switch membership.status {
        case .active: .success
        case .pending, .unclaimed: .warning
        case .cancelled, .refunded, .revoked: .neutral
        }
    }
}
