import Audit
import Core
import Platform

/// `stoa audit verify` and `stoa audit accept`.
struct AuditCommand: Sendable {
    let seal: AuditSeal

    static let help = [verifyHelp, acceptHelp]

    private static let verifyHelp = CommandHelp(
        ["audit", "verify"], usage: "audit verify [--entry N --head HASH] [--data DIR]", summary: "prove the log of who did what",
        details: """
            Walks the chain of the audit log, archived entries included, and prints how many there are and where it ends. Exits 1 when an
            entry was changed or removed, or the seal of its end is missing. With --entry and --head, an end that was printed earlier, it also has to pass through that one;
            without them the end that the site noted itself is used.
            """, makesSite: false)

    private static let acceptHelp = CommandHelp(
        ["audit", "accept"], usage: "audit accept [--data DIR]", summary: "seal the log as it is, after a restore by hand",
        details: """
            Seals the audit log as it is now. Use it after restoring a database by hand, or a backup that holds no seal yet, once you are sure
            that this log is the right one: what was cut off before can't be noticed afterwards.
            """, makesSite: false)

    var commands: [Command] { [verify, accept] }

    private var accept: Command {
        Command(Self.acceptHelp, on: seal.site) { words, output in
            guard try Arguments(words, values: [], flags: []).rest.isEmpty else { throw Arguments.Mistake("Nothing else is understood here.") }
            try await seal.accept()
            output("The audit log is sealed as it is now.", false)
        }
    }

    private var verify: Command {
        Command(Self.verifyHelp, on: seal.site) { words, output in
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
        case .unsealed:
            throw Damage(
                "The seal of the log's end is missing or isn't this site's, so its end may have been cut off. Compare it with a backup; if the log is right, run: stoa audit accept"
            )
        case .cutOff(let entry): throw Damage("The log once held entry \(entry) at its end. It is gone, or another stands in its place.")
        }
    }
}
