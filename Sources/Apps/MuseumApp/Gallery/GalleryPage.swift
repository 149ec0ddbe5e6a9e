import Core
import Interface
import Markup
import Platform
import Web

/// What can be seen, room by room.
struct GalleryPage: PageAnswer {
    static let size = 48

    let filter: ExhibitFilter
    let rooms: [Room]
    /// The one that was chosen.
    let room: Room?
    let exhibits: [Exhibit]
    let from: Int
    let hasMore: Bool

    var title: Text { room.map { .verbatim($0.name) } ?? "Gallery" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.gallery() }
    var scripts: [String] { ["museum/js/retry.js"] }
    var slots: FrameSlots { FrameSlots(back: room == nil ? MuseumPaths.home() : MuseumPaths.gallery()) }

    var body: some HTML {
        PageHeader(title, lead: room.flatMap { $0.text.isEmpty ? nil : .verbatim($0.text) })
        SearchBox(
            MuseumPaths.gallery(), placeholder: "Search the gallery", value: filter.words,
            keeping: filter.room.map { [("room", $0.description)] } ?? [])
        if !rooms.isEmpty {
            ChipRow("Rooms") {
                Chip("All", href: address(room: nil), isSelected: filter.room == nil)
                for room in rooms { Chip(.verbatim(room.name), href: address(room: room.id), isSelected: filter.room == room.id) }
            }
        }
        if exhibits.isEmpty {
            if filter.words.isEmpty {
                EmptyState(.image, title: "Nothing here yet", message: "Pictures and objects of the museum appear here.")
            } else {
                EmptyState(.search, title: "No matches", message: "Try another word, or look in all rooms.") {
                    LinkButton("Clear search", href: address(words: "", room: nil), style: .secondary)
                }
            }
        } else {
            ul(.class("exhibit-grid")) { for exhibit in exhibits { ExhibitCard(exhibit: exhibit) } }
            Pagination(
                previous: from > 0 ? address(room: filter.room, from: max(0, from - Self.size)) : nil,
                next: hasMore ? address(room: filter.room, from: from + Self.size) : nil)
        }
    }

    private func address(words: String? = nil, room: RoomID?, from: Int = 0) -> String {
        let words = words ?? filter.words
        return link(
            MuseumPaths.gallery(),
            query: ["q": words.isEmpty ? nil : words, "room": room?.description, "from": from > 0 ? String(from) : nil])
    }
}

/// An exhibit among others: its picture whole, as museums hang it.
struct ExhibitCard: HTML {
    let exhibit: Exhibit

    var body: some HTML {
        li {
            a(.class("exhibit-card"), .href(MuseumPaths.exhibit(exhibit.id))) {
                ExhibitPicture(exhibit: exhibit, size: .thumbnail)
                span(.class("exhibit-title"), .dir("auto")) { exhibit.title }
                if !exhibit.byline.isEmpty { span(.class("muted"), .dir("auto")) { exhibit.byline } }
            }
        }
    }
}

/// The picture of an exhibit with its proportions, so that nothing moves while it loads; a plain plate where there is none. A script offers to load
/// again what failed (MUS-028).
struct ExhibitPicture: HTML {
    let exhibit: Exhibit
    let size: PictureSize
    var isFirst = false

    var body: some HTML {
        span(.class("exhibit-picture"), .data("retry"), .data("failed", text: "Couldn’t load the picture"), .data("again", text: "Try again")) {
            if let picture = exhibit.picture {
                img(
                    .src(picture.address(size, of: exhibit.id)), .alt(.verbatim(exhibit.alt)), .width(picture.width), .height(picture.height),
                    .loading(isFirst ? "eager" : "lazy"), .dir("auto"))
                if exhibit.video != nil { span(.class("exhibit-play"), .aria("hidden", true)) { Icon.play } }
            } else {
                Icon.museum
            }
        }
    }
}
