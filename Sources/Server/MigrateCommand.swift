import Foundation
import Platform

/// `stoa migrate`: what the server does at its start, without serving.
enum MigrateCommand {
    static func run(_ words: [String]) async -> Int32 {
        let (folder, rest) = SiteCommand.splitData(words)
        guard let folder, rest.isEmpty else {
            SiteCommand.write(Usage.migrate, true)
            return exitUsage
        }
        do {
            let site = try await Composition.open(folder, log: Composition.log)
            await site.close()
            SiteCommand.write("The database of \(folder.url.path) is up to date.", false)
            return 0
        } catch {
            SiteCommand.write(Failure.words(for: error), true)
            return 1
        }
    }
}
