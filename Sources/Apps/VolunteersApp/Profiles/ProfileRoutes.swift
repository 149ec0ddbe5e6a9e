import Accounts
import Core
import Database
import Interface
import Moderation
import Platform
import Profiles
import Web

/// People as others see them, and one's own words about oneself.
struct ProfileRoutes: Sendable {
    let site: Site
    let members: Members
    let feed: Feed
    let bookmarks: Bookmarks

    var routes: [Route] {
        [
            .get(VolunteersPaths.profile, allow: .members) { request, member in try await page(of: member.id, request, member) },
            .get(VolunteersPaths.person, allow: .members) { request, member, id in try await page(of: id, request, member) },
            .post(VolunteersPaths.about, allow: .members, use: saveAbout),
            .get(VolunteersPaths.reportAbout, allow: .members, use: reportAbout),
        ]
    }

    func saveAbout(_ request: Request, _ member: Member) async throws -> Response {
        let words = try request.form(AboutForm.self).about.tidiedLines()
        do {
            let isShown = try await site.write(by: member.id) { write in
                try members.profiles.setAbout(words, of: member.id, app: VolunteersApp.manifest.id, language: request.language, in: write)
            }
            return .seeOther(
                VolunteersPaths.profile(), flash: isShown ? "Saved." : "A moderator reads it first. Until then, others see the earlier version.",
                tone: isShown ? .done : .note)
        } catch let refusal as ProfileRefusal {
            var page = try await page(of: member.id, request, member)
            page.draft = words
            page.problem = refusal.problem
            return try await page.response(for: request)
        }
    }

    /// Leads to the form for what somebody says about themselves.
    func reportAbout(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let form: String? = try await site.write(by: member.id) { write in
            guard try members.takesPart(person, in: write),
                let words = try members.profiles.aboutAsSubject(of: person, app: VolunteersApp.manifest.id, in: write)
            else { return nil }
            return ReportForm.address(of: SubjectKey(kind: words.kind, id: words.id), then: VolunteersPaths.person(person))
        }
        guard let form else { throw Problem.notFound }
        return .seeOther(form)
    }

    private func page(of person: PersonID, _ request: Request, _ member: Member) async throws -> ProfilePage {
        let viewer = FeedViewer(member, request)
        let app = VolunteersApp.manifest.id
        let isOwn = person == member.id
        let (profile, waiting) = try await site.database.read { db in
            (
                try members.profile(of: person, for: member.id, in: db),
                isOwn ? try members.profiles.waiting(person, app: app, in: db) : nil
            )
        }
        try await members.profiles.viewed(person)
        try await noteName(of: profile)
        // Bookmarks are the person's own business (CORE-022).
        let list = isOwn ? request.query["show"].flatMap(ProfileList.init(rawValue:)) ?? .authored : .authored
        let cursor = try request.after(list == .bookmarked ? .bookmarks : .posts)
        let content =
            list == .bookmarked
            ? try await bookmarks.page(after: cursor, for: viewer)
            : try await feed.posts(of: person, after: cursor, for: viewer)
        return ProfilePage(
            profile: profile, about: profile.aboutByApp[app] ?? "", waiting: waiting, list: list, content: content, isFirst: cursor == nil,
            viewer: viewer)
    }

    /// A name that changed at its provider reaches the order of the feed when the profile is looked at (RES-005).
    private func noteName(of profile: Profile) async throws {
        let isCurrent = try await site.database.read { db in try members.isCurrent(profile.id, name: profile.name, in: db) }
        guard !isCurrent else { return }
        try await site.write(by: profile.id) { write in try members.note(profile.id, name: profile.name, in: write) }
    }
}

private struct AboutForm: Decodable {
    var about: String
}
