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
            let minutes = try RevisionMinute.list(of: manuscript.chapter, before: before, limit: Self.pageSize, in: db)
            // Who writes alone needn't be told who wrote.
            let isShared = manuscript.authors.count > 1 || minutes.contains { $0.person != member.id }
            return HistoryPage(
                manuscript: manuscript, minutes: minutes, names: isShared ? try People.names(of: Set(minutes.compactMap(\.person)), in: db) : nil)
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
        try await chapters.restore(number, of: id, by: member.id, on: request.device)
        return .seeOther(StoriesPaths.editor(id), flash: "The earlier text is back. What you had before is in the history.")
    }

    func conflicts(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> ConflictsPage {
        ConflictsPage(manuscript: try await chapters.manuscript(id, of: member.id))
    }

    func choose(_ request: Request, _ member: Member, _ id: ChapterID, _ conflict: ConflictID) async throws -> Response {
        let keeps = ConflictChoice(rawValue: try request.form(ConflictForm.self).keep) ?? .both
        try await chapters.settle(conflict, of: id, keeping: keeps, by: member.id, on: request.device)
        let left = try await chapters.manuscript(id, of: member.id).conflicts
        return .seeOther(left.isEmpty ? StoriesPaths.editor(id) : StoriesPaths.conflicts(id))
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

/// What one person wrote within one minute on one device, by its last revision.
struct RevisionMinute: SQLRow {
    let number: Int
    let at: Instant
    let device: String
    /// Who wrote it; nil once their account is gone.
    let person: PersonID?

    init(row: inout RowReader) throws {
        number = try row.next()
        at = try row.next()
        device = try row.next()
        person = try row.next()
    }

    /// The newest first. Two revisions by which devices were brought together count as what they brought. What readers see is never hidden
    /// behind what was written in the rest of its minute.
    static func list(of chapter: Chapter, before: Int, limit: Int, in db: any Connection) throws -> [RevisionMinute] {
        try db.all(
            """
            SELECT max(number), max(changed_at), device, changed_by FROM stories_revision
            WHERE chapter_id = \(chapter.id) AND number < \(before)
            GROUP BY changed_at / 60000, device, changed_by, number <= \(chapter.shownRevision ?? 0) ORDER BY max(number) DESC LIMIT \(limit)
            """ as Query<RevisionMinute>)
    }
}

/// Who wrote, where more than one person does, and with what.
private struct HandLine: HTML {
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

/// The list of earlier texts.
struct HistoryPage: PageAnswer {
    let manuscript: Chapters.Manuscript
    let minutes: [RevisionMinute]
    /// Who wrote, where it wasn't the reader of the page alone.
    let names: [PersonID: String]?

    private var chapter: Chapter { manuscript.chapter }

    var title: Text { "History" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.editor(chapter.id), title: Chapter.name(chapter.title, number: manuscript.number)) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "Your writing is kept minute by minute. Open a version to read it, to see what changed since, or to restore it.")
            if minutes.isEmpty {
                EmptyState(.history, title: "Nothing written yet", message: "What you write appears here, minute by minute.")
            } else {
                ol(.class("rows")) {
                    for minute in minutes {
                        li(.class("row")) {
                            a(.href(StoriesPaths.revision(chapter.id, minute.number))) { "\(moment: minute.at)" as Text }
                            span(.class("muted")) { HandLine(person: minute.person, device: minute.device, names: names) }
                            if minute.number == chapter.shownRevision {
                                if manuscript.story.isShown {
                                    Badge("Published", tone: .success)
                                } else {
                                    Badge("Hidden from readers", tone: .quiet)
                                }
                            }
                            if minute.number == chapter.head { Badge("Newest", tone: .quiet) }
                        }
                    }
                }
                Pagination(
                    next: minutes.count < HistoryRoutes.pageSize
                        ? nil : minutes.last.map { link(StoriesPaths.history(chapter.id), query: ["before": String($0.number)]) })
            }
        }
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

/// Two wordings side by side, and the choice between them.
struct ConflictsPage: PageAnswer {
    let manuscript: Chapters.Manuscript

    private var chapter: Chapter { manuscript.chapter }

    var title: Text { "Compare and choose" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.editor(chapter.id), title: Chapter.name(chapter.title, number: manuscript.number)) }

    var body: some HTML {
        div(.class("stack")) {
            if manuscript.conflicts.isEmpty {
                PageHeader(title)
                EmptyState(.check, title: "Nothing to choose", message: "Everyone has the same text.") {
                    LinkButton("Continue writing", href: StoriesPaths.editor(chapter.id))
                }
            } else {
                PageHeader(title, lead: "\(manuscript.hands.sentence(for: manuscript.writer)) Both wordings are in your text until you choose.")
            }
            for conflict in manuscript.conflicts { card(conflict) }
        }
    }

    private func card(_ conflict: Conflict) -> Node {
        section(.class("card stack")) {
            div(.class("conflict-sides")) {
                side("Saved first", conflict.first, manuscript.hands.first(of: conflict))
                side("Saved second", conflict.second, manuscript.hands.second(of: conflict))
            }
            Form(StoriesPaths.conflict(chapter.id, conflict.id)) {
                Actions {
                    Button("Keep the first", style: .secondary, .name("keep"), .value(ConflictChoice.first.rawValue))
                    Button("Keep the second", style: .secondary, .name("keep"), .value(ConflictChoice.second.rawValue))
                    Button("Keep both", style: .secondary, .name("keep"), .value(ConflictChoice.both.rawValue))
                }
            }
        }.node
    }

    private func side(_ label: Text, _ words: String, _ hand: Hand?) -> Node {
        div {
            h2 { label }
            if let hand {
                p(.class("muted")) {
                    HandLine(person: hand.person, device: hand.device, names: manuscript.hands.isOnePerson ? nil : manuscript.hands.names)
                }
            }
            div(.class("comparison"), .dir("auto"), .lang(manuscript.story.details.language)) { words }
        }.node
    }
}
