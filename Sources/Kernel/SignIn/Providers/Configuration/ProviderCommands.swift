import Accounts
import Core
import Foundation
import Localization
import Platform
import Web

/// `stoa provider …`: providers from the command line, for the operator.
struct ProviderCommands: Sendable {
    let site: Site
    let settings: ProviderSettings

    static let help = [set, list, remove]

    private static let set = CommandHelp(
        ["provider", "set"],
        usage: "provider set NAME --client-id ID --client-secret-file F [--issuer URL] [--label WORDS] [--team ID --key-id ID] [--workspace DOMAIN]",
        summary: "set up a provider to sign in through",
        details: """
            Lets people sign in through google, facebook, apple or openid (any provider of OpenID Connect, by its --issuer).
            The file holds the client secret; of Apple it is the .p8 key, with --team and --key-id. The secret is sealed with the site's key.
            --label is what the button calls the provider; --workspace lets only people of one Google Workspace domain in.
            """)
    private static let list = CommandHelp(
        ["provider", "list"], usage: "provider list", summary: "list the providers that are set up", details: "Lists the providers that are set up.",
        makesSite: false)
    private static let remove = CommandHelp(
        ["provider", "remove"], usage: "provider remove NAME", summary: "remove a provider", details: "Takes a provider away.", makesSite: false)

    var commands: [Command] {
        [
            Command(Self.set, on: site, work: set),
            Command(Self.list, on: site, work: list),
            Command(Self.remove, on: site, work: remove),
        ]
    }

    private func set(_ words: [String], _ output: Command.Output) async throws {
        let arguments = try Arguments(
            words, values: ["--client-id", "--client-secret-file", "--issuer", "--label", "--team", "--key-id", "--workspace"])
        let method = try method(arguments)
        guard let clientID = arguments["--client-id"] else { throw Arguments.Mistake("--client-id is missing.") }
        var secret: String?
        if let path = arguments["--client-secret-file"] {
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw Arguments.Mistake("\(path) cannot be read.") }
            secret = text.trimmed
        }
        try await settings.set(
            method,
            ProviderChoice(
                clientID: clientID, secret: secret, issuer: arguments["--issuer"], name: arguments["--label"], teamID: arguments["--team"],
                keyID: arguments["--key-id"], workspace: arguments["--workspace"]), by: nil)
        output("People can sign in through \(method.rawValue). Register this return address there: \(returnAddress(method))", false)
    }

    private func list(_ words: [String], _ output: Command.Output) throws {
        guard words.isEmpty else { throw Arguments.Mistake("provider list takes no options.") }
        for method in ProviderSettings.methods {
            guard let provider = site.configuration.providers[method.rawValue] else { continue }
            let issuer = provider.issuer ?? ProviderRegistry.home(of: method) ?? ""
            output([method.rawValue, provider.clientID, issuer, returnAddress(method)].joined(separator: "\t"), false)
        }
    }

    private func remove(_ words: [String], _ output: Command.Output) async throws {
        let method = try method(try Arguments(words))
        try await settings.remove(method, by: nil)
        output("Nobody can sign in through \(method.rawValue) any more.", false)
    }

    private func returnAddress(_ method: SignInMethod) -> String {
        (site.configuration.baseURL ?? "https://YOUR.SITE") + SignInPaths.providerReturn(method.rawValue)
    }

    private func method(_ arguments: Arguments) throws -> SignInMethod {
        guard arguments.rest.count == 1, let method = SignInMethod(rawValue: arguments.rest[0]), ProviderSettings.methods.contains(method) else {
            throw Arguments.Mistake("name one of google, facebook, apple, openid.")
        }
        return method
    }
}
