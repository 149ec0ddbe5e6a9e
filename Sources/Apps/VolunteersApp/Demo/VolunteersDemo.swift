import Accounts
import Core
import Foundation
import Platform
import Profiles
import Web

/// The demo's people of Växjö Volunteers, what they say about themselves, and what they ask for: `Resources/demo`.
struct VolunteersDemo: DemoContent {
    /// Växjö.
    let timeZone: String? = "Europe/Stockholm"
    let requests: DemoRequests
    let site: Site

    /// `demo.json`.
    private struct Script: Decodable {
        var people: [DemoPerson]
        /// “About me” by address.
        var abouts: [String: String]
        var posts: [DemoRequests.Request]
    }

    private func script() throws -> Script {
        let file = Bundle.module.bundleURL.appending(path: "Resources/demo/demo.json")
        return try JSONDecoder().decode(Script.self, from: Data(contentsOf: file))
    }

    func people() throws -> [DemoPerson] { try script().people }

    /// Its people live in Växjö; who gave the app another name keeps it.
    private func nameApp() async throws {
        let key = VolunteersApp.manifest.name.key
        let languages = site.languages(of: VolunteersApp.manifest).map(\.rawValue)
        guard languages.contains(where: { site.configuration.texts[$0]?[key] == nil }) else { return }
        try await site.configure { configuration in
            for language in languages where configuration.texts[language]?[key] == nil {
                configuration.texts[language, default: [:]][key] = "Växjö Volunteers"
            }
        }
    }

    /// Newest last: the feed shows them by their own times anyway.
    func fill(for people: [String: DemoAccount], files: URL?) async throws {
        let script = try script()
        try await nameApp()
        for (address, words) in script.abouts.sorted(by: { $0.key < $1.key }) {
            guard let person = people[address]?.id else { continue }
            try await site.write(by: person) { [site] write in
                try site.service(Profiles.self).setAbout(words, of: person, app: VolunteersApp.manifest.id, in: write)
            }
        }
        let moderator = script.people.first { $0.roles.contains("volunteers.moderator") }.flatMap { people[$0.email]?.id }
        for post in script.posts {
            guard !Task.isCancelled else { return }
            do {
                try await requests.add(post, people: people, moderator: moderator)
            } catch let refusal as any ProblemConvertible {
                site.log(.warning, "demo.refused", ["title": .string(post.title), "code": .string(refusal.problem.code)])
            }
        }
    }
}
