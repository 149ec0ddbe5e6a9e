import Core
import Foundation
import Localization
import Platform

/// `stoa mail …`: whether emails leave, from the command line.
struct MailCommands: Sendable {
    let site: Site
    let settings: MailSettings

    static let help = [test]

    private static let test = CommandHelp(
        ["mail", "test"], usage: "mail test ADDRESS", summary: "send a test email now, and say what the mail server answers",
        details: "Sends a letter through the site's mail server here and now, and says what the server answered.", makesSite: false)

    var commands: [Command] { [Command(Self.test, on: site, work: test)] }

    private func test(_ words: [String], _ output: Command.Output) async throws {
        guard words.count == 1, let address = words.first, !address.hasPrefix("-") else { throw Arguments.Mistake("name one address.") }
        try await settings.test(to: address, in: site.configuration.mainLanguage)
        output("The mail server accepted the email to \(address).", false)
    }
}
