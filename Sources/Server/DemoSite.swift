import Accounts
import Core
import Database
import Foundation
import LibraryApp
import Platform

/// A demo: people with public passwords, and content to look at.
struct DemoSite: Sendable {
    /// `Demo/demo.json`.
    struct Script: Decodable, Sendable {
        struct Member: Decodable, Sendable {
            var name: String
            var email: String
            var password: String
            var owner: Bool
            var roles: [String]
            /// Who plays them at the stand-in for Google; nil: nobody.
            var google: String?
        }

        var people: [Member]
        var items: [DemoItem]
    }

    let running: RunningSite
    let script: Script
    let volunteers: DemoVolunteers
    /// Where the demo's files lie.
    let folders: [URL]

    /// Turns a site without an owner into a demo and makes its people; a site that already is one stays as it is.
    static func begin(_ running: RunningSite, files: URL?, standIns: URL?) async throws -> DemoSite? {
        guard let accounts = running.module(AccountsModule.self), let folder = Bundle.module.resourceURL?.appending(path: "Demo") else { return nil }
        let script = try JSONDecoder().decode(Script.self, from: Data(contentsOf: folder.appending(path: "demo.json")))
        let volunteers = try JSONDecoder().decode(DemoVolunteers.self, from: Data(contentsOf: folder.appending(path: "volunteers.json")))
        if try await !accounts.people.hasOwner() {
            try await running.site.configure {
                $0.isDemo = true
                // Its people live in Växjö.
                $0.timeZone = "Europe/Stockholm"
            }
            for person in script.people + volunteers.people {
                let id = try await accounts.people.register(
                    .init(name: person.name, email: person.email, password: person.password, isOwner: person.owner))
                let grants = person.roles.compactMap(Roles.Grant.init(text:))
                if !grants.isEmpty { try await accounts.roles.set(Set(grants), of: id, by: nil) }
                if let user = person.google {
                    let site = running.site
                    try await site.write(by: nil) { write in try StandInSetUp.link(user, of: .google, to: id, site: site, in: write) }
                }
            }
        }
        guard running.site.configuration.isDemo else { return nil }
        try await playProviders(running.site, standIns)
        return DemoSite(running: running, script: script, volunteers: volunteers, folders: [folder] + (files.map { [$0] } ?? []))
    }

    /// Lets the stand-ins of this start play the providers; those of an earlier start are gone.
    private static func playProviders(_ site: Site, _ standIns: URL?) async throws {
        let setUp = try standIns.map { try StandInSetUp(reading: Data(contentsOf: $0)) }
        let key = site.key
        try await site.configure { configuration in
            configuration.providers = configuration.providers.filter { !$0.value.isStandIn }
            setUp?.apply(to: &configuration, key: key)
        }
    }

    /// The people and their passwords, for the terminal.
    var lines: [String] {
        ["Demo people:"]
            + (script.people + volunteers.people).map { person in
                "  \(person.email)  \(person.password)  \(person.owner ? "owner" : person.roles.isEmpty ? "reader" : person.roles.joined(separator: ", "))"
            }
    }

    /// Brings in the demo's content, once, while the server already answers; ends early when the task is cancelled.
    func fill() async {
        do {
            try await volunteers.fill(running)
        } catch {
            running.site.log(.warning, "demo.volunteers-failed", ["cause": .string(String(reflecting: error))])
        }
        guard let library = running.module(LibraryApp.self) else { return }
        let mark = running.site.folder.url.appending(path: "demo-complete")
        await DemoContent(importer: library.importer, folders: folders, mark: mark, log: running.site.log).fill(script.items)
    }
}
