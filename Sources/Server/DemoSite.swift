import Accounts
import Core
import Database
import Foundation
import Platform
import SignIn

/// A demo: people with public passwords, and content to look at, from every app that is on.
struct DemoSite: Sendable {
    let running: RunningSite
    let people: [DemoPerson]
    /// Where set-up put what it made for demos.
    let files: URL?

    /// Turns a site without an owner into a demo and makes its people; a site that already is one stays as it is.
    static func begin(_ running: RunningSite, files: URL?, standIns: URL?) async throws -> DemoSite? {
        let site = running.site
        let people = try everybody(site)
        let accounts = try site.service(People.self)
        if try await !accounts.hasOwner() {
            let zone = site.extensions[.demoContent].lazy.compactMap(\.timeZone).first
            try await site.configure {
                $0.isDemo = true
                if $0.name == SiteConfiguration().name { $0.name = "Eiderwick Commons" }
                if let zone { $0.timeZone = zone }
            }
            for person in people { try await make(person, accounts, site) }
        }
        guard site.configuration.isDemo else { return nil }
        try await playProviders(site, standIns)
        return DemoSite(running: running, people: people, files: files)
    }

    /// The people of `Demo/people.json` and of each module, one for each address.
    private static func everybody(_ site: Site) throws -> [DemoPerson] {
        let file = Bundle.module.bundleURL.appending(path: "Demo/people.json")
        let own = try JSONDecoder().decode([DemoPerson].self, from: Data(contentsOf: file))
        var everybody: [DemoPerson] = []
        for person in try own + site.extensions[.demoContent].flatMap({ try $0.people() }) {
            if let index = everybody.firstIndex(where: { $0.email == person.email }) {
                everybody[index].roles += person.roles
            } else {
                everybody.append(person)
            }
        }
        return everybody
    }

    private static func make(_ person: DemoPerson, _ accounts: People, _ site: Site) async throws {
        let id = try await accounts.register(.init(name: person.name, email: person.email, password: person.password, isOwner: person.owner))
        let grants = person.roles.compactMap(Roles.Grant.init(text:))
        if !grants.isEmpty { try await site.service(Roles.self).set(Set(grants), of: id, by: nil) }
        guard let user = person.google else { return }
        try await site.write(by: nil) { write in try StandInSetUp.link(user, of: .google, to: id, site: site, in: write) }
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
            + people.map { person in
                "  \(person.email)  \(person.password)  \(person.owner ? "owner" : person.roles.isEmpty ? "reader" : person.roles.joined(separator: ", "))"
            }
    }

    /// Brings in the content of every app, once, while the server already answers; ends early when the task is cancelled.
    func fill() async {
        let site = running.site
        do {
            let accounts = try site.service(People.self)
            var known: [String: DemoAccount] = [:]
            for person in people {
                guard let found = try await accounts.find(email: person.email) else { continue }
                known[person.email] = DemoAccount(id: found.id, name: found.name, roles: person.roles)
            }
            // What takes long in one app, or fails, keeps no other waiting.
            let areFilled = await withTaskGroup(of: Bool.self) { [known, files] group in
                for content in site.extensions.entries(at: .demoContent) {
                    group.addTask {
                        do {
                            // Content that is there stays, so each goes on where it was.
                            try await Database.patiently { try await content.value.fill(for: known, files: files?.appending(path: content.module)) }
                            return true
                        } catch {
                            // What was stopped goes on at the next start.
                            guard !Task.isCancelled else { return false }
                            site.log(.warning, "demo.failed", ["app": .string(content.module), "cause": .string(String(reflecting: error))])
                            return false
                        }
                    }
                }
                return await group.reduce(true) { $0 && $1 }
            }
            if areFilled, !Task.isCancelled { site.log(.info, "demo.filled") }
        } catch {
            site.log(.warning, "demo.failed", ["cause": .string(String(reflecting: error))])
        }
    }
}
