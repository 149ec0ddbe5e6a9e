import Core
import Database
import Interface
import Markup
import Platform
import Web

/// The list of earlier texts.
struct HistoryPage: PageAnswer {
    let manuscript: Chapters.Manuscript
    let minutes: [RevisionMinute]
    /// Who wrote, where it wasn't the reader of the page alone.
    let names: [PersonID: String]?
    /// The first words that changed, by the number of the version.
    let changes: [Int: ChangedWords]
    /// Whether there are older ones.
    let hasMore: Bool

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
                        row(minute)
                    }
                }
                Pagination(
                    next: hasMore ? minutes.last.map { link(StoriesPaths.history(chapter.id), query: ["before": String($0.number)]) } : nil)
            }
        }
    }

    private func row(_ minute: RevisionMinute) -> Node {
        li(.class("row")) {
            div(.class("row-words")) {
                a(.class("row-title"), .href(StoriesPaths.revision(chapter.id, minute.number))) { "\(moment: minute.at)" as Text }
                if let restored = minute.restoredFrom {
                    p { "Restored from \(moment: restored)" }
                } else if let change = changes[minute.number] {
                    p(.class("version-words"), .dir("auto"), .lang(manuscript.story.details.language)) {
                        if change.areRemoved { del { change.words } } else { change.words }
                    }
                }
                p(.class("row-facts")) {
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
        }.node
    }
}

/// What one person wrote within one minute on one device, by its last revision.
struct RevisionMinute: SQLRow {
    let number: Int
    let at: Instant
    let device: String
    /// Who wrote it; nil once their account is gone.
    let person: PersonID?
    /// When the text that it brought back was saved; nil where it was written.
    let restoredFrom: Instant?

    init(row: inout RowReader) throws {
        number = try row.next()
        at = try row.next()
        device = try row.next()
        person = try row.next()
        restoredFrom = try row.next()
    }

    /// The newest first. Two revisions by which devices were brought together count as what they brought. What readers see is never hidden
    /// behind what was written in the rest of its minute, and what was brought back stands by itself.
    static func list(of chapter: Chapter, before: Int, limit: Int, in db: any Connection) throws -> [RevisionMinute] {
        try db.all(
            """
            SELECT max(number), max(changed_at), device, changed_by,
                (SELECT o.changed_at FROM stories_revision o WHERE o.chapter_id = \(chapter.id) AND o.number = r.restored)
            FROM stories_revision r WHERE chapter_id = \(chapter.id) AND number < \(before)
            GROUP BY changed_at / 60000, device, changed_by, restored, number <= \(chapter.shownRevision ?? 0)
            ORDER BY max(number) DESC LIMIT \(limit)
            """ as Query<RevisionMinute>)
    }
}
