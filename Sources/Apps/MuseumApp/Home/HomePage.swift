import Core
import Interface
import Markup
import Platform
import Web

/// What a visitor sees first: a picture of the museum, whether it is open, and what to see there (MUS-042, MUS-043, MUS-047).
struct HomePage: PageAnswer {
    let name: Text
    let picture: Exhibit?
    /// A sentence or two; empty where nobody wrote them.
    let welcome: String
    let address: String
    /// Until when it is open, or when it opens; nil where nobody said.
    let hours: Text?
    let current: (membership: Membership, tier: Tier)?
    let exhibits: [Exhibit]
    let events: [Event]
    /// What the visitor has of which events.
    let standings: [EventID: RegistrationStatus]
    let news: [NewsItem]
    let clock: EventClock
    let tiers: [Tier]
    /// Whether something is for sale, and all of it gets its member in.
    let isEntrySold: Bool
    /// Whether the viewer works at the desk.
    var worksHere = false
    /// Whether the app was just opened, rather than reached from another page.
    var isStart = false

    var title: Text { name }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.home() }
    var scripts: [String] { ["museum/js/retry.js", MuseumScripts.visits] + (isStart ? ["museum/js/opening.js"] : []) }

    var body: some HTML {
        if isStart { OpeningScreen(name: name) }
        section(.class("museum-hero")) {
            if let picture, let stored = picture.picture {
                img(
                    .class("museum-hero-picture"), .src(stored.address(.large, of: picture.id)), .alt(.verbatim(picture.alt)), .width(stored.width),
                    .height(stored.height))
            }
            div(.class("museum-hero-words")) {
                h1(.dir("auto")) { name }
                if !welcome.isEmpty { p(.dir("auto")) { welcome } }
                if let hours { p(.class("museum-hours")) { hours } }
                if !address.isEmpty { p(.dir("auto")) { address } }
                p(.class("museum-hero-link")) { LinkButton("Plan your visit", href: MuseumPaths.visit()) }
            }
        }
        nav(.class("museum-ways"), .aria("label", "Places")) {
            if current == nil {
                LinkCard(
                    "Become a member", detail: isEntrySold ? "Visit as often as you like" : "See what members get", icon: .star,
                    href: MuseumPaths.tiers())
            } else {
                LinkCard("My membership", detail: current.map { .verbatim($0.tier.name) }, icon: .idCard, href: MuseumPaths.profile())
            }
            LinkCard("Gallery", detail: "See the collection", icon: .image, href: MuseumPaths.gallery())
            LinkCard("Events", detail: "Talks, tours and workshops", icon: .calendar, href: MuseumPaths.events())
            LinkCard("News", detail: "What’s new at the museum", icon: .send, href: MuseumPaths.news())
        }
        if current == nil { p { a(.href(MuseumPaths.giftCode())) { "Got a gift code?" } } }
        if worksHere {
            nav(.class("museum-ways"), .aria("label", "Your work")) {
                LinkCard("Entrance", detail: "Scan codes and find members", icon: .scan, href: MuseumPaths.gate())
                LinkCard("Desk", detail: "Find members and take cash", icon: .wallet, href: MuseumPaths.desk())
            }
        }
        if !exhibits.isEmpty {
            section(.aria("labelledby", "from-the-gallery")) {
                SectionHeader("From the gallery", more: MuseumPaths.gallery())
                ul(.class("exhibit-row")) { for exhibit in exhibits { ExhibitCard(exhibit: exhibit) } }
            }
        }
        div(.class("museum-pair")) {
            if !events.isEmpty {
                section {
                    SectionHeader("Events", more: MuseumPaths.events())
                    ul(.class("event-list")) {
                        for event in events {
                            li { EventTeaser(event: event, clock: clock, level: 3, tier: tiers.lowest(for: event), standing: standings[event.id]) }
                        }
                    }
                }
            }
            if !news.isEmpty {
                section {
                    SectionHeader("News", more: MuseumPaths.news())
                    for item in news { NewsTeaser(item: item, level: 3) }
                }
            }
        }
    }
}
