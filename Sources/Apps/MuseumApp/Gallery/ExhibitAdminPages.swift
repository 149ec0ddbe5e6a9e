import Core
import Interface
import Markup
import Platform
import Web

/// Every exhibit, for those who keep the gallery.
struct ExhibitListPage: PageAnswer {
    static let size = 50
    /// `?show=` for those with a picture that nobody has described yet.
    static let waiting = "undescribed"

    let filter: ExhibitFilter
    let rooms: [Room]
    let exhibits: [Exhibit]
    let from: Int
    let hasMore: Bool
    /// Those with a picture that nobody has described yet.
    let waiting: Set<ExhibitID>
    let waitingCount: Int
    /// Whether pictures can be chosen from WordPress.
    let offersWordPress: Bool

    var title: Text { "Exhibits" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "What visitors see in the gallery.") {
            LinkButton("Rooms", href: MuseumPaths.adminRooms(), style: .secondary)
            LinkButton("Import", href: MuseumPaths.adminImports(), icon: .upload, style: .secondary)
            if offersWordPress { LinkButton("Add from WordPress", href: MuseumPaths.adminWordPress(), style: .secondary) }
            LinkButton("New exhibit", href: MuseumPaths.adminNewExhibit(), icon: .plus)
        }
        SearchBox(
            MuseumPaths.adminExhibits(), placeholder: "Search exhibits", value: filter.words,
            keeping: filter.isWaiting ? [("show", Self.waiting)] : [])
        if waitingCount > 0 || filter.isWaiting {
            ChipRow("Status") {
                Chip("All", href: MuseumPaths.adminExhibits(), isSelected: !filter.isWaiting)
                Chip(
                    "Needs a description", href: link(MuseumPaths.adminExhibits(), query: ["show": Self.waiting]), isSelected: filter.isWaiting,
                    count: waitingCount)
            }
        }
        if exhibits.isEmpty {
            if filter.isWaiting {
                EmptyState(.check, title: "All pictures are described", message: "Imported pictures without a description appear here.")
            } else if filter.words.isEmpty {
                EmptyState(.image, title: "No exhibits yet", message: "Add the first picture or object. You can show it to visitors later.")
            } else {
                EmptyState(.search, title: "No matches", message: "Try another word.")
            }
        } else {
            DataTable(
                title, columns: [.init("Title"), .init("Room"), .init("Status"), .init("Actions", isTitleHidden: true)],
                rows: exhibits.map { exhibit in
                    .init(
                        [
                            span(.class("exhibit-cell")) {
                                ExhibitThumbnail(exhibit: exhibit)
                                a(.href(MuseumPaths.adminExhibit(exhibit.id)), .dir("auto")) { exhibit.title }
                            },
                            span(.dir("auto")) { rooms.first { $0.id == exhibit.room }?.name ?? "" },
                            badge(exhibit), visibility(exhibit),
                        ], id: Self.row(exhibit.id))
                })
            Pagination(
                previous: from > 0 ? address(max(0, from - Self.size)) : nil, next: hasMore ? address(from + Self.size) : nil)
        }
    }

    /// What is hidden because nobody has described its picture yet is shown once somebody does.
    @HTMLBuilder private func visibility(_ exhibit: Exhibit) -> Node {
        if !waiting.contains(exhibit.id) {
            Form(link(MuseumPaths.adminExhibitShow(exhibit.id), query: query(from)), .class("row-form")) {
                Button(
                    exhibit.isPublic ? "Hide" : "Show", style: .secondary, .name("isPublic"), .value(exhibit.isPublic ? "false" : "true"),
                    .aria("label", exhibit.isPublic ? "Hide \(exhibit.title)" : "Show \(exhibit.title)"))
            }
        }
    }

    private func badge(_ exhibit: Exhibit) -> Badge {
        if waiting.contains(exhibit.id) { return Badge("Needs a description", tone: .warning) }
        return exhibit.isPublic ? Badge("Public", tone: .success) : Badge("Hidden")
    }

    private func address(_ from: Int) -> String { link(MuseumPaths.adminExhibits(), query: query(from)) }

    private func query(_ from: Int) -> KeyValuePairs<String, String?> {
        ["q": filter.words.isEmpty ? nil : filter.words, "show": filter.isWaiting ? Self.waiting : nil, "from": from > 0 ? String(from) : nil]
    }

    /// The id of an exhibit's row.
    static func row(_ id: ExhibitID) -> String { "exhibit-\(id)" }

    /// A page of the whole list, at one of its rows. The query names it for the script that sends files, which isn't told the fragment.
    static func address(from: Int, at id: ExhibitID) -> String {
        link(MuseumPaths.adminExhibits(), query: ["from": from > 0 ? String(from) : nil, "at": row(id)]) + "#" + row(id)
    }
}

/// The form of an exhibit.
struct ExhibitFormPage: PageAnswer {
    /// nil for a new one.
    let exhibit: Exhibit?
    let rooms: [Room]
    var form: ExhibitForm
    let languages: [Language]
    var words: Translations = [:]
    var problem: Problem?
    /// Whether it has a picture that nobody has described yet.
    var isWaiting = false

    var title: Text { exhibit.map { .verbatim($0.title) } ?? "New exhibit" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminExhibits() }

    var body: some HTML {
        let wrong = problem?.fields ?? [:]
        PageHeader(title, crumbs: [Crumb("Exhibits", href: MuseumPaths.adminExhibits())]) {
            if let exhibit { LinkButton("View", href: MuseumPaths.exhibit(exhibit.id), icon: .eye, style: .secondary) }
        }
        ProblemAlert(problem)
        Form(exhibit.map { MuseumPaths.adminExhibit($0.id) } ?? MuseumPaths.adminNewExhibit(), hasFiles: true, .class("stack")) {
            Card("Picture", .class("card-fields")) {
                if let exhibit, let picture = exhibit.picture {
                    img(.class("exhibit-now"), .src(picture.address(.thumbnail, of: exhibit.id)), .alt(.verbatim(exhibit.alt)))
                    Checkbox("Remove the picture", name: "removesPicture", isChecked: form.removesPicture ?? false)
                }
                if let exhibit, isWaiting {
                    img(.class("exhibit-now"), .src(MuseumPaths.adminWaitingPicture(exhibit.id)), .alt(""))
                    p { "This picture was imported and stays hidden until you describe it." }
                }
                PictureFields(hasPicture: exhibit?.picture != nil, alt: form.alt ?? "", wrong: wrong)
                if exhibit?.video != nil { Checkbox("Remove the video", name: "removesVideo", isChecked: form.removesVideo ?? false) }
                FileField(
                    exhibit?.video == nil ? "Video" : "New video", name: VideoRefusal.field, accept: StoredVideo.accept,
                    maxBytes: StoredVideo.mostBytes, hint: "MP4 or WebM, at most 200 MB. Where it was taken isn’t kept.",
                    error: wrong[VideoRefusal.field], isRequired: false)
            }
            Card("Label", .class("card-fields")) {
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
            if languages.count > 1 {
                div(.class("card")) { TranslationFields(Exhibit.self, languages: languages, kept: words, wrong: wrong) }
            }
            Card("Visibility", .class("card-fields")) {
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
