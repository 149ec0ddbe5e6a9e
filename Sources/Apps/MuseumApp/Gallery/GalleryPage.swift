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
    /// How many there are on all pages.
    let count: Int
    /// How many there are in all rooms, where one was chosen and has none.
    var countElsewhere = 0
    let from: Int
    let hasMore: Bool
    /// What was searched for, where nothing has it and other words were meant.
    var typed: String?

    /// Whether nothing is found in any room.
    var hasNothing: Bool { count == 0 && countElsewhere == 0 && exhibits.isEmpty }

    var title: Text { room.map { .verbatim($0.name) } ?? "Gallery" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.gallery() }
    var scripts: [String] { ["museum/js/retry.js", MuseumScripts.visits] }
    var slots: FrameSlots { FrameSlots(back: room == nil ? MuseumPaths.home() : MuseumPaths.gallery()) }

    var body: some HTML {
        PageHeader(title, lead: room.flatMap { $0.text.isEmpty ? nil : .verbatim($0.text) }) {
            LinkButton("Tours", href: MuseumPaths.tours(), icon: .flag, style: .secondary)
        }
        SearchBox(
            MuseumPaths.gallery(), placeholder: "Search the gallery", value: typed ?? filter.words,
            keeping: filter.room.map { [("room", $0.description)] } ?? [])
        if !rooms.isEmpty {
            ChipRow("Rooms") {
                Chip("All", href: address(room: nil), isSelected: filter.room == nil)
                for room in rooms { Chip(.verbatim(room.name), href: address(room: room.id), isSelected: filter.room == room.id) }
            }
        }
        if let typed, !exhibits.isEmpty { p(.class("found-count")) { "Nothing found for “\(typed)”" } }
        if exhibits.isEmpty {
            if filter.words.isEmpty {
                EmptyState(.image, title: "Nothing here yet", message: "Pictures and objects of the museum appear here.")
            } else {
                noMatches
            }
        } else {
            if !filter.words.isEmpty {
                p(.class("found-count"), .role("status")) {
                    room.map { "\(count) results for “\(filter.words)” in \($0.name)" } ?? "\(count) results for “\(filter.words)”"
                    " " as Text
                    a(.href(address(words: "", room: filter.room))) { "Clear search" }
                }
            }
            if groups.count > 1, room == nil, filter.words.isEmpty {
                for group in groups {
                    let name: Text = group.room.map { .verbatim($0.name) } ?? "Elsewhere in the museum"
                    section(.class("exhibit-room"), .aria("label", name)) {
                        SectionHeader(name, more: group.room.map { address(room: $0.id) })
                        wall(group.exhibits)
                    }
                }
            } else {
                wall(exhibits)
            }
            Pagination(
                previous: from > 0 ? address(room: filter.room, from: max(0, from - Self.size)) : nil,
                next: hasMore ? address(room: filter.room, from: from + Self.size) : nil)
        }
    }

    private var noMatches: some HTML {
        EmptyState(
            .search, title: "Nothing found for “\(filter.words)”",
            message: countElsewhere > 0
                ? "There are \(countElsewhere) results in the other rooms."
                : "Check the spelling, or try fewer words."
        ) {
            if countElsewhere > 0 { LinkButton("Search all rooms", href: address(room: nil)) }
            LinkButton("Clear search", href: address(words: "", room: filter.room), style: .secondary)
        }
    }

    /// How wide a picture is shown there.
    private static let sizes = "(min-width: 40em) 24rem, 50vw"

    private func wall(_ exhibits: [Exhibit]) -> some HTML {
        ul(.class("exhibit-wall")) { for exhibit in exhibits { ExhibitCard(exhibit: exhibit, sizes: Self.sizes) } }
    }

    /// Room by room, as they come.
    private var groups: [(room: Room?, exhibits: [Exhibit])] {
        exhibits.reduce(into: []) { groups, exhibit in
            if let last = groups.indices.last, groups[last].exhibits.last?.room == exhibit.room {
                groups[last].exhibits.append(exhibit)
            } else {
                groups.append((rooms.first { $0.id == exhibit.room }, [exhibit]))
            }
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
    /// How wide its picture is shown, where a phone with a fine screen takes the large one; nil where it is small.
    var sizes: String?

    var body: some HTML {
        li {
            a(.class("exhibit-card"), .href(MuseumPaths.exhibit(exhibit.id))) {
                ExhibitPicture(exhibit: exhibit, size: .thumbnail, sizes: sizes)
                span(.class("exhibit-title"), .dir("auto")) { exhibit.title }
                if !exhibit.byline.isEmpty { span(.class("muted"), .dir("auto")) { exhibit.byline } }
            }
        }
    }
}

/// A small picture beside the title, which says what is on it.
struct ExhibitThumbnail: HTML {
    let exhibit: Exhibit

    var body: some HTML {
        if let picture = exhibit.picture {
            img(.class("exhibit-thumb"), .src(picture.address(.thumbnail, of: exhibit.id)), .alt(""), .loading("lazy"))
        } else {
            span(.class("exhibit-thumb")) { Icon.museum }
        }
    }
}

/// The picture of an exhibit with its proportions, so that nothing moves while it loads; a plain plate where there is none. A script offers to load
/// again what failed (MUS-028).
struct ExhibitPicture: HTML {
    /// In pixels, of a thumbnail at most.
    private static let thumbnail = 640

    let exhibit: Exhibit
    let size: PictureSize
    /// As `sizes` of an image, for a choice between both.
    var sizes: String?
    var isFirst = false

    var body: some HTML {
        span(.class("exhibit-picture"), .data("retry"), .data("failed", text: "Couldn’t load the picture"), .data("again", text: "Try again")) {
            if let picture = exhibit.picture {
                img(
                    .src(picture.address(size, of: exhibit.id)), .alt(.verbatim(exhibit.alt)), .width(picture.width), .height(picture.height),
                    .loading(isFirst ? "eager" : "lazy"), .dir("auto"), sizes.map { choice(picture, $0) } ?? .nothing)
                if exhibit.video != nil { span(.class("exhibit-play"), .aria("hidden", true)) { Icon.play } }
            } else {
                Icon.museum
            }
        }
    }

    private func choice(_ picture: StoredPicture, _ sizes: String) -> Attribute {
        let (small, large) = (picture.address(.thumbnail, of: exhibit.id), picture.address(.large, of: exhibit.id))
        return .group([
            .custom("srcset", "\(small) \(min(Self.thumbnail, picture.width))w, \(large) \(picture.width)w"), .custom("sizes", sizes),
        ])
    }
}
