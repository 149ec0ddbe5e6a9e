import Core
import Foundation
import Localization
import Platform

/// `stoa user …`: people from the command line, for the operator.
struct UserCommands: Sendable {
    let people: People
    let roles: Roles

    static let help = [add, list, role]

    private static let add = CommandHelp(
        ["user", "add"], usage: "user add --email E --name N [--owner] [--role APP.ROLE]…", summary: "make an account",
        details: """
            Makes an account. The password is read from STOA_PASSWORD, else from standard input.
            --owner makes an owner; --role gives a role, e.g. library.librarian.
            """, asksForPassword: true)
    private static let list = CommandHelp(
        ["user", "list"], usage: "user list", summary: "list people and their roles", details: "Lists everybody with their roles.", makesSite: false)
    private static let role = CommandHelp(
        ["user", "role"], usage: "user role --email E [--give APP.ROLE]… [--take APP.ROLE]…", summary: "give and take roles",
        details: "Gives and takes roles.", makesSite: false)

    var commands: [Command] {
        [
            Command(Self.add, on: people.site, work: add),
            Command(Self.list, on: people.site, work: list),
            Command(Self.role, on: people.site, work: changeRoles),
        ]
    }

    private func add(_ words: [String], _ output: Command.Output) async throws {
        let arguments = try Arguments(words, values: ["--email", "--name", "--role", "--password"], flags: ["--owner"])
        let email = try required("--email", arguments)
        let grants = try arguments.all("--role").map(grant)
        let id = try await people.register(
            .init(
                name: try required("--name", arguments), email: email, password: try required("--password", arguments),
                isOwner: arguments.has("--owner")))
        if !grants.isEmpty { try await roles.set(Set(grants), of: id, by: nil) }
        output("\(email) has an account.", false)
    }

    private func list(_ words: [String], _ output: Command.Output) async throws {
        guard words.isEmpty else { throw Arguments.Mistake("user list takes no options.") }
        for entry in try await people.everybody() {
            let roles = entry.person.isOwner ? ["owner"] : entry.grants.map(\.text).sorted()
            output(
                [entry.person.email, entry.person.name, entry.person.status.rawValue, roles.joined(separator: ",")].joined(separator: "\t"), false)
        }
    }

    private func changeRoles(_ words: [String], _ output: Command.Output) async throws {
        let arguments = try Arguments(words, values: ["--email", "--give", "--take"])
        let person = try await person(arguments)
        let present = try await people.grants(of: person.id)
        let wanted = present.union(try arguments.all("--give").map(grant)).subtracting(try arguments.all("--take").map(grant))
        try await roles.set(wanted, of: person.id, by: nil)
        output("\(person.email): \(wanted.map(\.text).sorted().joined(separator: ", "))", false)
    }

    private func person(_ arguments: Arguments) async throws -> PersonRecord {
        guard let person = try await people.find(email: try required("--email", arguments)) else { throw AccountRefusal.unknownPerson }
        return person
    }

    private func required(_ name: String, _ arguments: Arguments) throws -> String {
        guard let value = arguments[name] else { throw Arguments.Mistake("\(name) is missing.") }
        return value
    }

    private func grant(_ text: String) throws -> Roles.Grant {
        guard let grant = Roles.Grant(text: text) else { throw Arguments.Mistake("\(text) is not a role; write APP.ROLE.") }
        return grant
    }
}
