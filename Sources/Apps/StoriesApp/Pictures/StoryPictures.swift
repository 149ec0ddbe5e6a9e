import Audit
import Core
import Database
import Media
import Moderation
import Platform
import Web

/// Keeps the pictures of stories, each with its verdict (STO-025, STO-038).
struct StoryPictures: Sendable {
    let site: Site
    let moderation: Moderation
    let lists: StoryLists

    /// Covers are upright, two by three.
    var covers: PictureMaker { PictureMaker(site: site, large: .cut(width: 800, height: 1200), thumbnail: .cut(width: 320, height: 480)) }
    /// Pictures in chapters are shown as they are.
    var pages: PictureMaker { PictureMaker(site: site, large: .whole(width: 1200), thumbnail: .whole(width: 320)) }

    /// Why a person looks at it first: no filter sees what a picture shows.
    func doubt(_ pictures: [StoryPicture]) -> Text? {
        guard site.value(of: StoriesChoices.reviewsPictures), pictures.contains(where: { $0.status != .accepted }) else { return nil }
        return "A moderator looks at new pictures first."
    }

    /// Puts a cover in the place of the newest one, or takes the cover away. Readers go on seeing the one that was accepted last until a new
    /// one is.
    func setCover(_ picture: StoredPicture?, of story: Story, by author: PersonID, in write: Write) throws {
        // One that waits is not the one that moderators looked at any more.
        if picture == nil || !story.isPublished { try moderation.withdraw(CoverSubject.key(story.id), in: write) }
        if let picture {
            let id = try insert(picture, .cover, words: "", of: story.id, in: write)
            try write.run(
                "UPDATE stories_story SET cover_id = \(id), changed_at = \(write.now), changed_by = \(author) WHERE id = \(story.id)")
            if story.isPublished { try submitCover(of: story.id, by: author, in: write) }
        } else {
            try write.run(
                """
                UPDATE stories_story SET cover_id = NULL, shown_cover_id = NULL, changed_at = \(write.now), changed_by = \(author)
                WHERE id = \(story.id)
                """)
        }
        try write.audit(.update, AuditName("stories.story", story.id), ["changed": picture == nil ? "cover-removed" : "cover"])
        try removeOldCovers(of: story.id, in: write)
        try write.invalidate(lists.shared)
    }

    /// Has a cover judged that nobody has seen yet. Drafts are their author's own, and so are their covers.
    func submitCover(of id: StoryID, by author: PersonID, in write: Write) throws {
        let story = try write.one(.story(id))
        guard let cover = try story.cover.flatMap({ try write.first(.picture($0)) }), cover.status == .draft else { return }
        _ = try moderation.submit(
            CoverSubject.key(id), author: author, text: [], attachments: [cover.file.large.digest], language: story.details.language,
            hasPublic: story.shownCover != nil, doubt: doubt([cover]), in: write)
    }

    /// Adds a picture for a story's chapters.
    /// - Throws: ``StoryPictureRefusal/tooMany``.
    func add(_ picture: StoredPicture, words: String, to story: StoryID, in write: Write) throws -> PictureID {
        let count = try write.one(
            "SELECT count(*) FROM stories_picture WHERE story_id = \(story) AND place = \(StoryPicture.Place.chapter)" as Query<Int>)
        guard count < StoryPicture.most else { throw StoryPictureRefusal.tooMany }
        return try insert(picture, .chapter, words: words, of: story, in: write)
    }

    func judge(_ id: PictureID, _ status: ReleaseStatus, reason: Text? = nil, in write: Write) throws {
        try write.run(
            """
            UPDATE stories_picture SET status = \(status), reason = \(try reason.map { try StoredJSON($0) }), changed_at = \(write.now),
                changed_by = NULL
            WHERE id = \(id)
            """)
    }

    /// Removes covers that neither the author nor readers see any more.
    func removeOldCovers(of id: StoryID, in write: Write) throws {
        let story = try write.one(.story(id))
        for picture in try write.all(.pictures(of: id, .cover)) where picture.id != story.cover && picture.id != story.shownCover {
            try remove(picture.id, in: write)
        }
    }

    func remove(_ id: PictureID, in write: Write) throws {
        try site.media.holds.releaseAll(by: .picture(id), in: write)
        try write.run("DELETE FROM stories_picture WHERE id = \(id)")
    }

    /// Removes everything of a story that is about to go.
    func removeAll(of story: StoryID, in write: Write) throws {
        try moderation.withdraw(CoverSubject.key(story), in: write)
        for picture in try write.all(.everyPicture(of: story)) { try remove(picture.id, in: write) }
    }

    private func insert(
        _ picture: StoredPicture, _ place: StoryPicture.Place, words: String, of story: StoryID, in write: Write
    ) throws -> PictureID {
        let id: PictureID = try write.insert(
            """
            INSERT INTO stories_picture (story_id, place, words, picture_digest, picture_size, picture_width, picture_height, thumbnail_digest,
                thumbnail_size, status, created_at, changed_at, changed_by)
            VALUES (\(story), \(place), \(words), \(picture.large.digest), \(picture.large.size), \(picture.width), \(picture.height),
                \(picture.thumbnail.digest), \(picture.thumbnail.size), \(ReleaseStatus.draft), \(write.now), \(write.now), \(write.actor))
            """)
        for file in picture.files { try site.media.holds.retain(file, by: .picture(id), in: write) }
        return id
    }
}

/// Why a picture was not added to a story.
enum StoryPictureRefusal: Error, Equatable {
    case tooMany, noWords, tooManyWords(Int)
}

extension StoryPictureRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .tooMany:
            Problem(
                .conflict, "stories.too-many-pictures", "A story can have \(StoryPicture.most) pictures.", remedy: "Remove one first.")
        case .noWords:
            Problem.wrongField(
                "words", "Say in a sentence what the picture shows. If it’s only decoration, choose so below.")
        case .tooManyWords(let count):
            Problem.wrongField("words", "A description can have \(StoryPicture.longestWords) characters; this one has \(count).")
        }
    }
}
