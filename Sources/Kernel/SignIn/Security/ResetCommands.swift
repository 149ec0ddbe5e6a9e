import Accounts
import Core
import Foundation
import Localization
import Platform

/// `stoa user password` and `stoa user two-step-reset`: the operator lets somebody in again.
struct ResetCommands: Sendable {
    let site: Site
    let people: People
    let passwords: Passwords
    let twoFactor: TwoFactor

    static let help = [password, twoStep]

    private static let password = CommandHelp(
        ["user", "password"], usage: "user password --email E", summary: "set a new password",
        details: "Sets a new password, read from STOA_PASSWORD or standard input, and signs the person out everywhere.",
        asksForPassword: true, makesSite: false)
    private static let twoStep = CommandHelp(
        ["user", "two-step-reset"], usage: "user two-step-reset --email E", summary: "let somebody in who lost their second factor",
        details: """
            For somebody who lost their phone or passkey: removes the authenticator app, passkeys and recovery codes, and signs the person
            out everywhere. Make sure first that it is them.
            """, makesSite: false)

    var commands: [Command] {
        [
            Command(Self.password, on: site, work: setPassword),
            Command(Self.twoStep, on: site, work: resetTwoStep),
        ]
    }

    private func setPassword(_ words: [String], _ output: Command.Output) async throws {
        let arguments = try Arguments(words, values: ["--email", "--password"])
        let person = try await person(arguments)
        try await passwords.set(try required("--password", arguments), of: person.id, by: nil)
        output("\(person.email) has a new password.", false)
    }

    private func resetTwoStep(_ words: [String], _ output: Command.Output) async throws {
        let arguments = try Arguments(words, values: ["--email"])
        let person = try await person(arguments)
        try await twoFactor.reset(of: person)
        output("\(person.email) has no second step any more, and is signed out.", false)
    }

    private func person(_ arguments: Arguments) async throws -> PersonRecord {
        guard let person = try await people.find(email: try required("--email", arguments)) else { throw AccountRefusal.unknownPerson }
        return person
    }

    private func required(_ name: String, _ arguments: Arguments) throws -> String {
        guard let value = arguments[name] else { throw Arguments.Mistake("\(name) is missing.") }
        return value
    }
}
