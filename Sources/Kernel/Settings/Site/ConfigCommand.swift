import Audit
import Core
import Foundation
import Platform

/// `stoa config`: the operator's choices from the command line, those without a page among them.
struct ConfigCommand: Sendable {
    let site: Site

    static let help = [
        CommandHelp(
            ["config"], usage: "config [NAME JSON]", summary: "show or set what has no page of its own",
            details: """
                Shows what is chosen for the site, as JSON, or sets one choice: stoa config baseURL '"https://library.example.org"'.
                null takes a choice back to its default. All nodes hold the change within a second. The same goes for apps that are turned on or off.
                """, makesSite: false)
    ]

    var commands: [Command] { Self.help.map { Command($0, on: site, work: run) } }

    private func run(_ words: [String], _ output: Command.Output) async throws {
        if words.isEmpty { return output(try site.configuration.text(), false) }
        guard words.count == 2 else { throw Arguments.Mistake("name one choice and its value as JSON.") }
        let (name, json) = (words[0], words[1])
        try await site.configure(by: nil) { configuration, write in
            try configuration.set(name, json: json)
            try write.audit(.configure, AuditName("settings.site", name))
        }
        output("\(name) is set.", false)
    }
}
