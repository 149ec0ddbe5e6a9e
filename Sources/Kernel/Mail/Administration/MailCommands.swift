import Core
import Foundation
import Localization
import Platform

/// `stoa mail …`: whether letters leave, from the command line.
struct MailCommands: Sendable {
    let site: Site

    static let help = [test]

    private static let test = CommandHelp(
        ["mail", "test"], usage: "mail test ADDRESS",
        details: "Sends a letter through the site's mail server here and now, and says what the server answered.", makesSite: false)

    var commands: [Command] { [Command(Self.test) { arguments, output in await test(arguments, output) }] }

    private func test(_ words: [String], _ output: Command.Output) async -> Int32 {
        guard words.count == 1, let address = words.first, !address.hasPrefix("-") else {
            output("usage: stoa \(Self.test.usage)", true)
            return exitUsage
        }
        do {
            try await MailSettings(site: site).test(to: address, in: site.configuration.languages.first ?? .english)
            output("The mail server took the letter to \(address).", false)
            return 0
        } catch {
            let problem = (error as? any ProblemConvertible)?.problem
            let words = [problem?.detail, problem?.remedy].compactMap { $0 }.map { site.messages.render($0, in: .english, timeZone: .gmt) }
            output("stoa: " + (words.isEmpty ? "\(error)" : words.joined(separator: " ")), true)
            return 1
        }
    }
}
