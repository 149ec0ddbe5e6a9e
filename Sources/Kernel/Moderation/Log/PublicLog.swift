import Core
import Database
import Interface
import Markup
import Platform
import Web

/// A decision by people, as everybody may read it: nobody's name, nobody's words.
struct PublicDecision: Codable, Sendable, SQLRow {
    let number: Int64
    let kind: String
    let outcome: String
    let rule: String?
    let at: Instant

    init(row: inout RowReader) throws {
        number = try row.next()
        kind = try row.next()
        outcome = try row.next()
        rule = try row.next()
        at = try row.next()
    }

    static let pageSize = 50

    /// What can no longer be taken back: nothing that everybody could read here disappears.
    static func log(of kinds: [String], before: Int64?, at now: Instant) -> Query<PublicDecision> {
        """
        SELECT d.id, c.kind, d.outcome, d.rule, d.changed_at FROM moderation_decision d JOIN moderation_case c ON c.id = d.case_id
        WHERE d.is_manual = 1 AND d.taken_back_at IS NULL AND d.changed_at <= \(now - Moderation.undoWindow)
            AND c.kind IN \(list: kinds) AND d.id < \(before ?? Int64.max) ORDER BY d.id DESC LIMIT \(pageSize + 1)
        """
    }

    var label: Text {
        switch outcome {
        case "accept": "Accepted"
        case "remove": "Removed"
        default: "Rejected"
        }
    }
}

/// A page of the log.
struct PublicLogPage: PageAnswer {
    let decisions: [PublicDecision]
    let names: [String: Text]
    /// What each kind can be refused for.
    let reasons: [String: [ModerationReason]]
    let next: Cursor?
    /// Whether the reader came from the queue, to which there is a way back.
    let isForModerator: Bool

    var title: Text { "Moderators’ decisions" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        PageHeader(
            title, lead: "Moderators’ decisions about posts and messages, and the reasons. No names and no texts are shown.",
            crumbs: isForModerator ? [Crumb("Moderation", href: ModerationPaths.queue())] : [])
        if decisions.isEmpty {
            EmptyState(.history, title: "No decisions yet", message: "Decisions appear after five minutes, when they can no longer be undone.")
        } else {
            DataTable(
                title, columns: [.init("Day"), .init("Type of content"), .init("Decision"), .init("Reason")],
                rows: decisions.map { one in
                    .init([
                        ("\(day: one.at)" as Text).node, (names[one.kind] ?? .verbatim(one.kind)).node, one.label.node,
                        (one.rule.map { ruleLabel($0, among: reasons[one.kind] ?? []) } ?? "–").node,
                    ])
                })
        }
        if !decisions.isEmpty { p(.class("muted")) { "Decisions appear after five minutes, when they can no longer be undone." } }
        Pagination(next: next.map { link(ModerationPaths.log(), query: ["after": $0.text]) })
    }
}

/// The log for everybody, as a page and for programs.
struct PublicLogRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(ModerationPaths.log, allow: .everyone, use: show),
            .get(ModerationPaths.apiLog, allow: .everyone, use: list).summary("Decisions of the moderators, without names").paged(),
        ]
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> PublicLogPage {
        let page = try await list(request, visitor)
        let subjects = Dictionary(site.moderatedSubjects.map { ($0.kind, $0) }) { first, _ in first }
        return PublicLogPage(
            decisions: page.items, names: subjects.mapValues(\.name), reasons: subjects.mapValues(\.offeredReasons), next: page.next,
            isForModerator: visitor.identity.may(ModerationPermissions.queue))
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> Paged<PublicDecision> {
        let before = try request.after(.decisions)
        let kinds = site.moderatedSubjects.map(\.kind)
        var found = try await site.database.read { try $0.all(PublicDecision.log(of: kinds, before: before, at: site.clock.now())) }
        let hasMore = found.count > PublicDecision.pageSize
        if hasMore { found.removeLast() }
        return Paged(items: found, next: try hasMore ? found.last.map { try request.cursor(.decisions, after: $0.number) } : nil)
    }
}

extension CursorScope<Int64> {
    static var decisions: Self { Self("moderation.log") }
}
