import Core
import Database
import Interface
import Media
import Platform
import Web

/// Serves the pictures of stories, and takes covers from programs.
struct PictureRoutes: Sendable {
    let stories: Stories
    let ofAge: OfAge
    private let pace: CostlyCalls

    init(stories: Stories, ofAge: OfAge) {
        (self.stories, self.ofAge) = (stories, ofAge)
        pace = .covers(of: stories.site)
    }

    private var site: Site { stories.site }

    var routes: [Route] {
        [
            .get(StoriesPaths.picture, allow: .everyone, use: show),
            .put(StoriesPaths.apiCover, allow: .members, body: PictureMaker.upload, use: setCover)
                .summary("Sets the cover of an own story: a JPEG, PNG or WebP file of at most 10 MB.")
                .accepts(fields: [Schema.Member(PictureRefusal.field, .file, isRequired: true)]),
            .delete(StoriesPaths.apiCover, allow: .members, use: removeCover).summary("Removes the cover of an own story."),
        ]
    }

    /// Readers see the cover that was accepted last; an author and moderators see every picture. Those in chapters come with the reader, and
    /// those in drafts are for the first readers who are shown them.
    func show(_ request: Request, _ visitor: Visitor, _ id: PictureID, _ size: PictureSize) async throws -> FileAnswer {
        let picture = try await site.database.read { db in
            guard let picture = try db.first(.picture(id)), let story = try db.first(.story(picture.story)) else { throw Problem.notFound }
            let isInside = try Authors.isAuthor(visitor.personID, of: story, in: db) || visitor.identity.may(.storiesModerate)
            let isPublic = try story.isShown && story.shownCover == id && ofAge.mayOpen(story, request, in: db)
            guard try isInside || isPublic || DraftAccess.shows(picture, to: visitor.personID, in: db) else { throw Problem.notFound }
            return picture
        }
        let file = picture.file.file(size)
        return FileAnswer(url: site.media.url(file), contentType: StoredPicture.mediaType, entityTag: file.digest, isImmutable: true)
    }

    func setCover(_ request: Request, _ member: Member, _ id: StoryID) async throws -> CoverAnswer {
        try pace.take(by: member)
        guard let file = request.files.first(where: { $0.size > 0 }) else { throw PictureRefusal.missing }
        return CoverAnswer(try await stories.setCover(.file(file.url), of: id, by: member.id))
    }

    func removeCover(_ request: Request, _ member: Member, _ id: StoryID) async throws -> NoContent {
        _ = try await stories.setCover(.remove, of: id, by: member.id)
        return NoContent()
    }
}

extension CostlyCalls {
    /// Covers from forms and from programs count together.
    static func covers(of site: Site) -> Self { Self(site, "stories.covers", most: 12, code: "stories.too-many-uploads") }
}

/// A cover as its author's programs see it.
struct CoverAnswer: JSONAnswer, Codable {
    /// The newest one.
    let cover: String?
    /// The one that readers see.
    let shown: String?

    init(_ story: Story) {
        cover = story.ownCoverAddress(.large)
        shown = story.coverAddress(.large)
    }
}
