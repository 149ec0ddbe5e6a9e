import Core
import Database
import Interface
import Markup
import Web

/// The first hour of a site, as far as somebody may see it.
struct SetupList: Sendable {
    struct Entry: Sendable {
        let step: SetupStep
        let isSkipped: Bool
    }

    let entries: [Entry]

    /// Reads how things stand.
    init(_ site: Site, for may: (Permission) -> Bool, in db: any Connection) throws {
        let skipped = site.configuration[SkippedSteps.self]?.steps ?? []
        let steps = try site.shown(.setupSteps).filter { may($0.permission) }.compactMap { try $0.step(in: db) }
        entries = SetupStep.Kind.allCases.compactMap { kind in
            steps.first { $0.kind == kind }.map { Entry(step: $0, isSkipped: !$0.isDone && skipped.contains(kind)) }
        }
    }

    /// The first that nobody did or skipped.
    var next: Entry? { entries.first { !$0.step.isDone && !$0.isSkipped } }
    /// How many need nothing more, be it that they are done or that somebody skipped them.
    var settled: Int { entries.count { $0.step.isDone || $0.isSkipped } }
    var skipped: Int { entries.count(where: \.isSkipped) }
    /// Whether nothing is left that nobody skipped.
    var isFinished: Bool { entries.allSatisfy { $0.step.isDone || $0.isSkipped } }
}

/// The list with its progress.
struct SetupChecklist: HTML {
    let list: SetupList
    /// Whether the next step alone is shown, and the others are folded away.
    var isFolded = false

    var body: some HTML {
        div(.class("panel setup")) {
            div(.class("setup-progress")) {
                strong {
                    list.skipped == 0
                        ? "\(list.settled) of \(list.entries.count) done"
                        : "\(list.settled) of \(list.entries.count) done, \(list.skipped) of them skipped" as Text
                }
                ProgressBar(Double(list.settled) / Double(max(1, list.entries.count)), label: "Progress")
            }
            if isFolded {
                if let next = list.next { steps { $0.step.kind == next.step.kind } }
                div(.class("setup-others")) {
                    Disclosure("Other steps") { steps { $0.step.kind != list.next?.step.kind } }
                }
            } else {
                steps { _ in true }
            }
        }
    }

    private func steps(_ isShown: (SetupList.Entry) -> Bool) -> Node {
        ol(.class("setup-steps")) {
            for (index, entry) in list.entries.enumerated() where isShown(entry) { row(entry, number: index + 1) }
        }.node
    }

    private func row(_ entry: SetupList.Entry, number: Int) -> Node {
        let step = entry.step
        let state: Text = step.isDone ? "Complete" : entry.isSkipped ? "Skipped" : "Not yet"
        return li(.class("setup-step"), .if(step.isDone, .class("is-done")), .if(entry.isSkipped, .class("is-skipped"))) {
            span(.class("setup-mark"), .aria("hidden", true)) {
                if step.isDone { Icon.check } else if entry.isSkipped { Icon.minus } else { String(number) }
            }
            div(.class("setup-words")) {
                strong { step.title }
                span(.class("visually-hidden")) { state }
                if entry.isSkipped { Badge("Skipped", tone: .quiet) }
                p(.class("muted")) { step.detail }
            }
            div(.class("setup-actions")) {
                if !step.isDone {
                    Form(SitePaths.skipStep()) {
                        input(.type("hidden"), .name("step"), .value(step.kind.rawValue))
                        input(.type("hidden"), .name("skip"), .value(entry.isSkipped ? "false" : "true"))
                        Button(entry.isSkipped ? "Don’t skip" : "Skip", style: .quiet)
                    }
                }
                LinkButton(
                    step.isDone ? step.actionAgain : step.action, href: SetupReturn.link(step.path),
                    style: step.isDone || entry.isSkipped ? .quiet : .secondary)
            }
        }
    }
}

/// The list on a page of its own.
struct SetupListPage: PageAnswer {
    let list: SetupList

    var title: Text { "Get started" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "What a new site needs. Each step can wait and be changed later.") {
            // Whoever has saved a step comes back here and goes on with the next one.
            if let next = list.next?.step { LinkButton("Next: \(next.title)", href: SetupReturn.link(next.path), icon: .chevronRight) }
        }
        SetupChecklist(list: list)
        if list.isFinished {
            Alert(.success, title: "Your site is ready") { p { "There’s nothing left on the list." } }
        }
    }
}
