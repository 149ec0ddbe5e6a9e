import Accounts
import Core
import Database
import Events
import Interface
import Platform

/// A case in the list of what waits.
struct QueueEntry: Sendable {
    let found: ModerationCase
    let kind: Text
    let title: String
    let excerpt: String
    let place: String
    let author: String?
    let holder: String?
    /// The beginning of what the author wrote to appeal; empty for words that only the case itself shows.
    let appeal: String
    let reports: Int
    /// Why it waits, in one line: what the filter found, what was reported, what was decided first.
    let why: Text?
    let waits: Duration
    /// Whether another moderator decides: the viewer wrote it, or decided what its author appeals against.
    let isForOthers: Bool
    /// The latest decision of a person, in the list of what was decided.
    var decision: DecisionRow?
    var decidedBy: String?
}

/// The list of what waits.
struct QueueModel: Sendable {
    var entries: [QueueEntry]
    /// How many of them this moderator can decide.
    var counts: [CaseQueue: Int]
    var kinds: [(id: String, name: Text)]
    var filter: QueueFilter
    var next: QueueFilter.Place?
    /// The place in the stream of events that the list shows.
    var head: Int64
    /// Appeals against bans that wait, whether this list shows them or not.
    var appeals: [BanAppeal] = []
    var names: [PersonID: String] = [:]
    var apps: [String: Text] = [:]

    /// Those that belong into this list.
    var shownAppeals: [BanAppeal] { filter.includesBanAppeals ? appeals : [] }

    /// How much waits: for one reason, or for any.
    func count(_ why: CaseQueue?) -> Int {
        switch why {
        case nil: counts.values.reduce(appeals.count, +)
        case .appeal: (counts[.appeal] ?? 0) + appeals.count
        case let why?: counts[why] ?? 0
        }
    }
}

extension SubjectSnapshot {
    /// Its words without the place.
    var words: String { text.hasSuffix("\n" + place) && !place.isEmpty ? String(text.dropLast(place.count + 1)) : text }

    /// The beginning of its words, without the title that stands above them.
    var excerpt: String {
        String((words.hasPrefix(title) ? words.dropFirst(title.count) : words[...]).drop(while: \.isWhitespace).prefix(200))
    }
}

extension Moderation {
    /// What a moderator decides on.
    func kinds(of moderator: Moderator) -> [any ModeratedSubject] {
        site.moderatedSubjects.filter { moderator.moderates($0) }
    }

    /// Their names, with that of the app where two are called alike.
    private func named(_ declared: [any ModeratedSubject]) -> [(id: String, name: Text)] {
        declared.map { one in
            let isAlone = declared.count { $0.name == one.name } == 1
            return (one.kind, isAlone ? one.name : "\(one.name) (\(site.app(one.app)?.name ?? .verbatim(one.app)))")
        }
    }

    /// What waits for a moderator.
    func queue(_ filter: QueueFilter, for moderator: Moderator, in db: any Connection) throws -> QueueModel {
        let declared = kinds(of: moderator)
        let kinds = declared.map(\.kind)
        let now = site.clock.now()
        let head = try site.events.head(in: db)
        var found = try db.all(filter.query(kinds: kinds, moderator: moderator.id, now: now))
        let hasMore = found.count > QueueFilter.pageSize
        if hasMore { found.removeLast() }
        let appeals = try BanAppeals(moderation: self).waiting(for: moderator, in: db)
        let people = found.compactMap(\.author) + found.compactMap { $0.holder(at: now) } + appeals.map(\.person)
        let names = try People.names(of: Set(people), in: db)
        let reports = try db.all(.openReports(of: found.map(\.id)))
        let whys = try QueueWhys(found, in: db, self)
        let others = try appealsForOthers(than: moderator.id, kinds: kinds, in: db)
        var entries = try found.map { one in
            let subject = declared.first { $0.kind == one.subject.kind }
            let snapshot = try subject?.snapshot(of: one.subject.id, in: db)
            return QueueEntry(
                found: one, kind: subject?.name ?? .verbatim(one.subject.kind), title: snapshot?.title ?? "",
                excerpt: subject?.isPrivate == true ? "" : snapshot?.excerpt ?? "",
                place: subject?.isPrivate == true ? "" : snapshot?.place ?? "", author: one.author.flatMap { names[$0] },
                holder: one.holder(at: now).flatMap { names[$0] },
                appeal: one.queue == .appeal && subject?.isPrivate != true ? String((one.appeal ?? "").trimmed.prefix(160)) : "",
                reports: reports.first { $0.first == one.id }?.second ?? 0,
                why: whys.line(one, reasons: subject?.offeredReasons ?? [], isPrivate: subject?.isPrivate ?? true),
                waits: now - (one.queuedAt ?? now),
                isForOthers: one.queue != nil && (one.author == moderator.id || others.contains { $0.id == one.id }))
        }
        if filter.isDecided {
            for index in entries.indices { try addDecision(to: &entries[index], in: db) }
        }
        var counts = Dictionary(try db.all(.queueCounts(kinds: kinds, moderator: moderator.id)).map { ($0.first, $0.second) }) { first, _ in first }
        counts[.appeal] = counts[.appeal].map { $0 - others.count }
        return QueueModel(
            entries: entries, counts: counts, kinds: named(declared), filter: filter, next: hasMore ? found.last?.place(for: moderator.id) : nil,
            head: head,
            appeals: appeals, names: names,
            apps: Dictionary(closableApps(for: moderator).map { ($0.value, $0.label) }) { first, _ in first })
    }
}

extension Moderation {
    private func addDecision(to entry: inout QueueEntry, in db: any Connection) throws {
        guard let decision = try db.all(.decisions(of: entry.found.id)).first(where: { $0.isManual && !$0.isTakenBack }) else { return }
        entry.decision = decision
        entry.decidedBy = try decision.by.flatMap { try People.names(of: [$0], in: db)[$0] }
    }
}

extension Query where Row == Row2<CaseID, Int> {
    /// How many open reports each of the cases has.
    fileprivate static func openReports(of cases: [CaseID]) -> Self {
        """
        SELECT case_id, CAST(count(*) AS BIGINT) FROM moderation_report
        WHERE case_id IN \(list: cases) AND outcome IS NULL GROUP BY case_id ORDER BY case_id LIMIT \(QueueFilter.pageSize)
        """
    }
}

extension Query where Row == Row2<CaseQueue, Int> {
    /// How many cases wait for this moderator, by why they do.
    fileprivate static func queueCounts(kinds: [String], moderator: PersonID) -> Self {
        """
        SELECT queue, CAST(count(*) AS BIGINT) FROM moderation_case
        WHERE queue IS NOT NULL AND kind IN \(list: kinds) AND \(ModerationCase.isByOther(than: moderator))
        GROUP BY queue ORDER BY queue LIMIT 10
        """
    }
}
