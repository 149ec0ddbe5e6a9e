import Foundation
import Moderation
import Platform

/// The program `stoa`: finds the command among the words, or says how to use it.
@main
struct Main {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        let words = Array(CommandLine.arguments.dropFirst())
        exit(await run(words))
    }

    static func run(_ words: [String]) async -> Int32 {
        switch words.first {
        case nil, "help", "--help", "-h":
            print(Usage.overview)
            return words.isEmpty ? exitUsage : 0
        case "--version":
            print("stoa \(Usage.version)")
            return 0
        case "serve":
            if words.contains("--help") { return show(Usage.serve) }
            return await ServeCommand.run(Array(words.dropFirst()))
        case "migrate":
            if words.contains("--help") { return show(Usage.migrate) }
            return await MigrateCommand.run(Array(words.dropFirst()))
        case _ where ScoreCommand.help.matches(words):
            if words.contains("--help") { return show("usage: stoa \(ScoreCommand.help.usage)\n\n\(ScoreCommand.help.details)") }
            return ScoreCommand.run(Array(words.dropFirst(ScoreCommand.help.words.count)), output: SiteCommand.write)
        case "doctor":
            if words.contains("--help") { return show(Usage.doctor) }
            return await DoctorCommand.run(Array(words.dropFirst()))
        case "restore":
            if words.contains("--help") { return show(Usage.restore) }
            return await RestoreCommand.run(Array(words.dropFirst()))
        case _ where words.starts(with: ["moderation", "features"]):
            return ScoreCommand.printFeatures(Array(words.dropFirst(2)), output: SiteCommand.write)
        default:
            return await SiteCommand.run(words)
        }
    }

    private static func show(_ usage: String) -> Int32 {
        print(usage)
        return 0
    }
}
