import Core
import Interface
import Markup
import Platform
import Web

/// What happens at the museum next.
struct EventsPage: PageAnswer {
    let events: [Event]
    let tiers: [Tier]
    let clock: EventClock
    /// The whole address of the calendar to subscribe to.
    let feed: String
    /// What the visitor has of which of them.
    let standings: [EventID: RegistrationStatus]

    var title: Text { "Events" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.events() }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            if events.isEmpty {
                EmptyState(.calendar, title: "No events planned", message: "Talks, tours and workshops appear here.")
            } else {
                let own = events.filter { standings[$0.id] != nil }
                if own.isEmpty {
                    list(events, level: 2)
                } else {
                    section(.class("my-events"), .aria("labelledby", "my-events")) {
                        h2(.id("my-events")) { "My events" }
                        list(own, level: 3)
                    }
                    section(.aria("labelledby", "planned-events")) {
                        h2(.id("planned-events")) { "All planned events" }
                        list(events, level: 3)
                    }
                }
            }
            Actions {
                // An address that opens the device's calendar.
                LinkButton(
                    "Subscribe to the calendar", href: "webcal:" + (feed.split(separator: ":", maxSplits: 1).last ?? ""), icon: .calendar,
                    style: .secondary)
            }
            p(.class("muted")) { "New events appear in your calendar automatically. You can also add this address to it: \(feed)" }
        }
    }

    private func list(_ events: [Event], level: Int) -> some HTML {
        ul(.class("event-list")) {
            for event in events {
                li { EventTeaser(event: event, clock: clock, level: level, tier: tiers.lowest(for: event), standing: standings[event.id]) }
            }
        }
    }
}

/// An event among others: its day as on a calendar's leaf, its title, its time and whether there are places.
struct EventTeaser: HTML {
    let event: Event
    let clock: EventClock
    let level: Int
    /// The lowest whose members can register.
    var tier: Tier?
    /// What the visitor has of it.
    var standing: RegistrationStatus?

    var body: some HTML {
        a(.class("event-teaser"), .href(MuseumPaths.event(event.id))) {
            EventLeaf(event: event, clock: clock, isSaid: true)
            span(.class("event-words")) {
                if level == 2 { h2(.dir("auto")) { event.title } } else { h3(.dir("auto")) { event.title } }
                span(.class("muted event-when")) { clock.dayAndTimes(event) }
                if !event.place.isEmpty { span(.class("muted"), .dir("auto")) { event.place } }
                if event.priceWords != nil || free != nil { span(.class("event-price")) { facts } }
                span(.class("event-marks")) { EventBadge(event: event, tier: tier, standing: standing) }
            }
            Illustration(of: event, size: .thumbnail, isDecoration: true)
        }
    }
}

extension EventTeaser {
    /// How many can still come; nil where that is nothing to the visitor.
    private var free: Text? { standing == nil && !event.isCancelled ? event.freeWords : nil }

    @HTMLBuilder private var facts: Node {
        if let price = event.priceWords {
            price
            if free != nil { " · " }
        }
        if let free { free }
    }
}

/// The day of an event.
struct EventLeaf: HTML {
    let event: Event
    let clock: EventClock
    /// Whether the page says the day nowhere else.
    var isSaid = false

    var body: some HTML {
        span(.class("event-leaf"), isSaid ? .nothing : .aria("hidden", true)) {
            span { clock.month(event.startsAt) }
            strong { clock.dayNumber(event.startsAt) }
        }
    }
}

/// What one should know before one registers.
struct EventBadge: HTML {
    let event: Event
    let tier: Tier?
    var standing: RegistrationStatus?

    var body: some HTML {
        if event.isCancelled {
            Badge("Event cancelled", tone: .danger)
        } else if standing == .registered {
            Badge("You have a place", tone: .success, icon: .check)
        } else if standing == .waiting {
            Badge("On the waiting list", tone: .warning)
        } else if event.isFull {
            Badge("Full", tone: .warning)
        } else if event.level > 0 {
            Badge(tier.audience)
        }
    }
}

