import Core
import Interface
import Markup
import Web

/// What happens at the museum next.
struct EventsPage: PageAnswer {
    let events: [Event]
    let clock: EventClock

    var title: Text { "Events" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.events() }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            if events.isEmpty {
                EmptyState(.calendar, title: "No events planned", message: "Talks, tours and workshops appear here.")
            } else {
                ul(.class("event-list")) { for event in events { li { EventTeaser(event: event, clock: clock, level: 2) } } }
            }
        }
    }
}

/// An event among others: its day as on a calendar's leaf, its title, its time and whether there are places.
struct EventTeaser: HTML {
    let event: Event
    let clock: EventClock
    let level: Int

    var body: some HTML {
        a(.class("event-teaser"), .href(MuseumPaths.event(event.id))) {
            EventLeaf(event: event, clock: clock)
            span(.class("event-words")) {
                if level == 2 { h2(.dir("auto")) { event.title } } else { h3(.dir("auto")) { event.title } }
                span(.class("muted")) { clock.times(event) }
                if !event.place.isEmpty { span(.class("muted"), .dir("auto")) { event.place } }
            }
            EventBadge(event: event)
        }
    }
}

/// The day of an event.
struct EventLeaf: HTML {
    let event: Event
    let clock: EventClock

    var body: some HTML {
        span(.class("event-leaf"), .aria("hidden", true)) {
            span { clock.month(event.startsAt) }
            strong { clock.dayNumber(event.startsAt) }
        }
    }
}

/// What one should know before one registers.
struct EventBadge: HTML {
    let event: Event

    var body: some HTML {
        if event.isCancelled {
            Badge("Called off", tone: .danger)
        } else if event.free == 0 {
            Badge("Full", tone: .warning)
        } else if event.level > 0 {
            Badge("Members")
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

    var title: Text { .verbatim(event.title) }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.events() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.events()) }

    var body: some HTML {
        article(.class("narrow stack")) {
            div(.class("event-head")) {
                EventLeaf(event: event, clock: clock)
                div {
                    h1(.dir("auto")) { event.title }
                    p(.class("muted")) { clock.whole(event) }
                    if !event.place.isEmpty { p(.class("muted"), .dir("auto")) { event.place } }
                }
            }
            if event.isCancelled { Alert(.warning, title: "This event has been cancelled.") }
            div(.class("exhibit-text"), .dir("auto")) { for paragraph in event.paragraphs { p { paragraph } } }
            if !event.isCancelled, event.startsAt > clock.now { place }
        }
    }

    @HTMLBuilder private var place: Node {
        section(.class("card stack"), .aria("labelledby", "place-title")) {
            if event.places == nil {
                h2(.id("place-title")) { "Just come" }
                p { event.level > 0 ? "For members. Show your membership card at the entrance." : "You don’t need to register." }
            } else {
                switch standing {
                case .registered?:
                    h2(.id("place-title")) { "You have a place" }
                    p { "We remind you the day before." }
                    Form(MuseumPaths.leaveEvent(event.id)) { Actions { Button("Cancel my place", style: .secondary) } }
                case .waiting?:
                    h2(.id("place-title")) { "You’re on the waiting list" }
                    p { "We notify you if a place becomes free." }
                    Form(MuseumPaths.leaveEvent(event.id)) { Actions { Button("Leave the waiting list", style: .secondary) } }
                default:
                    h2(.id("place-title")) { "Register now" }
                    p { freeWords }
                    if isSignedIn, !isEntitled {
                        p { "This event is for members." }
                        Actions { LinkButton("See memberships", href: MuseumPaths.tiers()) }
                    } else {
                        Form(MuseumPaths.joinEvent(event.id)) {
                            Actions {
                                Button(event.free == 0 || event.waiting > 0 ? "Join the waiting list" : "Register now", .data("needs-connection"))
                            }
                        }
                    }
                }
            }
        }
    }

    private var freeWords: Text {
        guard let free = event.free, free > 0, event.waiting == 0 else { return "All places are taken. You can join the waiting list." }
        return "\(free) places left"
    }
}

