import Accounts
import Core
import Database
import Platform
import Web

/// Why each case of a list waits, in one line.
struct QueueWhys {
    private var rules: [CaseID: String] = [:]
    private var reports: [CaseID: [Row3<CaseID, String, String>]] = [:]
    private var firsts: [CaseID: (decision: StandingDecision, name: String?)] = [:]

    /// - Parameter cases: a page of the list.
    init(_ cases: [ModerationCase], in db: any Connection, _ moderation: Moderation) throws {
        let waiting = cases.filter { $0.queue != nil }
        guard !waiting.isEmpty else { return }
        let ids = waiting.map(\.id)
        rules = Dictionary(try db.all(.rules(of: ids)).map { ($0.first, $0.second) }) { $1 }
        reports = Dictionary(grouping: try db.all(.openReportReasons(of: ids)), by: \.first)
        for one in waiting where one.isAppealAgainstModerator {
            guard let decision = try moderation.standing(one, in: db) else { continue }
            firsts[one.id] = (decision, try decision.by.flatMap { try People.names(of: [$0], in: db)[$0] })
        }
    }

    func line(_ found: ModerationCase, reasons: [ModerationReason], isPrivate: Bool) -> Text? {
        if let first = firsts[found.id] {
            let rule = first.decision.rule.map { ruleLabel($0, among: reasons) } ?? ""
            return first.decision.outcome == "remove"
                ? "Removed by \(first.name ?? "–"): \(rule)" : "Rejected by \(first.name ?? "–"): \(rule)"
        }
        if let reported = reports[found.id], let first = reported.first {
            let label = ModerationReason.kept(first.second, among: reasons)?.label ?? .verbatim(first.second)
            let words = String(first.third.trimmed.prefix(120))
            return words.isEmpty || isPrivate ? "Reported as: \(label)" : "Reported as: \(label) – “\(words)”"
        }
        guard let rule = rules[found.id] else { return nil }
        let label = ruleLabel(rule, among: reasons)
        // The fewest words say best what is wrong.
        let matches = found.verdict?.matches.filter { $0.kind.rawValue == rule }.map(\.words) ?? []
        let match = matches.min { $0.length < $1.length }.map { String($0.prefix(60)) } ?? ""
        return match.isEmpty || isPrivate ? "Filter: \(label)" : "Filter: \(label) – “\(match)”"
    }
}

extension Query where Row == Row2<CaseID, String> {
    /// The rule by which the filter stopped each of these, the latest last.
    fileprivate static func rules(of cases: [CaseID]) -> Self {
        """
        SELECT case_id, rule FROM moderation_decision
        WHERE case_id IN \(list: cases) AND is_manual = 0 AND rule IS NOT NULL ORDER BY id LIMIT \(QueueFilter.pageSize * 20)
        """
    }
}

extension Query where Row == Row3<CaseID, String, String> {
    /// What each of these is reported for, what weighs most first.
    fileprivate static func openReportReasons(of cases: [CaseID]) -> Self {
        """
        SELECT case_id, reason, words FROM moderation_report
        WHERE case_id IN \(list: cases) AND outcome IS NULL ORDER BY weight DESC, id LIMIT \(QueueFilter.pageSize * 20)
        """
    }
}
