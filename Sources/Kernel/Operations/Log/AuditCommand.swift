import Audit
import Core
import Platform

/// `stoa audit verify`.
struct AuditCommand: Sendable {
    let seal: LogSeal

    static let help = CommandHelp(
        ["audit", "verify"], usage: "audit verify [--entry N --head HASH] [--data DIR]",
        details: """
            Walks the chain of the audit log, archived entries included, and prints how many there are and where it ends. Exits 1 when an
            entry was changed or removed. With --entry and --head, an end that was printed earlier, it also has to pass through that one;
            without them the end that the site noted itself is used.
            """, makesSite: false)

    var command: Command {
        Command(Self.help, on: seal.site) { words, output in
            let arguments = try Arguments(words, values: ["--entry", "--head"], flags: [])
            guard arguments.rest.isEmpty, (arguments["--entry"] == nil) == (arguments["--head"] == nil) else {
                throw Arguments.Mistake("--entry and --head go together, and nothing else is understood here.")
            }
            let entry = try arguments.int("--entry", in: 1...Int.max)
            let known = entry.flatMap { entry in arguments["--head"].map { AuditEnd(entry: Int64(entry), head: $0) } }
            let (entries, end) = try Self.intact(try await seal.verify(known: known))
            output("The audit log is intact: \(entries) entries.", false)
            if let end { output("--entry \(end.entry) --head \(end.head)", false) }
        }
    }

    /// Why the log is not what was written, for the terminal.
    private struct Damage: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    private static func intact(_ verdict: AuditVerdict) throws(Damage) -> (entries: Int, end: AuditEnd?) {
        switch verdict {
        case .intact(let entries, let end): return (entries, end)
        case .incomplete(let missing, let entries, _):
            throw Damage(
                "The chain of \(entries) entries holds, but these archives are not in the folder “archive”: \(missing.joined(separator: ", ")).")
        case .broken(let place): throw Damage("Entry \(place), or the one before it, is not what was written.")
        case .brokenArchive(let file): throw Damage("\(file) is not what was written.")
        case .cutOff(let entry): throw Damage("The log once held entry \(entry) at its end. It is gone, or another stands in its place.")
        }
    }
}
