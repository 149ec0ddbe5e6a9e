import Core
import Interface
import Markup
import Platform
import Web

/// Uploads of collections, and a form for another one.
struct ImportsPage: PageAnswer {
    let collections: [UploadedCollection]
    var source = ""
    var problem: Problem?

    var title: Text { "Import a collection" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminExhibits() }

    var body: some HTML {
        PageHeader(
            title, lead: "From a table or from another system. You see what will be imported before anything is saved.",
            crumbs: [Crumb("Exhibits", href: MuseumPaths.adminExhibits())])
        ProblemAlert(problem)
        Card {
            Form(MuseumPaths.adminImports(), hasFiles: true, .class("stack")) {
                FileField(
                    "File", name: ImportRefusal.field, accept: ".csv,.tsv,.txt,.json,.ndjson,.jsonl", maxBytes: ImportTable.mostBytes,
                    hint: "A table saved as CSV, or JSON, at most 32 MB. The first row of a table has the names of its columns.",
                    error: problem?.fields[ImportRefusal.field])
                FileField(
                    "Pictures", name: "pictures", accept: PictureMaker.accept, isMultiple: true, maxBytes: PictureMaker.mostBytes,
                    hint: "The files that the table names. JPEG, PNG or WebP, at most 10 MB each.", isRequired: false)
                TextField(
                    "Name of the collection", name: "source", value: source,
                    hint: "Imported again under the same name, exhibits are changed and not added twice.", .maxlength(80))
                Actions { Button("Continue") }
            }
        }
        if !collections.isEmpty {
            h2 { "Earlier imports" }
            DataTable(
                "Earlier imports", columns: [.init("Name"), .init("Added", isNumeric: true), .init("Changed", isNumeric: true), .init("Status")],
                rows: collections.map { collection in
                    .init([
                        a(.href(MuseumPaths.adminImport(collection.id)), .dir("auto")) { collection.source }, "\(collection.added)" as Text,
                        "\(collection.changed)" as Text, collection.isDone ? Badge("Imported", tone: .success) : Badge("Draft"),
                    ])
                })
        }
    }
}

/// What will come of a file, and which column is what.
struct ImportPage: PageAnswer {
    /// Lines that are shown.
    private static let shown = 100
    /// Of one note.
    private static let shownLines = 8

    let collection: UploadedCollection
    let table: ImportTable
    let plan: ImportPlan
    let pictures: ImportPictures

    var title: Text { .verbatim(collection.source) }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminExhibits() }

    var body: some HTML {
        PageHeader(
            title,
            crumbs: [Crumb("Exhibits", href: MuseumPaths.adminExhibits()), Crumb("Import a collection", href: MuseumPaths.adminImports())])
        if collection.isDone { result } else { preview }
        if !plan.notes.isEmpty, !collection.isDone { notes }
        if !collection.isDone { lines }
        Card("Delete file") {
            p { collection.isDone ? "The imported exhibits stay." : "Nothing has been imported yet." }
            Form(MuseumPaths.adminImportDelete(collection.id)) { Actions { Button("Delete", icon: .trash, style: .danger) } }
        }
    }

    @HTMLBuilder private var result: Node {
        Alert(.success, title: "\(collection.added) added, \(collection.changed) changed")
        if pictures.waiting > 0 { p { "\(pictures.waiting) pictures are being prepared." } }
        if !pictures.failed.isEmpty { p(.dir("auto")) { "These pictures can’t be used: \(pictures.failed.joined(separator: ", "))" } }
        if pictures.done + pictures.waiting > 0 {
            p { "A picture without a description stays hidden. Write it in the exhibit’s form." }
            p {
                a(.href(link(MuseumPaths.adminExhibits(), query: ["show": ExhibitListPage.waiting]))) { "Show pictures without a description" }
            }
        }
        Actions { LinkButton("Exhibits", href: MuseumPaths.adminExhibits()) }
    }

    @HTMLBuilder private var preview: Node {
        Card("What will be imported") {
            DescriptionList([
                .init("New", String(plan.count(.new))), .init("Changed", String(plan.count(.changed))),
                .init("Unchanged", String(plan.count(.same))), .init("Left out", String(plan.count(.wrong))),
                .init("Pictures", pictures.names.isEmpty ? "" : String(plan.items.count { $0.picture != nil })),
            ])
        }
        Card("Columns") {
            Form(MuseumPaths.adminImport(collection.id), .class("stack")) {
                div(.class("import-columns")) {
                    for field in ImportField.allCases {
                        Select(
                            field.name, name: field.rawValue,
                            choices: [Choice("", "None")] + table.columns.filter { !$0.isEmpty }.map { Choice($0, .verbatim($0)) },
                            selected: collection.mapping.columns[field], isRequired: false)
                    }
                }
                Select(
                    "Kind", name: "kind", choices: ExhibitKind.allCases.map { Choice($0.rawValue, $0.name) },
                    selected: collection.mapping.kind.rawValue)
                Checkbox("Show in the gallery", name: "isPublic", isChecked: collection.mapping.isPublic)
                Actions {
                    Button("Import", .name("action"), .value("import"))
                    Button("Update preview", style: .secondary, .name("action"), .value("look"))
                }
            }
        }
    }

    @HTMLBuilder private var notes: Node {
        Card("Check these lines") {
            ul(.class("rows")) {
                for note in plan.notes.prefix(Self.shown) {
                    li(.class("row")) {
                        div {
                            p { note.words }
                            p(.class("muted")) { places(of: note) }
                        }
                        if note.isWrong { Badge("Left out", tone: .danger) }
                    }
                }
            }
        }
    }

    private func places(of note: ImportPlan.Note) -> Text {
        let lines = note.lines.prefix(Self.shownLines).map(String.init).joined(separator: ", ")
        return note.lines.count > Self.shownLines ? "\(note.lines.count) lines: \(lines) …" : "Line \(lines)"
    }

    @HTMLBuilder private var lines: Node {
        DataTable(
            "Lines", columns: [.init("Line number", isNumeric: true), .init("Title"), .init("Made by"), .init("Picture"), .init("Status")],
            rows: plan.items.prefix(Self.shown).map { item in
                .init([
                    "\(item.line)" as Text, span(.dir("auto")) { item.draft?.title ?? "—" }, span(.dir("auto")) { item.draft?.creator ?? "" },
                    span(.dir("auto")) { item.picture ?? "" }, badge(item.outcome),
                ])
            })
        if plan.items.count > Self.shown { p(.class("muted")) { "The first \(Self.shown) of \(plan.items.count) lines." } }
    }

    private func badge(_ outcome: ImportPlan.Outcome) -> Badge {
        switch outcome {
        case .new: Badge("New", tone: .success)
        case .changed: Badge("Changed")
        case .same: Badge("Unchanged")
        case .wrong: Badge("Left out", tone: .danger)
        }
    }
}
