import Core
import Interface
import Markup
import Platform
import Web

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
                    .init(
                        [
                            a(.href(MuseumPaths.adminEvent(event.id)), .dir("auto")) { event.title }, "\(moment: event.startsAt)" as Text,
                            event.places.map { "\(event.taken) of \($0)" as Text } ?? "No registration", "\(event.waiting)" as Text, badge(event),
                        ], id: Self.row(event.id))
                })
        }
    }

    /// The id of an event's row.
    static func row(_ id: EventID) -> String { "event-\(id)" }

    private func badge(_ event: Event) -> Badge {
        if event.isCancelled { return Badge("Event cancelled", tone: .danger) }
        return upcoming.contains { $0.id == event.id } ? Badge("Planned", tone: .success) : Badge("Past")
    }
}

/// The form of an event.
struct EventFormPage: PageAnswer {
    /// nil for a new one.
    let event: Event?
    let tiers: [Tier]
    let form: EventForm
    /// Of the price.
    let currency: String
    let languages: [Language]
    let words: Translations
    /// Whether the viewer may see who registered.
    var seesPeople = false
    var problem: Problem?

    var title: Text { event.map { .verbatim($0.title) } ?? "New event" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminEvents() }

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        PageHeader(title, crumbs: [Crumb("Events", href: MuseumPaths.adminEvents())]) {
            if let event { LinkButton("View", href: MuseumPaths.event(event.id), icon: .eye, style: .secondary) }
            if let event, event.places != nil, seesPeople {
                LinkButton("Registrations", href: MuseumPaths.adminRegistrations(event.id), icon: .people)
            }
        }
        ProblemAlert(problem)
        Card {
            Form(event.map { MuseumPaths.adminEvent($0.id) } ?? MuseumPaths.adminNewEvent(), hasFiles: true, .class("stack")) {
                TextField("Title", name: "title", value: form.title ?? "", error: wrong["title"], isRequired: true, .maxlength(Event.longestTitle))
                TextField("Day", name: "day", value: form.day ?? "", kind: .date, error: wrong["day"], isRequired: true)
                if problem?.code == "museum.event-past" {
                    Checkbox("It has taken place already", name: "isPast", isChecked: false, hint: "Visitors see it as past, and nobody is notified.")
                }
                div(.class("field-pair")) {
                    TextField("Starts at", name: "from", value: form.from ?? "", kind: .time, isRequired: true)
                    TextField("Ends at", name: "until", value: form.until ?? "", kind: .time, error: wrong["until"], isRequired: true)
                }
                TextField(
                    "Last day", name: "lastDay", value: form.lastDay ?? "", kind: .date, hint: "Only if it lasts longer than a day.",
                    error: wrong["lastDay"])
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
                        choices: [Choice("0", "Anyone")] + levels.map { Choice(String($0.level), words($0)) },
                        selected: form.level ?? "0", error: wrong["level"])
                }
                TextField(
                    "Price", name: "price", value: form.price ?? "",
                    hint: "Paid at the museum, in \(currency). 0 if it’s free. Leave it empty to say nothing.",
                    error: wrong["price"], .maxlength(20), .inputmode("decimal"))
                if let event, event.picture != nil {
                    Illustration(of: event, size: .thumbnail)
                    Checkbox("Remove the picture", name: "removesPicture", isChecked: form.removesPicture ?? false)
                }
                PictureFields(hasPicture: event?.picture != nil, alt: form.alt ?? "", wrong: wrong)
                TranslationFields(Event.self, languages: languages, kept: words, wrong: wrong)
                Actions {
                    Button("Save")
                    if let event, !event.isCancelled {
                        LinkButton("Cancel event…", href: MuseumPaths.adminCancelEvent(event.id), style: .dangerOutline)
                    }
                }
            }
        }
    }

    /// The lowest tier of each level; of those that are for sale, where there is one.
    private var levels: [Tier] {
        let sold = tiers.filter { $0.level > 0 && $0.isSold }
        let granted = tiers.filter { tier in tier.level > 0 && !tier.isSold && !sold.contains { $0.level == tier.level } }
        return (sold + granted).sorted { $0.level < $1.level }.reduce(into: [Tier]()) { found, tier in
            if found.last?.level != tier.level { found.append(tier) }
        }
    }

    private func words(_ tier: Tier) -> Text {
        if tier.isSold { return "Members: \(tier.name) and above" }
        return tier.id == levels.last?.id ? "Members: \(tier.name)" : "Members: \(tier.name) (granted only) and above"
    }
}
