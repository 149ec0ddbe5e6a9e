import Core
import Interface
import Markup
import Web

/// The rooms, and a form for another one; or one of them, with what is in it.
struct RoomsPage: PageAnswer {
    let rooms: [Room]
    /// The one that is edited; nil for a new one.
    var edited: RoomID?
    /// What is in the room that is edited, hidden ones too.
    var exhibits: [Exhibit] = []
    /// Rooms with something in them that visitors see.
    var open: Set<RoomID> = []
    var name = ""
    var text = ""
    let languages: [Language]
    var words: Translations = [:]
    var problem: Problem?

    var title: Text { edited == nil ? "Rooms" : rooms.first { $0.id == edited }.map { .verbatim($0.name) } ?? "Edit room" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminExhibits() }

    var body: some HTML {
        if let edited { room(edited) } else { all }
    }

    @HTMLBuilder private var all: Node {
        PageHeader(
            title, lead: "The rooms of the museum, in the order in which people walk.", crumbs: [Crumb("Exhibits", href: MuseumPaths.adminExhibits())]
        )
        if rooms.isEmpty {
            EmptyState(.museum, title: "No rooms yet", message: "Add the first room below.")
        } else {
            ol(.class("rows order-rows")) {
                for (index, room) in rooms.enumerated() {
                    li(.class("row"), .id("room-\(room.id)")) {
                        div {
                            a(.href(MuseumPaths.adminRoom(room.id)), .dir("auto")) { room.name }
                            if !open.contains(room.id) { p(.class("muted")) { "Empty, so visitors don’t see it." } }
                        }
                        MoveButtons(MuseumPaths.adminRoomMove(room.id), name: room.name, isFirst: index == 0, isLast: index == rooms.count - 1)
                    }
                }
            }
        }
        Card("New room") { form(MuseumPaths.adminRooms(), "Add room") }
    }

    @HTMLBuilder private func room(_ id: RoomID) -> Node {
        PageHeader(
            title, crumbs: [Crumb("Exhibits", href: MuseumPaths.adminExhibits()), Crumb("Rooms", href: MuseumPaths.adminRooms())])
        Card("Edit room") { form(MuseumPaths.adminRoom(id), "Save") }
        section(.aria("labelledby", "in-room")) {
            h2(.id("in-room")) { "In this room" }
            if exhibits.isEmpty {
                p(.class("muted")) { "Choose this room on an exhibit’s page to show it here." }
            } else {
                ol(.class("rows order-rows")) {
                    for (index, exhibit) in exhibits.enumerated() {
                        li(.class("row"), .id("exhibit-\(exhibit.id)")) {
                            a(.href(MuseumPaths.adminExhibit(exhibit.id)), .dir("auto")) { exhibit.title }
                            if !exhibit.isPublic { Badge("Hidden") }
                            MoveButtons(
                                MuseumPaths.adminExhibitMove(exhibit.id), name: exhibit.title, isFirst: index == 0,
                                isLast: index == exhibits.count - 1)
                        }
                    }
                }
            }
        }
        Card("Delete room") {
            p { "Its exhibits stay in the gallery, without a room." }
            Form(MuseumPaths.adminRoomDelete(id)) { Actions { Button("Delete room", icon: .trash, style: .danger) } }
        }
    }

    @HTMLBuilder private func form(_ action: String, _ button: Text) -> Node {
        ProblemAlert(problem)
        Form(action, .class("stack")) {
            TextField("Name", name: "name", value: name, error: problem?.fields["name"], isRequired: true, .maxlength(Room.longestName))
            TextArea("Text", name: "text", value: text, lines: 4, error: problem?.fields["text"], isRequired: false, .maxlength(Room.longestText))
            TranslationFields(Room.self, languages: languages, kept: words, wrong: problem?.fields ?? [:])
            Actions { Button(button) }
        }
    }
}

/// The buttons that move an entry of a list a step up or down.
struct MoveButtons: HTML {
    private let action: String
    private let name: String
    private let isFirst: Bool
    private let isLast: Bool

    init(_ action: String, name: String, isFirst: Bool, isLast: Bool) {
        (self.action, self.name, self.isFirst, self.isLast) = (action, name, isFirst, isLast)
    }

    var body: some HTML {
        Form(action, .class("move-buttons")) {
            IconButton(.chevronUp, label: "Move \(name) up", .name("direction"), .value("up"), .flag("disabled", isFirst))
            IconButton(.chevronDown, label: "Move \(name) down", .name("direction"), .value("down"), .flag("disabled", isLast))
        }
    }
}
