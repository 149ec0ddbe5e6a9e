import Audit
import Core
import Interface
import Markup

/// Entries that follow each other and tell of the same work: one person or the system, one event, one kind of object, within
/// one minute. The log shows many of them as one line.
struct LogRun {
    /// The newest, which speaks for all.
    let first: AuditRecord
    private(set) var all: [AuditRecord]

    /// Fewer are read faster than a line that has to be opened.
    private static let fewest = 3

    /// Whether they are shown as one line.
    var isFolded: Bool { all.count >= Self.fewest }

    /// The runs of a day, in the order of its entries, the newest first.
    static func all(_ entries: [AuditRecord]) -> [LogRun] {
        var runs: [LogRun] = []
        for entry in entries {
            if let last = runs.last, last.takes(entry) {
                runs[runs.count - 1].all.append(entry)
            } else {
                runs.append(LogRun(first: entry, all: [entry]))
            }
        }
        return runs
    }

    private func takes(_ entry: AuditRecord) -> Bool {
        entry.actor == first.actor && entry.action == first.action && entry.entity == first.entity
            && (first.at - entry.at).wholeMilliseconds < 60_000
    }
}

/// Many entries as one line: the sentence of the newest, how many more there are, and what opens into all of them.
struct LogRunRow: HTML {
    private let run: LogRun
    private let sentence: Text
    private let rows: Node

    init(run: LogRun, sentence: Text, @HTMLBuilder rows: () -> Node) {
        self.run = run
        self.sentence = sentence
        self.rows = rows()
    }

    var body: some HTML {
        li(.class("log-run")) {
            p(.class("log-line")) {
                span(.class("log-time")) { ClockTime(run.first.at) }
                span(.class("log-sentence log-\(run.first.action.tone.rawValue)"), .dir("auto")) {
                    Node.linked(sentence)
                    span(.class("log-count")) { Badge("and \(run.all.count - 1) more", tone: .quiet) }
                }
            }
            details(.class("log-entry")) {
                summary(.aria("label", "Show all \(run.all.count) entries")) { Icon.chevronDown }
                ul(.class("log")) { rows }
            }
        }
    }
}
