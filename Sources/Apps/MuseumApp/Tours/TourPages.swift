import Core
import Interface
import Markup
import Platform
import Web

/// Every tour.
struct ToursPage: PageAnswer {
    let tours: [Tour]

    var title: Text { "Tours" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.gallery() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.gallery()) }

    var body: some HTML {
        PageHeader(title, lead: "Walk from exhibit to exhibit, here or in the museum.")
        if tours.isEmpty {
            EmptyState(.flag, title: "No tours yet", message: "Tours through the museum appear here.")
        } else {
            ul(.class("exhibit-grid")) {
                for tour in tours {
                    li {
                        a(.class("exhibit-card"), .href(MuseumPaths.tour(tour.id))) {
                            TourPicture(tour: tour, size: .thumbnail)
                            span(.class("exhibit-title"), .dir("auto")) { tour.title }
                            if let first = tour.paragraphs.first { span(.class("muted tour-lead"), .dir("auto")) { first } }
                        }
                    }
                }
            }
        }
    }
}

/// The picture of a tour, or a plain plate.
struct TourPicture: HTML {
    let tour: Tour
    let size: PictureSize

    var body: some HTML {
        span(.class("exhibit-picture")) {
            if let picture = tour.picture {
                img(
                    .src(picture.address(size, of: tour.id)), .alt(.verbatim(tour.alt)), .width(picture.width), .height(picture.height), .dir("auto"))
            } else {
                Icon.flag
            }
        }
    }
}

/// Where a tour begins: what it is about, and where it stops.
struct TourPage: PageAnswer {
    let tour: Tour
    let stops: [ShownStop]
    /// Whether the viewer keeps the tours.
    let isEditor: Bool

    var title: Text { .verbatim(tour.title) }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.gallery() }
    var scripts: [String] { ["museum/js/read-aloud.js"] }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.tours()) }

    var body: some HTML {
        article(.class("narrow stack tour-page")) {
            if tour.picture != nil { TourPicture(tour: tour, size: .large) }
            h1(.dir("auto")) { tour.title }
            p(.class("muted")) { "\(stops.count) stops" }
            if isEditor { Actions { EditLink(MuseumPaths.adminTour(tour.id)) } }
            SpokenText(id: "tour-text", paragraphs: tour.paragraphs)
            if let first = stops.first {
                Actions { LinkButton("Start tour", href: MuseumPaths.tourStop(tour.id, first.stop.id)) }
                ol(.class("rows tour-stops")) {
                    for (place, stop) in stops.enumerated() {
                        li {
                            a(.class("row tour-row"), .href(MuseumPaths.tourStop(tour.id, stop.stop.id))) {
                                span(.class("tour-number")) { String(place + 1) }
                                ExhibitThumbnail(exhibit: stop.exhibit)
                                span(.class("tour-words")) {
                                    span(.dir("auto")) { stop.exhibit.title }
                                    if let room = stop.room { span(.class("tour-room"), .dir("auto")) { room.name } }
                                }
                                Icon.chevronRight
                            }
                        }
                    }
                }
            }
        }
    }
}

/// One stop: the exhibit, what is told there, how far one has come, and the way on.
struct StopPage: PageAnswer {
    let tour: Tour
    let stops: [ShownStop]
    let place: Int

    private var stop: ShownStop { stops[place] }
    /// Whoever walks is told which room to go to.
    private var next: Text {
        guard let room = stops[place + 1].room, room.id != stop.room?.id else { return "Next" }
        return "Next, in \(room.name)"
    }
    var title: Text { .verbatim("\(place + 1). " + stop.exhibit.title) }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.gallery() }
    var scripts: [String] { ExhibitFigure.scripts }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.tour(tour.id)) }

    var body: some HTML {
        article(.class("exhibit")) {
            ExhibitFigure(exhibit: stop.exhibit)
            div(.class("exhibit-words")) {
                p(.class("tour-progress")) {
                    a(.href(MuseumPaths.tour(tour.id)), .dir("auto")) { tour.title }
                    span { "Stop \(place + 1) of \(stops.count)" }
                }
                Node.element(
                    "progress",
                    [.class("tour-bar"), .custom("max", String(stops.count)), .custom("value", String(place + 1)), .aria("hidden", true)],
                    content: .nothing)
                h1(.dir("auto")) { stop.exhibit.title }
                if !stop.exhibit.byline.isEmpty { p(.class("exhibit-byline"), .dir("auto")) { stop.exhibit.byline } }
                if let room = stop.room {
                    p(.class("muted"), .dir("auto")) {
                        a(.href(link(MuseumPaths.gallery(), query: ["room": room.id.description]))) { "Room: \(room.name)" }
                    }
                }
                SpokenText(id: "stop-text", paragraphs: stop.paragraphs)
                p { a(.href(MuseumPaths.exhibit(stop.exhibit.id))) { "More about this exhibit" } }
            }
        }
        nav(.class("exhibit-beside"), .aria("label", "Tour")) {
            if place > 0 {
                ExhibitStep(
                    MuseumPaths.tourStop(tour.id, stops[place - 1].stop.id), "Previous", .verbatim(stops[place - 1].exhibit.title), isNext: false)
            }
            if place + 1 < stops.count {
                ExhibitStep(MuseumPaths.tourStop(tour.id, stops[place + 1].stop.id), next, .verbatim(stops[place + 1].exhibit.title), isNext: true)
            } else {
                ExhibitStep(MuseumPaths.tours(), "End of the tour", "See all tours", isNext: true)
            }
        }
    }
}
