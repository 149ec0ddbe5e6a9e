import Accounts
import Core
import Database
import Platform
import Profiles
import Web

/// A person as the app shows them (STO-013).
struct AuthorProfile: Sendable {
    let profile: Profile
    let about: String
    var works: [Story]
    /// Stories on the app that the person recommends, in their order (STO-016).
    let recommendations: [Story]
    /// Of the recommended stories.
    let authors: StoryAuthors
    /// Public ones; whoever looks at their own profile sees all of theirs.
    var lists: [ReadingList]
    var listCounts: [ReadingListID: Int]
    /// Authors; whoever looks at their own profile counts the stories they follow, too.
    var following: Int
    let followers: Int
}

/// How a profile is looked at.
struct ProfileViewer: Sendable {
    let person: PersonID?
    let isOwn: Bool
    let isFollowing: Bool
    let isMuted: Bool
    let isModerator: Bool
    /// Whether the person looks at their own profile and wants the author's side only (STO-035).
    let isAuthorFocused: Bool
}

/// People as others see them.
struct AuthorProfiles: Sendable {
    static let mostWorks = 200
    static let mostRecommendations = 20

    let site: Site
    let profiles: Profiles

    /// - Throws: `Problem.notFound` for somebody whom the app doesn't show.
    func find(_ person: PersonID, for viewer: PersonID?, in db: any Connection) throws -> AuthorProfile {
        guard let profile = try profiles.profile(of: person, in: db) else { throw Problem.notFound }
        let about = profile.aboutByApp[StoriesApp.manifest.id] ?? ""
        let isOwn = person == viewer
        guard try isOwn || !about.isEmpty || Authors.isShown(person, in: db) else { throw Problem.notFound }
        let recommendations = try db.all(.recommendations(of: person))
        let lists = try db.all(.lists(of: person, onlyShown: true))
        return AuthorProfile(
            profile: profile, about: about, works: try db.all(.shown(by: person, limit: Self.mostWorks)), recommendations: recommendations,
            authors: try Authors.of(recommendations, in: db), lists: lists, listCounts: try ListCounts.read(lists.map(\.id), in: db),
            following: try db.one(.following(of: person)), followers: try db.one(.followers(of: person)))
    }

    func viewer(_ identity: Identity, of person: PersonID, in db: any Connection) throws -> ProfileViewer {
        let viewer = identity.personID
        return ProfileViewer(
            person: viewer, isOwn: viewer == person, isFollowing: try viewer.map { try db.one(.follows($0, author: person)) > 0 } ?? false,
            isMuted: try viewer.map { try Mutes(site: site).isHidden(person, for: $0, in: db) } ?? false,
            isModerator: identity.may(.storiesModerate),
            isAuthorFocused: try viewer == person && Members.isAuthorFocused(person, in: db))
    }
}
