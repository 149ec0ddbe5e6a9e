import Accounts
import Core
import Database
import Platform
import Profiles
import Web

/// People and settings for programs.
struct PersonAPI: Sendable {
    let site: Site
    let members: Members
    let feed: Feed
    let categories: Categories

    var routes: [Route] {
        [
            .get(VolunteersPaths.apiPerson, allow: .members, use: show).summary("What others see of a person."),
            .get(VolunteersPaths.apiSettings, allow: .members, use: settings).summary("Of which new requests the caller hears."),
            .put(VolunteersPaths.apiSettings, allow: .members, use: saveSettings)
                .summary("Chooses none, all, or one category.").accepts(NewRequestSettings.self),
        ]
    }

    func show(_ request: Request, _ member: Member, _ id: PersonID) async throws -> PersonAnswer {
        let profile = try await site.database.read { db in try members.profile(of: id, for: member.id, in: db) }
        try await members.profiles.viewed(id)
        return PersonAnswer(
            id: id, name: profile.name, picture: profile.picture, about: profile.aboutByApp[VolunteersApp.manifest.id] ?? "",
            page: VolunteersPaths.person(id))
    }

    func settings(_ request: Request, _ member: Member) async throws -> NewRequestSettings {
        let choice = try await site.database.read { db in try Members.news(of: member.id, in: db) }
        return NewRequestSettings(news: choice.name, category: choice.categoryID)
    }

    func saveSettings(_ request: Request, _ member: Member) async throws -> NewRequestSettings {
        let wish = try request.json(NewRequestSettings.self)
        let choice = try NewRequestChoice(name: wish.news, category: wish.category, among: await categories.list())
        try await site.write(by: member.id) { write in try members.setNews(choice, of: member.id, name: member.name, in: write) }
        return NewRequestSettings(news: choice.name, category: choice.categoryID)
    }
}

/// A person as programs read them.
struct PersonAnswer: JSONAnswer, Codable {
    let id: PersonID
    let name: String
    let picture: String?
    let about: String
    let page: String
}

extension NewRequestSettings: LimitedMembers {
    static var limits: [String: Schema] { ["news": .choice(["none", "all", "category"])] }
}

/// Of which new requests somebody hears: `none`, `all` or `category`.
struct NewRequestSettings: JSONAnswer, Codable {
    var news: String
    var category: CategoryID?
}
