import Accounts
import Core
import Database
import Interface
import Moderation
import Platform
import Profiles
import Web

/// People, and one's own words about oneself (STO-013, STO-015).
struct ProfileRoutes: Sendable {
    static let postsPage = 30

    let people: AuthorProfiles

    var routes: [Route] {
        [
            .get(StoriesPaths.profile, allow: .members) { request, member in try await page(of: member.id, request, member.identity) },
            .get(StoriesPaths.person, allow: .everyone) { request, visitor, id in try await page(of: id, request, visitor.identity) },
            .post(StoriesPaths.about, allow: .members, use: saveAbout),
            .get(StoriesPaths.reportAbout, allow: .members, use: reportAbout),
            .get(StoriesPaths.apiPerson, allow: .everyone, use: describe).summary("What others see of a person."),
        ]
    }

    func saveAbout(_ request: Request, _ member: Member) async throws -> Response {
        let words = try request.form(AboutForm.self).about.tidiedLines()
        do {
            let isShown = try await people.site.write(by: member.id) { write in
                try people.profiles.setAbout(words, of: member.id, app: StoriesApp.manifest.id, language: request.language, in: write)
            }
            return .seeOther(
                StoriesPaths.profile(), flash: isShown ? "Saved." : "A moderator reads it first. Until then, others see the earlier version.",
                tone: isShown ? .done : .note)
        } catch let refusal as ProfileRefusal {
            var page = try await page(of: member.id, request, member.identity)
            page.draft = words
            page.problem = refusal.problem
            return try await page.response(for: request)
        }
    }

    /// Leads to the form for what somebody says about themselves, or for their name where they say nothing.
    func reportAbout(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let form: String? = try await people.site.write(by: member.id) { write in
            guard let words = try people.profiles.asSubject(of: person, app: StoriesApp.manifest.id, in: write) else { return nil }
            return ReportForm.address(of: SubjectKey(kind: words.kind, id: words.id), then: StoriesPaths.person(person))
        }
        guard let form else { throw Problem.notFound }
        return .seeOther(form)
    }

    func describe(_ request: Request, _ visitor: Visitor, _ id: PersonID) async throws -> PersonAnswer {
        let found = try await people.site.database.read { db in try people.find(id, for: visitor.personID, in: db) }
        return PersonAnswer(
            id: id, name: found.profile.name, picture: found.profile.picture, about: found.about, following: found.following,
            followers: found.followers, works: found.works.map(\.id), recommendations: found.recommendations.map(\.id), page: StoriesPaths.person(id))
    }

    private func page(of person: PersonID, _ request: Request, _ identity: Identity) async throws -> ProfilePage {
        let before = try request.after(.posts)
        let page = try await people.site.database.read { db in
            let viewer = try people.viewer(identity, of: person, in: db)
            var found = try people.find(person, for: identity.personID, in: db)
            if viewer.isOwn {
                found.lists = try db.all(.lists(of: person))
                found.listCounts = try ListCounts.read(found.lists.map(\.id), in: db)
                found.following += try db.all(.followedStories(by: person, limit: Follows.most)).count
            }
            found.works = try OfAge(site: people.site).hidingCovers(found.works, for: request, in: db)
            let (posts, next) = try db.all(
                .posts(by: person, includingHidden: viewer.isOwn, before: before, limit: Self.postsPage + 1)
            ).page(of: Self.postsPage) { try request.cursor(.posts, after: $0.id) }
            let stories = Dictionary(found.works.map { ($0.id, $0) }) { first, _ in first }
            return ProfilePage(
                found: found, viewer: viewer,
                tab: request.query["show"].flatMap(ProfileTab.init(rawValue:)) ?? ProfilePage.firstTab(of: found, isOwn: viewer.isOwn),
                waiting: viewer.isOwn ? try people.profiles.waiting(person, app: StoriesApp.manifest.id, in: db) : nil, posts: posts,
                postStories: stories, next: next)
        }
        try await people.profiles.viewed(person)
        return page
    }
}

private struct AboutForm: Decodable {
    var about: String
}

extension CursorScope<AuthorPostID> {
    static var posts: Self { Self("stories.posts") }
}

/// A person as programs read them.
struct PersonAnswer: JSONAnswer, Codable {
    let id: PersonID
    let name: String
    let picture: String?
    let about: String
    let following: Int
    let followers: Int
    let works: [StoryID]
    let recommendations: [StoryID]
    let page: String
}
