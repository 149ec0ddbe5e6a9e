import Accounts
import Core
import Database
import Foundation
import Platform
import VolunteersApp

/// The demo's people of Växjö Volunteers, what they say about themselves, and what they ask for: `Demo/volunteers.json`.
struct DemoVolunteers: Decodable, Sendable {
    var people: [DemoSite.Script.Member]
    /// “About me” by address.
    var abouts: [String: String]
    var posts: [DemoRequests.Request]

    /// Brings in, in order, what is not there yet. Newest last: the feed shows them by their own times anyway.
    func fill(_ running: RunningSite) async throws {
        guard let volunteers = running.module(VolunteersApp.self), let accounts = running.module(AccountsModule.self) else { return }
        let site = running.site
        var known: [String: PersonRecord] = [:]
        for address in Set(posts.flatMap { [$0.author] + $0.bookmarks } + people.map(\.email)) {
            known[address] = try await accounts.people.find(email: address)
        }
        for (address, words) in abouts.sorted(by: { $0.key < $1.key }) {
            guard let person = known[address]?.id else { continue }
            try await site.write(by: person) { write in
                try Profiles(site: site).setAbout(words, of: person, app: VolunteersApp.manifest.id, in: write)
            }
        }
        let moderator = people.first { $0.roles.contains("volunteers.moderator") }.flatMap { known[$0.email]?.id }
        for post in posts {
            guard !Task.isCancelled else { return }
            do {
                try await volunteers.demo.add(post, people: known, moderator: moderator)
            } catch let refusal as any ProblemConvertible {
                site.log(.warning, "demo.refused", ["title": .string(post.title), "code": .string(refusal.problem.code)])
            }
        }
    }
}
