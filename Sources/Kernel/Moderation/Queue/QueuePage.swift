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
        PageHeader(title, lead: "Cases that need a decision: most urgent first, then oldest.") {
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
        if !model.filter.isDecided {
            ChipRow("Why it waits") {
                for why in CaseQueue.allCases {
                    let isSelected = model.filter.why == why
                    Chip(why.label, href: address(why: .some(isSelected ? nil : why)), isSelected: isSelected, count: model.count(why))
                }
            }
        }
        if model.kinds.count > 1, !model.filter.isDecided {
            ChipRow("Kinds") {
                for kind in model.kinds {
                    Chip(kind.name, href: address(kind: model.filter.kind == kind.id ? nil : kind.id), isSelected: model.filter.kind == kind.id)
                }
                Chip("Mine", href: address(mine: !model.filter.mine), isSelected: model.filter.mine)
            }
        }
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
                } else {
                    EmptyState(.check, title: "Nothing to review", message: "New cases appear here as they come in.")
                }
            }
        }
        Pagination(next: next.map { address(after: $0) })
        ShortcutsDialog(keys: [("j", "Next case"), ("k", "Previous case"), ("o", "Open the case"), ("u", "Undo your last decision")])
    }

    private func address(why: CaseQueue?? = nil, kind: String?? = nil, mine: Bool? = nil, after: Cursor? = nil) -> String {
        let why = why ?? model.filter.why
        let kind = kind ?? model.filter.kind
        return link(
            ModerationPaths.queue(),
            query: ["why": why?.rawValue, "kind": kind, "mine": (mine ?? model.filter.mine) ? "true" : nil, "after": after?.text])
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
                    if entry.found.isUrgent { Badge("Urgent", tone: .danger, icon: .warning) }
                    if entry.reports > 0 { Badge("\(entry.reports) reports", tone: .warning) }
                    if let kind = entry.found.verdict?.kind, entry.found.status == .pending { Badge(kind.label, tone: .quiet) }
                    if let holder = entry.holder { Badge("With \(holder)", tone: .quiet, icon: .person) }
                }
                h2(.class("case-title"), .dir("auto")) {
                    a(.href(ModerationPaths.found(entry.found.id)), .data("keys-item")) {
                        entry.title.isEmpty ? Text("Deleted by its author") : .verbatim(entry.title)
                    }
                }
                if !entry.excerpt.isEmpty { p(.class("case-excerpt"), .dir("auto")) { entry.excerpt } }
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