/// Events in the portal.
struct EventListPage: PageAnswer {
    let upcoming: [Event]
    let past: [Event]

    var title: Text { "Events" }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminEvents() }

    var body: some HTML {
        PageHeader(title, lead: "Talks, tours and workshops, with places and a waiting list.") {
            LinkButton("New event", href: MuseumPaths.adminNewEvent(), icon: .plus)
        }
        if upcoming.isEmpty, past.isEmpty {
            EmptyState(.calendar, title: "No events yet", message: "Visitors see an event as soon as you save it.")
        } else {
            DataTable(
                title,
                columns: [.init("Title"), .init("When"), .init("Registered", isNumeric: true), .init("Waiting", isNumeric: true), .init("Status")],
                rows: (upcoming + past).map { event in
                    .init([
                        a(.href(MuseumPaths.adminEvent(event.id)), .dir("auto")) { event.title }, "\(moment: event.startsAt)" as Text,
                        event.places.map { "\(event.taken) of \($0)" as Text } ?? "No registration", "\(event.waiting)" as Text, badge(event),
                    ])
                })
        }
    }

    private func badge(_ event: Event) -> Badge {
        if event.isCancelled { return Badge("Called off", tone: .danger) }
        return upcoming.contains { $0.id == event.id } ? Badge("Planned", tone: .success) : Badge("Past")
    }
}

/// The form of an event.
struct EventFormPage: PageAnswer {
    /// nil for a new one.
    let event: Event?
    let tiers: [Tier]
    let form: EventForm
    var problem: Problem?

    var title: Text { event.map { .verbatim($0.title) } ?? "New event" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminEvents() }

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        PageHeader(title, crumbs: [Crumb("Events", href: MuseumPaths.adminEvents())])
        ProblemAlert(problem)
        Card {
            Form(event.map { MuseumPaths.adminEvent($0.id) } ?? MuseumPaths.adminNewEvent(), .class("stack")) {
                TextField("Title", name: "title", value: form.title ?? "", error: wrong["title"], isRequired: true, .maxlength(Event.longestTitle))
                div(.class("field-pair")) {
                    TextField("Day", name: "day", value: form.day ?? "", kind: .date, error: wrong["day"], isRequired: true)
                    TextField("Starts at", name: "from", value: form.from ?? "", kind: .time, isRequired: true)
                }
                div(.class("field-pair")) {
                    TextField("Last day", name: "lastDay", value: form.lastDay ?? "", kind: .date, hint: "Only if it lasts longer than a day.")
                    TextField("Ends at", name: "until", value: form.until ?? "", kind: .time, error: wrong["until"], isRequired: true)
                }
                TextField(
                    "Place", name: "place", value: form.place ?? "", hint: "Such as “Great hall”.", error: wrong["place"],
                    .maxlength(Event.longestPlace))
                TextArea(
                    "Text", name: "text", value: form.text ?? "", lines: 6, error: wrong["text"], isRequired: false, .maxlength(Event.longestText))
                div(.class("field-pair")) {
                    TextField(
                        "Places", name: "places", value: form.places ?? "", kind: .number, hint: "Leave it empty if people can just come.",
                        error: wrong["places"])
                    Select(
                        "Who can register", name: "level",
                        choices: [Choice("0", "Anyone")] + levels.map { Choice(String($0.level), "Members: \($0.name) and above") },
                        selected: form.level ?? "0", error: wrong["level"])
                }
                Actions { Button("Save") }
            }
        }
        if let event, !event.isCancelled {
            Card("Cancel event") {
                p { "Everyone who registered is notified. The event stays visible as cancelled." }
                Form(MuseumPaths.adminCancelEvent(event.id)) { Actions { Button("Cancel event", style: .danger) } }
            }
        }
    }

    /// The lowest tier of each level.
    private var levels: [Tier] {
        tiers.filter { $0.level > 0 }.reduce(into: [Tier]()) { found, tier in if found.last?.level != tier.level { found.append(tier) } }
    }
}
