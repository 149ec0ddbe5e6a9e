import Core
import Interface
import Markup
import Platform
import Web

/// Every exhibit, for those who keep the gallery.
struct ExhibitListPage: PageAnswer {
    static let size = 50

    let filter: ExhibitFilter
    let rooms: [Room]
    let exhibits: [Exhibit]
    let from: Int
    let hasMore: Bool

    var title: Text { "Exhibits" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "What visitors see in the gallery.") {
            LinkButton("Rooms", href: MuseumPaths.adminRooms(), style: .secondary)
            LinkButton("New exhibit", href: MuseumPaths.adminNewExhibit(), icon: .plus)
        }
        SearchBox(MuseumPaths.adminExhibits(), placeholder: "Search exhibits", value: filter.words)
        if exhibits.isEmpty {
            if filter.words.isEmpty {
                EmptyState(.image, title: "No exhibits yet", message: "Add the first picture or object. You can show it to visitors later.")
            } else {
                EmptyState(.search, title: "No matches", message: "Try another word.")
            }
        } else {
            DataTable(
                title, columns: [.init("Picture", isTitleHidden: true), .init("Title"), .init("Room"), .init("Status")],
                rows: exhibits.map { exhibit in
                    .init([
                        thumbnail(exhibit), a(.href(MuseumPaths.adminExhibit(exhibit.id)), .dir("auto")) { exhibit.title },
                        span(.dir("auto")) { rooms.first { $0.id == exhibit.room }?.name ?? "" },
                        exhibit.isPublic ? Badge("Public", tone: .success) : Badge("Hidden"),
                    ])
                })
            Pagination(
                previous: from > 0 ? address(max(0, from - Self.size)) : nil, next: hasMore ? address(from + Self.size) : nil)
        }
    }

    private func thumbnail(_ exhibit: Exhibit) -> Node {
        guard exhibit.isPublic, let picture = exhibit.picture else { return span(.class("exhibit-thumb")) { Icon.museum } }
        return img(.class("exhibit-thumb"), .src(picture.address(.thumbnail, of: exhibit.id)), .alt(""), .loading("lazy"))
    }

    private func address(_ from: Int) -> String {
        link(MuseumPaths.adminExhibits(), query: ["q": filter.words.isEmpty ? nil : filter.words, "from": from > 0 ? String(from) : nil])
    }
}

/// The form of an exhibit.
struct ExhibitFormPage: PageAnswer {
    /// nil for a new one.
    let exhibit: Exhibit?
    let rooms: [Room]
    let form: ExhibitForm
    var problem: Problem?

