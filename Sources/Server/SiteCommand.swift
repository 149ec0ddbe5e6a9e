import Core
import Foundation
import Hosting
import Platform

/// Commands that work on a site: handed to its running server, or run here when none runs.
enum SiteCommand {
    static func run(_ words: [String]) async -> Int32 {
        let (folder, rest) = splitData(words)
        guard let folder else { return refuse("--data needs a folder.") }
        if rest.contains("--help") || rest.contains("-h"), let help = helps(for: rest) {
            write(help, false)
            return 0
        }
        guard let help = Composition.commands.first(where: { $0.matches(rest) }) else {
            return refuse("there is no command “\(rest.prefix(2).joined(separator: " "))”.")
        }
        guard help.makesSite || folder.exists else {
            write("stoa: there is no site in \(folder.url.path). Give its folder with --data.", true)
            return 1
        }
        let line = absolute(withPassword(rest, help))
        do {
            if let status = try ControlClient.run(line, in: folder, output: write) { return status }
            let site = try await Composition.open(folder, log: .standardError(least: .warning))
            let status = await site.run(line, output: write)
            await site.close()
            return status
        } catch {
            write(Failure.words(for: error), true)
            return 1
        }
    }

    /// The help of every command that begins with the words before the first option: `user --help` explains all of `user`.
    private static func helps(for words: [String]) -> String? {
        let said = Array(words.prefix { !$0.hasPrefix("-") })
        let meant = Composition.commands.filter { $0.matches(said) || $0.words.starts(with: said) }
        return said.isEmpty || meant.isEmpty ? nil : meant.map { "usage: stoa \($0.usage)\n\n\($0.details)" }.joined(separator: "\n\n")
    }

    /// Takes `--data DIR` out of the words.
    static func splitData(_ words: [String]) -> (SiteFolder?, [String]) {
        var rest = words
        var path = "site"
        while let index = rest.firstIndex(where: { $0 == "--data" || $0.hasPrefix("--data=") }) {
            if rest[index] == "--data" {
                guard index + 1 < rest.count else { return (nil, rest) }
                path = rest.remove(at: index + 1)
            } else {
                path = String(rest[index].dropFirst("--data=".count))
            }
            rest.remove(at: index)
        }
        return (path.isEmpty ? nil : SiteFolder(URL(filePath: path)), rest)
    }

    /// Reads the password of `user add` and `user password` here, because the server has no terminal: from
    /// `STOA_PASSWORD`, else one line of standard input.
    private static func withPassword(_ words: [String], _ help: CommandHelp) -> [String] {
        guard help.asksForPassword, !words.contains("--password") else { return words }
        let password = ProcessInfo.processInfo.environment["STOA_PASSWORD"] ?? readLine() ?? ""
        return words + ["--password", password]
    }

    /// Makes words that name existing files absolute, because the server has another working folder.
    static func absolute(_ words: [String]) -> [String] {
        words.map { word in
            guard !word.hasPrefix("-"), !word.hasPrefix("/"), FileManager.default.fileExists(atPath: word) else { return word }
            return URL(filePath: word).standardizedFileURL.path
        }
    }

    /// Writes a line to the terminal. Whoever reads it may have gone (`… | head`): then there is nobody left to tell.
    static let write: Command.Output = { line, isError in
        var bytes = ArraySlice((line + "\n").utf8)
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(isError ? 2 : 1, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    private static func refuse(_ mistake: String) -> Int32 {
        write(Usage.wrongWord(mistake), true)
        return exitUsage
    }
}
