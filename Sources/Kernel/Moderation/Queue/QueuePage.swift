import Core
import Interface
import Markup
import Web

/// What waits for moderators, oldest first.
struct QueuePage: PageAnswer {
    let model: QueueModel
    let next: Cursor?
    let fresh: FreshOffer?

    var title: Text { "Moderation" }
    var shell: ShellStyle { .admin }
    var scripts: [String] { ["moderation/js/keys.js"] }

    var body: some HTML {
        PageHeader(
            title,
            lead: model.filter.isDecided
                ? "What moderators decided, the latest first." : "Cases that need a decision: urgent first, then what was reported, then oldest."
        ) {
            ShortcutsButton()
            LinkButton("Public log", href: ModerationPaths.log(), icon: .history, style: .secondary)
        }
        if let fresh { fresh }
        Tabs(
            title,
            [
                Tab("Waiting", href: ModerationPaths.queue(), isCurrent: !model.filter.isDecided, count: model.count(nil)),
                Tab(
                    "Decided", href: link(ModerationPaths.queue(), query: ["why": QueueFilter.decided]), isCurrent: model.filter.isDecided),
            ])
        QueueFilters(model: model)
        section(
            .id("moderation-queue"), .live(Moderation.topic), .data("live-after", String(model.head)),
            .data("live-refresh"), .data("keys"), .aria("label", "Waiting cases")
        ) {
            BanAppealList(appeals: model.shownAppeals, names: model.names, apps: model.apps)
            if !model.entries.isEmpty {
                ol(.class("rows case-list")) { for entry in model.entries { QueueRow(entry: entry) } }
            } else if model.shownAppeals.isEmpty {
                if model.filter.isDecided {
                    EmptyState(.history, title: "Nothing decided yet", message: "Decisions of moderators appear here, the latest first.")
                } else if model.filter.isNarrowed {
                    EmptyState(.filter, title: "No cases match these filters", message: "Choose something else, or show all cases.")
                } else {
                    EmptyState(.check, title: "Nothing to review", message: "New cases appear here as they come in.")
                }
            }
        }
        Pagination(next: next.map { address(after: $0) })
        ShortcutsDialog(keys: [("j", "Next case"), ("k", "Previous case"), ("o", "Open the case"), ("u", "Undo your last decision")])
    }

    private func address(after: Cursor) -> String {
        let filter = model.filter
        return link(
            ModerationPaths.queue(),
            query: ["why": filter.why?.rawValue, "kind": filter.kind, "mine": filter.mine ? "true" : nil, "after": after.text])
    }
}

/// What narrows the list, apart from the tabs: why a case waits, what it is about, and whose it is.
struct QueueFilters: HTML {
    let model: QueueModel

    private var filter: QueueFilter { model.filter }

    var body: some HTML {
        Form(ModerationPaths.queue(), method: .get, .role("search"), .class("form filter-form")) {
            if filter.isDecided {
                input(.type("hidden"), .name("why"), .value(QueueFilter.decided))
            } else {
                Select(
                    "Why it waits", name: "why",
                    choices: [Choice("", "All reasons")] + CaseQueue.allCases.map { Choice($0.rawValue, "\($0.label) (\(model.count($0)))") },
                    selected: filter.why?.rawValue ?? "", isRequired: true)
            }
            if !filter.isDecided { MoreFilters(isOpen: filter.kind != nil || filter.mine) }
            if model.kinds.count > 1 {
                Select(
                    "Type of text", name: "kind", choices: [Choice("", "All types")] + model.kinds.map { Choice($0.id, $0.name) },
                    selected: filter.kind ?? "", isRequired: true)
            }
            if !filter.isDecided { Checkbox("Assigned to me", name: "mine", value: "true", isChecked: filter.mine) }
            FilterActions(
                clear: filter.isNarrowed ? link(ModerationPaths.queue(), query: ["why": filter.isDecided ? QueueFilter.decided : nil]) : nil)
        }
    }
}

/// One case in the list.
struct QueueRow: HTML {
    let entry: QueueEntry

    var body: some HTML {
        li(.class("row case-row")) {
            div {
                p(.class("case-marks")) {
                    if let why = entry.found.queue {
                        Badge(why.label, tone: why.tone)
                    } else {
                        Badge(entry.found.isRemoved ? "Removed" : entry.found.status.label, tone: entry.found.status.tone)
                    }
                    if entry.isForOthers { Badge("For another moderator", tone: .quiet) }
                    if entry.found.isUrgent { Badge("Urgent", tone: .danger, icon: .warning) }
                    if entry.reports > 0 { Badge("\(entry.reports) reports", tone: .warning) }
                    if let holder = entry.holder { Badge("With \(holder)", tone: .quiet, icon: .person) }
                }
                h2(.class("case-title"), .dir("auto")) {
                    a(.href(ModerationPaths.found(entry.found.id)), .data("keys-item")) {
                        entry.title.isEmpty ? Text("Deleted or rewritten by its author") : .verbatim(entry.title)
                    }
                }
                if !entry.excerpt.isEmpty { p(.class("case-excerpt"), .dir("auto")) { entry.excerpt } }
                if let why = entry.why { p(.class("case-why"), .dir("auto")) { why } }
                if !entry.appeal.isEmpty { p(.class("case-excerpt"), .dir("auto")) { "Appeal: “\(entry.appeal)”" as Text } }
                if !entry.place.isEmpty { p(.class("muted"), .dir("auto")) { "Area: \(entry.place)" } }
                if let reason = entry.decision?.reason { p { reason } }
                p(.class("muted")) {
                    entry.kind
                    " · "
                    entry.author.map { Text.verbatim($0) } ?? "Someone without an account"
                    if let decision = entry.decision {
                        " · "
                        if let by = entry.decidedBy { "decided by \(by)" as Text } else { "decided by a former moderator" }
                        " · "
                        TimeAgo(decision.at)
                    }
                    if entry.found.queue != nil {
                        " · "
                        "Waiting for \(entry.waits.roughly)" as Text
                    }
                }
            }
        }
    }
}
