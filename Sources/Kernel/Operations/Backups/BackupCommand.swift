import Core
import Foundation
import Platform

/// `stoa backup`. Restoring needs no open site, so it is a command of the program itself.
struct BackupCommand: Sendable {
    let backups: Backups

    static let help = CommandHelp(
        ["backup"], usage: "backup [--data DIR]", summary: "copy the whole site into one file",
        details: """
            Copies the database, the stored files, site.json and site.key into one file in DIR/backups, while the site runs or not.
            Prints where the file lies. Keep a copy on another machine, and guard it like the site itself: it holds the site's key.
            """, makesSite: false)

    var command: Command {
        Command(Self.help, on: backups.site) { words, output in
            guard words.isEmpty else { throw Arguments.Mistake("backup takes no words.") }
            output(try await backups.makeNow().path, false)
        }
    }
}
