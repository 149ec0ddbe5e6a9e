import Core
import Database
import Interface
import Markup
import Platform
import Web

/// A membership on paper, for somebody without an account: the code first, which puts it on a phone, then whose it is and what is read aloud.
struct PrintedCard: HTML {
    let membership: Membership
    let gift: Gift
    let tier: Tier
    /// On the member's card.
    let number: Int64
    let museum: Text
    /// Where the museum is; empty where nobody said.
    let place: String
    /// The whole address by which it is put on a phone.
    let address: String
    /// The same, to type.
    let code: String
    /// The address of the site, `https://` and its name.
    let site: String
    let zone: DayZone

    /// A gift that nobody has accepted begins later, and has no number yet.
    private var isGift: Bool { membership.status == .unclaimed }

    var body: some HTML {
        section(.class("gift-card printed-card"), .if(!isGift, .class("is-wallet")), .aria("label", isGift ? "Gift card" : "Membership card")) {
            div(.class("printed-front")) {
                p(.class("gift-museum"), .dir("auto")) { museum }
                if isGift { p(.class("gift-title"), .dir("auto")) { tier.stay(at: museum) } }
                div(.class("gift-code")) {
                    QRCodeImage(address, label: isGift ? "Code that leads to the gift" : "Code that puts the membership on a phone")
                }
                p(.class("gift-title"), .dir("auto")) { gift.name }
                p(.class("gift-tier"), .dir("auto")) { "Membership: \(tier.name)" }
                if !isGift {
                    p { membership.expiresAt == nil ? "For life" : "Valid until \(zone.end(membership.expiresAt))" }
                    p(.class("gift-number")) { "Member number \(MemberNumbers.grouped(number))" }
                }
                if !gift.message.isEmpty { p(.class("gift-message"), .dir("auto")) { gift.message } }
            }
            div(.class("gift-foot")) {
                div {
                    p { isGift ? "Scan the code to accept the gift, or open" : "Scan the code to put it on a phone, or open" }
                    p(.class("gift-type"), .dir("ltr")) {
                        site.replacing("https://", with: "").replacing("http://", with: "") + MuseumPaths.giftCode()
                    }
                    p { "and enter" }
                    p(.class("gift-type gift-aloud"), .dir("ltr")) { code }
                }
            }
            if !place.isEmpty { p(.class("gift-place"), .dir("auto")) { place } }
        }
    }
}

extension PrintedCard {
    /// Nil for one that is somebody's already, or isn't paid.
    init?(_ membership: Membership, _ tier: Tier, _ number: Int64, _ link: GiftLink, on site: Site, in db: any Connection) throws {
        guard membership.person == nil, membership.isClaimable, let gift = try db.first(.gift(membership.id)) else { return nil }
        self.init(
            membership: membership, gift: gift, tier: tier, number: number, museum: site.museumName, place: site.value(of: MuseumSettings.address),
            address: site.configuration.linkBase + link.path(of: membership), code: link.code(of: membership), site: site.configuration.linkBase,
            zone: DayZone(zone: site.configuration.zone))
    }
}
