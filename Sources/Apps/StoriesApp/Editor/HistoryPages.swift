import Accounts
import Core
import Database
import Documents
import Interface
import Markup
import Platform
import Reading
import Web

/// Earlier texts of a chapter: which there are, what changed, and bringing one back.
struct HistoryRoutes: Sendable {
    let chapters: Chapters
    private let pace: CostlyCalls

    init(chapters: Chapters) {
        self.chapters = chapters
        pace = CostlyCalls(chapters.site, "stories.revisions", most: 60, code: "stories.too-many-previews")
    }

    /// How many minutes one page lists.
    static let pageSize = 100

    var routes: [Route] {
        [
            .get(StoriesPaths.history, allow: .members, use: list),
            .get(StoriesPaths.revision, allow: .members, use: show),
            .post(StoriesPaths.restore, allow: .members, use: restore),
            .get(StoriesPaths.conflicts, allow: .members, use: conflicts),
            .post(StoriesPaths.conflict, allow: .members, use: choose),
        ]
    }

    func list(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> HistoryPage {
        let manuscript = try await chapters.manuscript(id, of: member.id)
        let before = request.query["before"].flatMap { Int($0) } ?? Int.max
        return try await chapters.site.database.read { db in
            // One more tells what changed in the last of them.
            let found = try RevisionMinute.list(of: manuscript.chapter, before: before, limit: Self.pageSize + 1, in: db)
            let minutes = Array(found.prefix(Self.pageSize))
            // Who writes alone needn't be told who wrote.
            let isShared = manuscript.authors.count > 1 || minutes.contains { $0.person != member.id }
            return HistoryPage(
                manuscript: manuscript, minutes: minutes, names: isShared ? try People.names(of: Set(minutes.compactMap(\.person)), in: db) : nil,
                changes: try ChangedWords.all(in: found, isWhole: found.count == minutes.count, of: manuscript.chapter, db: db),
                hasMore: found.count > minutes.count)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: ChapterID, _ number: Int) async throws -> RevisionPage {
        let manuscript = try await chapters.manuscript(id, of: member.id)
        var page = try await chapters.site.database.read { db in
            guard let revision = try db.first(.revision(number, of: id)),
                let minute = try RevisionMinute.list(of: manuscript.chapter, before: number + 1, limit: 1, in: db).first
            else { throw Problem.notFound }
            let isShared = manuscript.authors.count > 1 || minute.person != member.id
            return RevisionPage(
                manuscript: manuscript, revision: revision, person: minute.person,
                names: isShared ? try People.names(of: Set([minute.person].compactMap(\.self)), in: db) : nil,
                text: try ChapterHistory(chapter: id, db: db).text(at: number), settings: try ReadingSettings.chosen(by: request, in: db))
        }
        guard request.query[RevisionPage.changes] == nil, ReadWords.count(page.text) > 0 else { return page }
        try pace.take(by: member)
        page.section = try await chapters.rendered(page.text, title: "", in: manuscript.story.id)
        return page
    }

    /// An earlier text becomes the newest one; nothing between is lost.
    func restore(_ request: Request, _ member: Member, _ id: ChapterID, _ number: Int) async throws -> Response {
        let before = try await chapters.restore(number, of: id, by: member.id, on: request.device)
        return .seeOther(
            StoriesPaths.editor(id), flash: "The earlier text is back. What you had before is in the history.",
            undo: before.map { StoriesPaths.restore(id, $0) })
    }

    func conflicts(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> ConflictsPage {
        ConflictsPage(manuscript: try await chapters.manuscript(id, of: member.id))
    }

    func choose(_ request: Request, _ member: Member, _ id: ChapterID, _ conflict: ConflictID) async throws -> Response {
        let keeps = ConflictChoice(rawValue: try request.form(ConflictForm.self).keep) ?? .both
        let before = try await chapters.settle(conflict, of: id, keeping: keeps, by: member.id, on: request.device)
        let left = try await chapters.manuscript(id, of: member.id).conflicts
        return .seeOther(
            left.isEmpty ? StoriesPaths.editor(id) : StoriesPaths.conflicts(id),
            flash: before == nil ? "Both wordings stay in your text." : "The other wording is no longer in your text.",
            undo: before.map { StoriesPaths.restore(id, $0) })
    }
}

/// Which wording stays.
struct ConflictForm: Decodable, Sendable {
    var keep: String
}

/// Which wording of a conflict stays.
enum ConflictChoice: String, Sendable {
    case first, second, both
}

/// Who wrote, where more than one person does, and with what.
struct HandLine: HTML {
    let person: PersonID?
    let device: String
    /// Nil where it was the reader of the page alone.
    let names: [PersonID: String]?

    var body: some HTML {
        if let names {
            "by \(Text.person(named: person.flatMap { names[$0] }))"
            " · "
        }
        DeviceName(userAgent: device).text
    }
}

/// One earlier text as readers would see it, or what was added and removed since.
struct RevisionPage: PageAnswer {
    let manuscript: Chapters.Manuscript
    let revision: Revision
    let person: PersonID?
    /// Nil where only the reader of the page writes.
    let names: [PersonID: String]?
    let text: String
    let settings: ReadingSettings
    /// Nil shows what changed since, and an empty text.
    var section: ConvertedSection?

    /// In the address: what changed since instead of the text.
    static let changes = "changes"

    private var chapter: Chapter { manuscript.chapter }
    private var isNewest: Bool { revision.number == chapter.head }
    private var showsChanges: Bool { section == nil && ReadWords.count(text) > 0 }
    private var here: String { StoriesPaths.revision(chapter.id, revision.number) }

    var title: Text { "\(moment: revision.savedAt)" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots {
        FrameSlots(
            back: StoriesPaths.history(chapter.id), title: "History",
            footer: { if !isNewest { Button("Restore", icon: .history, .custom("form", "restore")) } })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(
                title,
                lead: isNewest
                    ? "This is the newest text."
                    : showsChanges
                        ? "What changed since then: removed words are struck out, added words are underlined." : "The chapter as it was then.",
                crumbs: [Crumb("History", href: StoriesPaths.history(chapter.id))])
            p(.class("muted")) { HandLine(person: person, device: revision.device, names: names) }
            if !isNewest {
                p(.class("muted")) {
                    "Restore makes this your newest text. What you have now stays in the history, and readers see no change until you update the chapter."
                }
                Actions {
                    if showsChanges {
                        LinkButton("Show this version", href: here, icon: .eye, style: .secondary)
                    } else {
                        LinkButton(
                            "Show what changed since", href: link(here, query: [Self.changes: "1"]), icon: .history, style: .secondary)
                    }
                }
            }
            Form(StoriesPaths.restore(chapter.id, revision.number), .id("restore")) {}
            if let section {
                ReaderText(section, language: manuscript.story.details.language, settings: settings) { name in
                    PictureMarks.picture(named: name).map { StoriesPaths.picture($0, .large) }
                }
            } else if showsChanges {
                comparison
            } else {
                p(.class("muted")) { "The chapter was empty." }
            }
        }
    }

    private var comparison: Node {
        div(.class("comparison"), .dir("auto"), .lang(manuscript.story.details.language)) {
            for stretch in ComparedText(from: text, to: manuscript.text).stretches {
                switch stretch {
                case .shown(let parts):
                    for part in parts {
                        switch part {
                        case .same(let words): words
                        case .removed(let words): del { words }
                        case .added(let words): ins { words }
                        }
                    }
                case .folded(let words, let paragraphs):
                    details(.class("comparison-same")) {
                        summary { "\(paragraphs) unchanged paragraphs" }
                        div { words }
                    }
                }
            }
        }.node
    }
}
