import Core
import Interface
import Markup
import Platform
import Web

/// One case: what was written, why it waits, who wrote it, and the decision.
struct CasePage: PageAnswer {
    let model: CaseModel
    let me: PersonID
    let apps: [Choice]
    let reasons: BanReasons
    let fresh: FreshOffer?
    var mayReadLog = false
    var problem: Problem?
    var form = DecisionForm()

    private var found: ModerationCase { model.found }

    var title: Text { model.snapshot.map { .verbatim($0.title) } ?? "Deleted or rewritten by its author" }
    var shell: ShellStyle { .admin }
    var scripts: [String] { ["moderation/js/keys.js"] }
    var status: Status { Status(problem) }

    var body: some HTML {
        // Of another case than this, so above its title.
        if let fresh { fresh }
        PageHeader(title, crumbs: [Crumb("Moderation", href: ModerationPaths.queue())]) { ShortcutsButton() }
        p(.class("case-marks")) {
            Badge(found.isRemoved && found.status == .rejected ? "Removed" : found.status.label, tone: found.status.tone)
            if found.isRemoved, found.status == .pending { Badge("Changed after it was removed", tone: .info) }
            if let why = found.queue { Badge(why.label, tone: why.tone) }
            if found.isUrgent { Badge("Urgent", tone: .danger, icon: .warning) }
            if found.hasPublic, found.status != .accepted { Badge("An earlier version is public", tone: .info) }
        }
        ProblemAlert(problem)
        div(.class("case-columns")) {
            div(.class("case-words")) {
                words
                if let appeal = found.appeal { AppealCard(message: appeal, model: model) }
                if !model.reports.isEmpty { ReportsCard(model: model) }
                if !model.twins.isEmpty { TwinsCard(twins: model.twins) }
            }
            div(.class("case-decision")) {
                if !model.isForOthers { ClaimCard(model: model, me: me) }
                if model.isForOthers {
                    Alert(.info, title: "You made the decision that this appeal is about.") { p { "Another moderator decides." } }
                } else if model.isMine {
                    Alert(.info, title: "You wrote this yourself.") { p { "Another moderator decides." } }
                } else {
                    DecisionCard(model: model, form: form)
                }
                AuthorCard(model: model, apps: apps, reasons: reasons)
            }
            // On a phone nobody has to pass what was decided to decide.
            div(.class("case-past")) { DecisionsCard(model: model, mayReadLog: mayReadLog) }
        }
        ShortcutsDialog(keys: [
            ("c", "Take or release the case"), ("a", "Accept"), ("r", "Reject, or remove: choose the reason"),
            ("u", "Undo your last decision"), ("l", "Back to the list"),
        ])
    }

    @HTMLBuilder private var words: some HTML {
        Card(model.kind) {
            if let snapshot = model.snapshot {
                if !snapshot.context.isEmpty {
                    div(.class("case-context muted")) {
                        p { "Earlier in the conversation:" }
                        for line in snapshot.context { p(.class("moderated-text"), .dir("auto")) { line } }
                    }
                    if let name = model.author.name { p(.class("case-speaker"), .dir("auto")) { strong { name } } }
                }
                MarkedText(text: snapshot.text, end: snapshot.words.unicodeScalars.count, matches: found.verdict?.matches ?? [])
                if !snapshot.pictures.isEmpty { SubjectPictures(pictures: snapshot.pictures) }
                if snapshot.words != snapshot.text {
                    div(.class("case-place")) {
                        span(.class("muted")) { "Area:" }
                        MarkedText(text: snapshot.text, start: snapshot.words.unicodeScalars.count + 1, matches: found.verdict?.matches ?? [])
                    }
                }
                p(.class("muted")) {
                    "Version \(found.version), written \(moment: found.submittedAt)" as Text
                    if !model.isPrivate {
                        " · "
                        a(.href(snapshot.link)) { "Show in context" }
                    }
                }
                if let earlier = model.earlier, earlier != snapshot.text {
                    Disclosure("The version before") { p(.class("moderated-text"), .dir("auto")) { earlier } }
                }
                if let verdict = found.verdict, !verdict.matches.isEmpty { VerdictList(verdict: verdict) }
                if let known = found.verdict?.known {
                    h3 { "A moderator accepted this before" }
                    MatchList(matches: known)
                }
            } else {
                p { "Its author deleted it. Nothing is left to decide." }
            }
        }
    }
}

/// The pictures of a subject, with what its author says that they show.
private struct SubjectPictures: HTML {
    let pictures: [SubjectPicture]

    var body: some HTML {
        ul(.class("case-pictures")) {
            for picture in pictures {
                li {
                    a(.href(picture.address)) {
                        img(.src(picture.address), .alt(picture.words.isEmpty ? "Picture without a description" : .verbatim(picture.words)))
                    }
                    if !picture.words.isEmpty { p(.class("muted"), .dir("auto")) { picture.words } }
                }
            }
        }
    }
}

