import Core
import Foundation
import Localization
import Platform

/// `stoa import library FILE…`: one line per file, status 0 unless it could not run at all.
struct ImportCommand: Sendable {
    let importer: LibraryImporter
    let messages: Messages

    static let help = CommandHelp(
        ["import", "library"],
        usage: "import library FILE… [--json] [--draft] [--kind KIND] [--category NAME]… [--language TAG]"
            + ItemField.lines.map { " [--\($1.source.option.name) \($1.source.option.value)]" }.joined(),
        summary: "add books, Bibles, leaflets, hymns and audio",
        details: """
            Takes books, Bibles, hymns and recordings into the library and prints one line per file.
              --json           one JSON object per line: file, status, item, sections, words, reason
              --draft          keep the items from readers until staff publish them
              --kind KIND      book, bible, leaflet, hymn, audio or document
              --category NAME  a category, or a path such as "Theology > Apologetics"; may be repeated
              --language TAG   the language, when the files do not say it

            """ + ItemField.lines.map(Self.explained).joined(separator: "\n"))

    private static func explained(_ field: ItemField, _ line: ItemField.Line) -> String {
        let option = line.source.option
        let words = "--\(option.name) \(option.value)"
        return "  \(words.padding(toLength: max(15, words.count), withPad: " ", startingAt: 0))  \(option.help)"
    }

    var command: Command { Command(Self.help, run: run) }

    /// The arguments, understood.
    struct Arguments: Equatable {
        var files: [String] = []
        var options = ImportOptions()
        var asJSON = false

        /// Reads the arguments; nil for a word that makes no sense.
        init?(_ words: [String]) {
            var rest = words[...]
            var onlyFiles = false
            while let word = rest.popFirst() {
                if onlyFiles || !word.hasPrefix("--") {
                    files.append(word)
                    continue
                }
                switch word {
                case "--": onlyFiles = true
                case "--json": asJSON = true
                case "--draft": options.publishes = false
                case "--publish": options.publishes = true
                case "--kind":
                    guard let kind = rest.popFirst(), ItemKind(rawValue: kind) != nil else { return nil }
                    options.kind = kind
                case "--category":
                    guard let category = rest.popFirst() else { return nil }
                    options.categories.append(category)
                case "--language":
                    guard let tag = rest.popFirst(), Languages.isTag(tag.lowercased()) else { return nil }
                    options.language = tag
                default:
                    guard let field = ItemField.lines.first(where: { "--\($0.line.source.option.name)" == word })?.field,
                        let value = rest.popFirst(), field.fault(in: value) == nil
                    else { return nil }
                    options[field] = value
                }
            }
            if files.isEmpty { return nil }
        }
    }

    private func run(_ words: [String], _ output: @escaping Command.Output) async -> Int32 {
        guard let arguments = Arguments(words) else {
            output("usage: stoa \(Self.help.usage)", true)
            return exitUsage
        }
        let files = arguments.files.map { (url: URL(fileURLWithPath: $0), options: arguments.options) }
        await importer.importFiles(files) { outcome in
            output(arguments.asJSON ? outcome.json(reason: reason(outcome)) : line(outcome), false)
        }
        return 0
    }

    private func reason(_ outcome: ImportOutcome) -> String? {
        outcome.reason.map { messages.render($0, in: .english, timeZone: .gmt) }
    }

    private func line(_ outcome: ImportOutcome) -> String {
        let result =
            outcome.status == .ok
            ? ["item \(outcome.item ?? 0)", "\(outcome.sections) sections", "\(outcome.words) words"].joined(separator: ", ") : reason(outcome)
        return [outcome.status.rawValue.padding(toLength: 8, withPad: " ", startingAt: 0), outcome.file.onOneLine + ":", result ?? ""]
            .joined(separator: " ")
    }
}

extension String {
    /// With a question mark for whatever would break the line or command the terminal, as `ls` shows names.
    fileprivate var onOneLine: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isHidden || $0.properties.isWhitespace && $0 != " " ? "?" : $0 }))
    }
}