    var title: Text { exhibit.map { .verbatim($0.title) } ?? "New exhibit" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminExhibits() }

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        PageHeader(title, crumbs: [Crumb("Exhibits", href: MuseumPaths.adminExhibits())]) {
            if let exhibit, exhibit.isPublic { LinkButton("View", href: MuseumPaths.exhibit(exhibit.id), icon: .eye, style: .secondary) }
        }
        ProblemAlert(problem)
        Form(exhibit.map { MuseumPaths.adminExhibit($0.id) } ?? MuseumPaths.adminNewExhibit(), hasFiles: true, .class("stack")) {
            Card("Picture") {
                if let exhibit, let picture = exhibit.picture {
                    if exhibit.isPublic {
                        img(
                            .class("exhibit-now"), .src(picture.address(.thumbnail, of: exhibit.id)), .alt(.verbatim(exhibit.alt)))
                    }
                    Checkbox("Remove the picture", name: "removesPicture", isChecked: form.removesPicture ?? false)
                }
                FileField(
                    exhibit?.picture == nil ? "Picture" : "New picture", name: PictureRefusal.field, accept: PictureMaker.accept,
                    maxBytes: PictureMaker.mostBytes, hint: "JPEG, PNG or WebP, at most 10 MB. Where it was taken isn’t kept.",
                    error: wrong[PictureRefusal.field], isRequired: false)
                TextField(
                    "Description", name: "alt", value: form.alt ?? "", hint: "What the picture shows, for people who can’t see it.",
                    error: wrong["alt"], isConditional: true, .maxlength(Exhibit.longestAlt))
                if exhibit?.video != nil { Checkbox("Remove the video", name: "removesVideo", isChecked: form.removesVideo ?? false) }
                FileField(
                    exhibit?.video == nil ? "Video" : "New video", name: VideoRefusal.field, accept: StoredVideo.accept,
                    maxBytes: StoredVideo.mostBytes, hint: "MP4 or WebM, at most 200 MB.", error: wrong[VideoRefusal.field], isRequired: false)
            }
            Card("Label") {
                TextField("Title", name: "title", value: form.title ?? "", error: wrong["title"], isRequired: true, .maxlength(Exhibit.longestTitle))
                div(.class("field-pair")) {
                    Select("Kind", name: "kind", choices: ExhibitKind.allCases.map { Choice($0.rawValue, $0.name) }, selected: form.kind)
                    Select(
                        "Room", name: "room", choices: [Choice("", "No room")] + rooms.map { Choice($0.id.description, .verbatim($0.name)) },
                        selected: form.room, error: wrong["room"], isRequired: false)
                }
                div(.class("field-pair")) {
                    fact("Made by", "creator", form.creator, wrong)
                    fact("Date made", "made", form.made, wrong, hint: "Such as 1890 or “about 1890”.")
                }
                div(.class("field-pair")) {
                    fact("Material", "medium", form.medium, wrong)
                    fact("Size", "size", form.size, wrong)
                }
                fact("Credit", "credit", form.credit, wrong)
                TextArea(
                    "History", name: "text", value: form.text ?? "", lines: 8, hint: "An empty line begins a paragraph.", error: wrong["text"],
                    isRequired: false, .maxlength(Exhibit.longestText))
            }
            Card("Visibility") {
                Checkbox("Show in the gallery", name: "isPublic", isChecked: form.isPublic == true)
                Checkbox(
                    "Use on the front page", name: "isOnFrontPage", isChecked: form.isOnFrontPage == true,
                    hint: "Each visit begins with another of these pictures. Wide ones look best.")
            }
            Actions {
                Button("Save")
                if let exhibit {
                    LinkButton("Delete…", href: MuseumPaths.adminExhibitDelete(exhibit.id), icon: .trash, style: .danger)
                }
            }
        }
    }

    private func fact(_ label: Text, _ name: String, _ value: String?, _ wrong: [String: Text], hint: Text? = nil) -> some HTML {
        TextField(label, name: name, value: value ?? "", hint: hint, error: wrong[name], .maxlength(Exhibit.longestFact))
    }
}

/// The rooms, and a form for another one.
struct RoomsPage: PageAnswer {
    let rooms: [Room]
    /// The one that is edited; nil for a new one.
    var edited: RoomID?
    var name = ""
    var text = ""
    var problem: Problem?

    var title: Text { "Rooms" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminExhibits() }

    var body: some HTML {
        PageHeader(
            title, lead: "The rooms of the museum, in the order in which people walk.", crumbs: [Crumb("Exhibits", href: MuseumPaths.adminExhibits())]
        )
        if rooms.isEmpty {
            EmptyState(.museum, title: "No rooms yet", message: "Add the first room below.")
        } else {
            ul(.class("rows")) {
                for room in rooms {
                    li(.class("row")) {
                        a(.href(MuseumPaths.adminRoom(room.id)), .dir("auto")) { room.name }
                        Form(MuseumPaths.adminRoomDelete(room.id)) {
                            IconButton(.trash, label: "Delete room \(room.name)", .data("confirm", text: "Delete the room? Its exhibits stay."))
                        }
                    }
                }
            }
        }
        Card(edited == nil ? "New room" : "Edit room") {
            ProblemAlert(problem)
            Form(edited.map { MuseumPaths.adminRoom($0) } ?? MuseumPaths.adminRooms(), .class("stack")) {
                TextField("Name", name: "name", value: name, error: problem?.fields["name"], isRequired: true, .maxlength(Room.longestName))
                TextArea("Text", name: "text", value: text, lines: 4, error: problem?.fields["text"], isRequired: false, .maxlength(Room.longestText))
                Actions { Button(edited == nil ? "Add room" : "Save") }
            }
        }
    }
}
