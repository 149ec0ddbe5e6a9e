import Accounts
import Core
import Interface
import Mail
import Platform
import Web

/// Questions and answers, found by words in the reader's own language.
struct TopicRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(HelpPaths.home, allow: .everyone, use: home),
            .get(HelpPaths.topic, allow: .everyone, use: show),
        ]
    }

    func home(_ request: Request, _ visitor: Visitor) async throws -> HelpPage {
        let words = String((request.query["q"] ?? "").prefix(200))
        let sections = sections(for: visitor)
        let search = TopicSearch(messages: site.messages, language: request.language, zone: request.timeZone)
        let topics = sections.flatMap(\.topics)
        let found = search.find(words, in: topics)
        return HelpPage(
            words: words, found: found, nearest: found.isEmpty ? search.nearest(words, in: topics) : [], sections: sections,
            tours: site.manifests.compactMap { app in
                app.path.flatMap { app.help.tour.isEmpty ? nil : .init(app.name, icon: app.appearance.icon, path: $0 + "?tour") }
            },
            hours: PlaceHours.all(of: site), contact: visitor.personID == nil ? site.value(of: AccountsSettings.dataContact) : "",
            asking: visitor.personID == nil ? HelpPaths.ask() : HelpPaths.support())
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: String) async throws -> TopicPage {
        for section in sections(for: visitor) {
            guard let topic = section.topics.first(where: { $0.id == id }) else { continue }
            return TopicPage(topic: topic, others: section.topics.filter { $0.id != id })
        }
        throw Problem.notFound
    }

    /// What each part and app answers, as far as it concerns this person: staff's own questions first, then what everyone asks.
    private func sections(for visitor: Visitor) -> [HelpSection] {
        func sections(_ manifests: [AppManifest]) -> [HelpSection] {
            manifests.compactMap { manifest in
                let topics = manifest.help.topics.filter { topic in
                    topic.permission.map { visitor.identity.may($0) } ?? true && topic.withMail.map { $0 == (site.configuration.mail != nil) } ?? true
                }
                guard !topics.isEmpty else { return nil }
                return HelpSection(title: manifest.id == HelpModule.manifest.id ? "General questions" : manifest.name, topics: topics)
            }
        }
        let (own, others) = (site.manifests.filter { $0.id == HelpModule.manifest.id }, site.manifests.filter { $0.id != HelpModule.manifest.id })
        let staff = sections(others.filter { $0.path == nil }).flatMap(\.topics)
        // Who cares for the site asks about that; everybody else is shown none of it.
        return (staff.isEmpty ? [] : [HelpSection(title: "Administration", topics: staff)]) + sections(own)
            + sections(others.filter { $0.path != nil })
    }
}

/// The questions of one part of the house.
struct HelpSection: Sendable {
    let title: Text
    let topics: [HelpTopic]
}
