import Audit
import Core
import Interface
import Markup

/// Entries that follow each other and tell of the same work: one person or the system, one event, one kind of object, the same
/// sentence but for names, within one minute. The log shows many of them as one line.
struct LogRun {
    /// The newest, which speaks for all.
    let first: AuditRecord
    /// What the newest tells. The event alone is not enough: the filter’s verdicts are one event, whether it accepts or rejects.
    let sentence: Text
    private(set) var all: [AuditRecord]

    /// Fewer are read faster than a line that has to be opened.
    private static let fewest = 3

    /// Whether they are shown as one line.
    var isFolded: Bool { all.count >= Self.fewest }

    /// The runs of a day, in the order of its entries, the newest first.
    /// - Parameter sentence: what the log says of an entry.
    static func all(_ entries: [AuditRecord], telling sentence: (AuditRecord) -> Text) -> [LogRun] {
        var runs: [LogRun] = []
        for entry in entries {
            let words = sentence(entry)
            if let last = runs.last, last.takes(entry, words) {
                runs[runs.count - 1].all.append(entry)
            } else {
                runs.append(LogRun(first: entry, sentence: words, all: [entry]))
            }
        }
        return runs
    }

    private func takes(_ entry: AuditRecord, _ words: Text) -> Bool {
        entry.actor == first.actor && entry.action == first.action && entry.entity == first.entity
            && (first.at - entry.at).wholeMilliseconds < 60_000 && words.keys == sentence.keys
    }
}

extension Text {
    /// Its key and those of the texts within it: what it says, without the names and numbers in it.
    fileprivate var keys: [String] {
        arguments.reduce(into: [key]) { keys, argument in
            if case .text(let inner) = argument { keys += inner.keys }
        }
    }
}

/// Many entries as one line: the sentence of the newest, how many more there are, and what opens into all of them.
struct LogRunRow: HTML {
    private let run: LogRun
    private let rows: Node

    init(run: LogRun, @HTMLBuilder rows: () -> Node) {
        self.run = run
        self.rows = rows()
    }

    var body: some HTML {
        li(.class("log-run")) {
            p(.class("log-line")) {
                span(.class("log-time")) { ClockTime(run.first.at) }
                span(.class("log-sentence log-\(run.first.action.tone.rawValue)"), .dir("auto")) {
                    Node.linked(run.sentence)
                    span(.class("log-count")) { Badge("\(run.all.count - 1) similar entries", tone: .quiet) }
                }
            }
            details(.class("log-entry")) {
                summary(.aria("label", "Show all \(run.all.count) entries")) { Icon.chevronDown }
                ul(.class("log")) { rows }
            }
        }
    }
}