/// What the filter found, rule by rule.
private struct VerdictList: HTML {
    let verdict: FilterVerdict

    var body: some HTML {
        h3 { "What the filter found" }
        MatchList(matches: verdict.matches)
        details(.class("fold")) {
            summary { "Matching rules" }
            ul(.class("rows")) { for rule in rules { li { code { rule } } } }
        }
    }

    /// Each rule once: patterns are long, and a word can be found many times.
    private var rules: [String] {
        var seen: Set<String> = []
        return verdict.matches.prefix(20).map(\.rule).filter { seen.insert($0).inserted }
    }
}

/// Words, and what is wrong with them.
private struct MatchList: HTML {
    let matches: [FilterVerdict.Match]

    var body: some HTML {
        ul(.class("rows")) {
            for match in FilterVerdict.Match.once(matches).prefix(20) {
                li {
                    Badge(match.kind.label, tone: .quiet)
                    " "
                    span(.dir("auto")) { "“\(match.words)”" as Text }
                }
            }
        }
    }
}

/// What the author wrote to ask for a person's decision, or another person's, beside the decision that it is about.
private struct AppealCard: HTML {
    let message: String
    let model: CaseModel

    var body: some HTML {
        Card("The author’s appeal") {
            blockquote(.class("moderated-text"), .dir("auto")) {
                if message.isEmpty { em { "No text." } } else { message }
            }
            if let first = model.appealed {
                h3 { "First decision" }
                p {
                    Badge(first.outcome == "remove" ? "Removed" : "Rejected", tone: .danger)
                    " "
                    first.by.flatMap { model.names[$0] }.map { Text.verbatim($0) } ?? "A former moderator"
                    " · "
                    "\(moment: first.at)" as Text
                }
            }
            if let reason = model.found.reason {
                p(.class("muted")) {
                    "The author was told: "
                    reason
                }
            }
        }
    }
}

/// Who reported it and why.
private struct ReportsCard: HTML {
    let model: CaseModel

    var body: some HTML {
        Card("Reports") {
            ul(.class("rows")) {
                for report in model.reports {
                    li(.class("row")) {
                        div {
                            strong { ruleLabel(report.reason, among: model.reasons) }
                            if !report.words.isEmpty { p(.class("moderated-text"), .dir("auto")) { report.words } }
                            p(.class("muted")) {
                                report.reporter.flatMap { model.names[$0] }.map { Text.verbatim($0) } ?? "Someone without an account"
                                " · "
                                "\(moment: report.at)" as Text
                                if report.weight < ReportWeight.little {
                                    " · "
                                    "counts less: a new account, or earlier reports that were dismissed" as Text
                                }
                            }
                        }
                        switch report.outcome {
                        case .upheld: Badge("Upheld", tone: .success)
                        case .dismissed: Badge("Dismissed", tone: .quiet)
                        case nil: Badge("Not decided", tone: .warning)
                        }
                    }
                }
            }
        }
    }
}

/// What was decided so far.
private struct DecisionsCard: HTML {
    let model: CaseModel
    let mayReadLog: Bool

    /// What the system log tells of the case.
    private var logged: String { link(SitePaths.systemLog(), query: ["entity": "moderation.case", "id": model.found.id.description]) }

    var body: some HTML {
        Card("Decisions") {
            if rows.isEmpty { p(.class("muted")) { "Nothing yet." } }
            ul(.class("rows")) { for row in rows { row.row } }
            if mayReadLog {
                p { a(.href(logged)) { "Show in the log" } }
            }
        }
    }

    /// What was decided about the text and about its author, the latest first.
    private var rows: [(at: Instant, row: Node)] {
        let decisions = model.decisions.map { ($0.at, self.row($0)) }
        let sanctions = model.sanctions.map { one in (one.at, SanctionRow(sanction: one, names: model.names).node) }
        return (decisions + sanctions).sorted { $0.0 > $1.0 }
    }

    private func row(_ decision: DecisionRow) -> Node {
        li {
            strong { decision.label }
            if decision.isTakenBack {
                " "
                Badge("Undone", tone: .quiet)
            }
            " · "
            decision.isManual
                ? decision.by.flatMap { model.names[$0] }.map { Text.verbatim($0) } ?? "A former moderator" : "The filter"
            " · "
            "\(moment: decision.at)" as Text
            if let rule = decision.rule {
                " · "
                ruleLabel(rule, among: model.reasons)
            }
            if let reason = decision.reason {
                p(.class("muted"), .dir("auto")) {
                    "The author was told: "
                    reason
                }
            }
        }
    }
}