/// One event, and a place at it.
struct EventPage: PageAnswer {
    let event: Event
    let clock: EventClock
    /// What the visitor has of it.
    let standing: RegistrationStatus?
    let isSignedIn: Bool
    /// Whether the visitor's membership is enough.
    let isEntitled: Bool
    /// Whether the viewer plans events.
    let isEditor: Bool
    /// What search engines read, as JSON that can stand in a page.
    let facts: String
    /// The lowest tier whose members can register; nil where everyone can.
    let tier: Tier?

    var title: Text { .verbatim(event.title) }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.events() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.events()) }

    var body: some HTML {
        article(.class("narrow stack event-page")) {
            div(.class("event-head")) {
                EventLeaf(event: event, clock: clock)
                div {
                    h1(.dir("auto")) { event.title }
                    p(.class("muted")) { clock.whole(event) }
                    if !event.place.isEmpty { p(.class("muted"), .dir("auto")) { event.place } }
                    if let price = event.priceWords { p(.class("event-price")) { price } }
                    if event.level > 0 { p(.class("event-marks")) { Badge(tier.audience) } }
                }
            }
            if isEditor { Actions { EditLink(MuseumPaths.adminEvent(event.id)) } }
            if event.isCancelled { Alert(.warning, title: "This event has been cancelled.") }
            Illustration(of: event, size: .large)
            div(.class("exhibit-text"), .dir("auto")) { for paragraph in event.paragraphs { p { paragraph } } }
            if !event.isCancelled, event.startsAt > clock.now { place }
            if !event.isCancelled {
                Actions { LinkButton("Add to calendar", href: MuseumPaths.eventFile(event.id), icon: .calendar, style: .secondary) }
            }
            Node.element("script", [.type("application/ld+json")], content: Raw(facts).node)
        }
    }

    @HTMLBuilder private var place: Node {
        section(.class("card stack"), .aria("labelledby", "place-title")) {
            if event.places == nil {
                h2(.id("place-title")) { "Just come" }
                if event.level > 0 {
                    membersOnly
                    p { "Show your membership card at the entrance." }
                    if !isEntitled { Actions { LinkButton("See memberships", href: MuseumPaths.tiers(), style: .secondary) } }
                } else {
                    p { "You don’t need to register." }
                }
            } else {
                switch standing {
                case .registered?:
                    h2(.id("place-title")) { "You have a place" }
                    pay
                    p { "We’ll remind you the day before." }
                    Actions { LinkButton("Cancel my place", href: MuseumPaths.leaveEvent(event.id), style: .secondary) }
                case .waiting?:
                    h2(.id("place-title")) { "You’re on the waiting list" }
                    p { "We’ll notify you if a place becomes free." }
                    Actions { LinkButton("Leave the waiting list", href: MuseumPaths.leaveEvent(event.id), style: .secondary) }
                default:
                    h2(.id("place-title")) { "Places" }
                    p { freeWords }
                    pay
                    if !isEntitled {
                        membersOnly
                        Actions {
                            LinkButton("See memberships", href: MuseumPaths.tiers())
                            if !isSignedIn {
                                LinkButton(
                                    "Sign in", href: link(SitePaths.signIn(), query: ["then": MuseumPaths.event(event.id)]), style: .secondary)
                            }
                        }
                    } else {
                        Form(MuseumPaths.joinEvent(event.id)) {
                            Actions {
                                Button(event.isFull ? "Join the waiting list" : "Register now", .data("needs-connection"))
                            }
                        }
                    }
                }
            }
        }
    }

    /// That it isn't paid here.
    @HTMLBuilder private var pay: Node {
        if let price = event.price, price.minor > 0 { p { "You pay \(price) at the museum on the day." } }
    }

    private var membersOnly: some HTML {
        p {
            if let tier, tier.isSold { "For members: \(tier.name) and above." } else { "This event is for members." }
        }
    }

    private var freeWords: Text { event.freeWords ?? "All places are taken. You can join the waiting list." }
}
