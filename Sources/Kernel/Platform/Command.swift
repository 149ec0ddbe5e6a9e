import Core
import Foundation
import Localization

/// What the command line can say about a command without opening a site.
public struct CommandHelp: Sendable, Equatable {
    /// The words that choose it: `["import", "library"]`.
    public var words: [String]
    /// What follows `stoa` on the usage line: `import library FILE… [--json]`.
    public var usage: String
    /// A few words for the list of all commands.
    public var summary: String
    /// What it does and what its options mean, for the terminal.
    public var details: String
    /// Whether it takes `--password`, which the terminal's side reads and appends, so that it never stands in a process list.
    public var asksForPassword: Bool
    /// Whether it makes the site where there is none yet; others refuse.
    public var makesSite: Bool

    /// A command by its words and help.
    public init(_ words: [String], usage: String, summary: String, details: String, asksForPassword: Bool = false, makesSite: Bool = true) {
        self.words = words
        self.usage = usage
        self.summary = summary
        self.details = details
        self.asksForPassword = asksForPassword
        self.makesSite = makesSite
    }

    /// Whether a command line begins with these words.
    public func matches(_ line: [String]) -> Bool { line.starts(with: words) }
}

/// A command that works on an open site: in this process, or in the running server on behalf of another.
public struct Command: Sendable {
    /// How a run reports: one call per line, and whether the line belongs to standard error.
    public typealias Output = @Sendable (_ line: String, _ isError: Bool) -> Void
    /// Does the work with the words after the command's own. Answers the exit status: 0 done, 1 could not run, 64 wrong usage.
    public typealias Run = @Sendable (_ arguments: [String], _ output: @escaping Output) async -> Int32

    /// The same help as in the manifest.
    public var help: CommandHelp
    /// The work.
    public var run: Run

    /// A command and its work.
    public init(_ help: CommandHelp, run: @escaping Run) {
        self.help = help
        self.run = run
    }

    /// A command whose work throws: a wrong command line ends with the usage and 64, a refusal with its sentence and remedy in
    /// English and 1, anything else with what it says and 1.
    public init(
        _ help: CommandHelp, on site: Site, work: @escaping @Sendable (_ arguments: [String], _ output: @escaping Output) async throws -> Void
    ) {
        self.init(help) { arguments, output in
            do {
                try await work(arguments, output)
                return 0
            } catch let mistake as Arguments.Mistake {
                output("stoa: \(mistake)\nusage: stoa \(help.usage)", true)
                return exitUsage
            } catch let refusal as any ProblemConvertible {
                let problem = refusal.problem
                let words = [problem.detail, problem.remedy].compactMap { $0 }
                output("stoa: " + words.map { site.messages.render($0, in: .english, timeZone: .gmt) }.joined(separator: " "), true)
                return 1
            } catch {
                output("stoa: \(error)", true)
                return 1
            }
        }
    }
}

/// The exit status of a command line that makes no sense (`EX_USAGE` of sysexits.h).
public let exitUsage: Int32 = 64
