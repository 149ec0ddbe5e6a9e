import Core
import Foundation
import Platform

/// `stoa moderation score`: how often the filter is right on lines that people have labelled. It needs no site.
public struct ScoreCommand: Sendable {
    /// What the command line says about it.
    public static let help = CommandHelp(
        ["moderation", "score"], usage: "moderation score FILE.jsonl [--json] [--wrong] [--timing]",
        summary: "how often the content filter is right on labelled lines",
        details: """
            Judges each line of a file with the filter that comes with Stoa and prints precision and recall per language and kind.
            A line is a JSON object with text, language (en, sv …) and label: clean, profanity, spam, money, contact, link, hate,
            toxicity, harm, exclusion or repeated. Each of hate, toxicity, harm and exclusion is right for any of them in the row people,
            for a moderator reads them all. --json prints one {kind, language, n, precision, recall} per line; a share of nothing is null.
            --wrong prints the lines that were judged otherwise, with what was found; --timing how many milliseconds a line takes.
            """)

    /// Prints what the classifier sees in each line, for the script that trains it: the buckets of each group, with tabs between groups.
    /// - Returns: the exit status.
    public static func printFeatures(_ words: [String], output: Command.Output) -> Int32 {
        guard words.count == 1 else {
            output("stoa: Give one file.", true)
            return exitUsage
        }
        do {
            let concepts = try Concepts(FilterResources.text("concepts"))
            for line in try ScoreLine.read(URL(filePath: words[0])) {
                let text = GlyphText(line.text)
                let tokens = FilterTokens(text.glyphs, places: Place.all(in: text.glyphs)).tokens
                let features = ClassifierFeatures(text, tokens: tokens, concepts: concepts)
                let groups = ClassifierFeatures.Group.allCases.map { features.buckets([$0]).sorted().map(String.init).joined(separator: " ") }
                output(groups.joined(separator: "\t"), false)
            }
            return 0
        } catch {
            output("stoa: \((error as? ScoreLine.Mistake)?.description ?? error.localizedDescription)", true)
            return 1
        }
    }

    /// Runs the command with the words after its own.
    /// - Returns: the exit status: 0 done, 1 the file cannot be scored, 64 wrong usage.
    public static func run(_ words: [String], output: Command.Output) -> Int32 {
        do {
            let arguments = try Arguments(words, flags: ["--json", "--wrong", "--timing"])
            guard arguments.rest.count == 1, let path = arguments.rest.first else { throw Arguments.Mistake("Give one file.") }
            let filter = ContentFilter(lists: try WordLists.seed())
            let lines = try ScoreLine.read(URL(filePath: path))
            if arguments.has("--timing") { return printTiming(lines, filter, output) }
            let judged = lines.map { line in
                (line: line, matches: filter.judge(line.text, language: line.language, app: "").matches)
            }
            if arguments.has("--wrong") { return printWrong(judged, output) }
            let table = ScoreTable(judged.map { ($0.line, Set($0.matches.map(\.kind))) })
            if arguments.has("--json") { try printJSON(table, output) } else { printTable(table, output) }
            return 0
        } catch let mistake as Arguments.Mistake {
            output("stoa: \(mistake)\n\nusage: stoa \(help.usage)", true)
            return exitUsage
        } catch {
            output("stoa: \((error as? ScoreLine.Mistake)?.description ?? error.localizedDescription)", true)
            return 1
        }
    }

    private static func printTiming(_ lines: [ScoreLine], _ filter: ContentFilter, _ output: Command.Output) -> Int32 {
        let clock = ContinuousClock()
        let times = lines.map { line in clock.measure { _ = filter.judge(line.text, language: line.language, app: "") } / .milliseconds(1) }.sorted()
        guard !times.isEmpty else {
            output("stoa: the file has no lines.", true)
            return 1
        }
        let cuts = [50, 95, 99].map { "\"p\($0)\":\(String(format: "%.4f", times[(times.count - 1) * $0 / 100]))" }
        output("{\"n\":\(times.count),\(cuts.joined(separator: ","))}", false)
        return 0
    }

    private static func printWrong(_ judged: [(line: ScoreLine, matches: [FilterVerdict.Match])], _ output: Command.Output) -> Int32 {
        for (line, matches) in judged {
            let found = Set(matches.map(\.kind))
            guard line.label.map({ !found.contains($0) }) ?? !found.isEmpty else { continue }
            let causes = matches.map { "\($0.kind.rawValue) by \($0.rule) “\($0.words)”" }.joined(separator: "; ")
            output("\(line.label?.rawValue ?? "clean")\t\(line.text)\t\(causes)", false)
        }
        return 0
    }

    private static func printJSON(_ table: ScoreTable, _ output: Command.Output) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for row in table.rows { output(String(decoding: try encoder.encode(row), as: UTF8.self), false) }
    }

    private static func printTable(_ table: ScoreTable, _ output: Command.Output) {
        func line(_ cells: [String]) -> String {
            zip(cells, [10, 8, 7, 10, 10]).enumerated().map { index, cell in
                let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
                return index < 2 ? cell.0 + space : space + cell.0
            }.joined()
        }
        output(line(["kind", "language", "n", "precision", "recall"]), false)
        for row in table.rows {
            output(line([row.kind, row.language, String(row.n), percent(row.precision), percent(row.recall)]), false)
        }
    }

    private static func percent(_ share: Double?) -> String {
        share.map { String(format: "%.3f", $0) } ?? "–"
    }
}
