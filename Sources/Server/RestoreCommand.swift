import Core
import Foundation
import Hosting
import Platform

/// `stoa restore`: makes a site out of a backup, without opening one.
enum RestoreCommand {
    static func run(_ words: [String]) async -> Int32 {
        let (folder, rest) = SiteCommand.splitData(words)
        do {
            let arguments = try Arguments(rest, values: ["--database"], flags: ["--replace"])
            guard let folder, arguments.rest.count == 1, let file = arguments.rest.first else {
                SiteCommand.write(Usage.restore, true)
                return exitUsage
            }
            let migrations = KernelMigrations.with(Composition.parts + Composition.apps)
            let outcome = try await SiteRestore(URL(filePath: file), migrations: migrations).restore(
                to: folder, replacing: arguments.has("--replace"), database: arguments["--database"])
            SiteCommand.write("\(folder.url.path) is as it was at \(outcome.manifest.madeAt.rfc3339).", false)
            if let kept = outcome.kept { SiteCommand.write("What was there before lies in \(kept.path).", false) }
            if outcome.keepsBackups { SiteCommand.write("The earlier backups could not be moved and lie there too.", false) }
            return 0
        } catch let mistake as Arguments.Mistake {
            SiteCommand.write("stoa: \(mistake)\n\n\(Usage.restore)", true)
            return exitUsage
        } catch {
            SiteCommand.write(Failure.words(for: error), true)
            return 1
        }
    }
}
