import Core
import Interface
import Markup
import Platform
import Web

/// Every tour, for those who keep the gallery.
struct TourListPage: PageAnswer {
    let tours: [Tour]

    var title: Text { "Tours" }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminTours() }

    var body: some HTML {
        PageHeader(title, lead: "Walks from exhibit to exhibit.") { LinkButton("New tour", href: MuseumPaths.adminNewTour(), icon: .plus) }
        if tours.isEmpty {
            EmptyState(.flag, title: "No tours yet", message: "Add a tour, then choose where it stops.")
        } else {
            DataTable(
                title, columns: [.init("Title"), .init("Stops", isTitleHidden: true), .init("Status")],
                rows: tours.map { tour in
                    .init([
                        a(.href(MuseumPaths.adminTour(tour.id)), .dir("auto")) { tour.title },
                        a(.href(MuseumPaths.adminTourStops(tour.id))) { "Stops" },
                        tour.isPublic ? Badge("Public", tone: .success) : Badge("Hidden"),
                    ])
                })
        }
    }
}

/// The form of a tour.
struct TourFormPage: PageAnswer {
    /// nil for a new one.
    let tour: Tour?
    let form: TourForm
    let languages: [Language]
    var words: Translations = [:]
    var problem: Problem?

    var title: Text { tour.map { .verbatim($0.title) } ?? "New tour" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminTours() }

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        PageHeader(title, crumbs: [Crumb("Tours", href: MuseumPaths.adminTours())]) {
            if let tour {
                LinkButton("View", href: MuseumPaths.tour(tour.id), icon: .eye, style: .secondary)
                LinkButton("Stops", href: MuseumPaths.adminTourStops(tour.id), icon: .list, style: .secondary)
            }
        }
        ProblemAlert(problem)
        Card {
            Form(tour.map { MuseumPaths.adminTour($0.id) } ?? MuseumPaths.adminNewTour(), hasFiles: true, .class("stack")) {
                TextField("Title", name: "title", value: form.title ?? "", error: wrong["title"], isRequired: true, .maxlength(Tour.longestTitle))
                TextArea(
                    "Text", name: "text", value: form.text ?? "", lines: 6, hint: "What the tour is about. An empty line begins a paragraph.",
                    error: wrong["text"], isRequired: false, .maxlength(Tour.longestText))
                if let tour, let picture = tour.picture {
                    img(.class("exhibit-now"), .src(picture.address(.thumbnail, of: tour.id)), .alt(.verbatim(tour.alt)))
                    Checkbox("Remove the picture", name: "removesPicture", isChecked: form.removesPicture ?? false)
                }
                PictureFields(hasPicture: tour?.picture != nil, alt: form.alt ?? "", wrong: wrong)
                TranslationFields(Tour.self, languages: languages, kept: words, wrong: wrong)
                Checkbox("Show to visitors", name: "isPublic", isChecked: form.isPublic == true)
                Actions {
                    Button("Save")
                    if let tour { LinkButton("Delete…", href: MuseumPaths.adminTourDelete(tour.id), icon: .trash, style: .danger) }
                }
            }
        }
    }
}

/// Where a tour stops, in its order, and the exhibits at which it could.
struct TourStopsPage: PageAnswer {
    /// Exhibits that are offered.
    static let found = 12

    let tour: Tour
    let stops: [ShownStop]
    let words: String
    let found: [Exhibit]
    let languages: [Language]
    /// What is told at the stops in further languages, by their numbers.
    let translations: [Int64: Translations]

    var title: Text { "Stops" }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminTours() }

    var body: some HTML {
        PageHeader(
            title,
            crumbs: [Crumb("Tours", href: MuseumPaths.adminTours()), Crumb(.verbatim(tour.title), href: MuseumPaths.adminTour(tour.id))]
        ) { LinkButton("View", href: MuseumPaths.tour(tour.id), icon: .eye, style: .secondary) }
        if stops.isEmpty {
            EmptyState(.flag, title: "No stops yet", message: "Add the first exhibit below.")
        } else {
            ol(.class("tour-edit")) { for (place, stop) in stops.enumerated() { li { card(stop, place) } } }
        }
        Card("Add a stop") {
            SearchBox(MuseumPaths.adminTourStops(tour.id), placeholder: "Search exhibits", value: words)
            if found.isEmpty { p(.class("muted")) { "No matches" } }
            ul(.class("rows")) {
                for exhibit in found {
                    li(.class("row")) {
                        div {
                            span(.dir("auto")) { exhibit.title }
                            if !exhibit.byline.isEmpty { p(.class("muted"), .dir("auto")) { exhibit.byline } }
                        }
                        Form(MuseumPaths.adminTourStops(tour.id)) {
                            input(.type("hidden"), .name("exhibit"), .value(exhibit.id.description))
                            input(.type("hidden"), .name("q"), .value(words))
                            Button("Add", icon: .plus, style: .secondary, .aria("label", "Add “\(exhibit.title)”"))
                        }
                    }
                }
            }
        }
    }

    private func card(_ shown: ShownStop, _ place: Int) -> some HTML {
        Card {
            Form(MuseumPaths.adminTourStop(tour.id, shown.stop.id), .class("stack"), .id("stop-\(shown.stop.id)")) {
                h2(.dir("auto")) { "\(place + 1). " + shown.exhibit.title }
                if !shown.exhibit.isPublic { p(.class("muted")) { "Hidden: visitors don’t see this stop." } }
                TextArea(
                    "What to tell here", name: "text", value: shown.stop.text, lines: 4, hint: "If it’s empty, the exhibit’s own history is told.",
                    isRequired: false, .maxlength(Tour.longestText))
                TranslationFields(TourStop.self, languages: languages, kept: translations[shown.stop.id.number] ?? [:], wrong: [:])
                Actions {
                    Button("Save")
                    if place > 0 { step("Move up", "up", .chevronUp) }
                    if place + 1 < stops.count { step("Move down", "down", .chevronDown) }
                    Button("Remove", icon: .trash, style: .danger, .name("action"), .value("remove"))
                }
            }
        }
    }

    private func step(_ label: Text, _ action: String, _ icon: Icon) -> Button {
        Button(label, icon: icon, style: .secondary, .name("action"), .value(action))
    }
}
