import Core
import Database
import Media
import Platform
import Web

/// The identity of a picture of a story. Another picture is another one, so what lies under its address never changes.
typealias PictureID = ID<StoryPicture>

/// A picture that belongs to a story: its cover, or one in its chapters.
struct StoryPicture: Sendable, Equatable {
    enum Place: String, Sendable {
        case cover, chapter
    }

    /// The most characters of what a picture shows, and pictures in the chapters of a story.
    static let longestWords = 500
    static let most = 200

    let id: PictureID
    let story: StoryID
    let place: Place
    /// What it shows, for those who can't see it; empty for decoration.
    let words: String
    let file: StoredPicture
    let status: ReleaseStatus
    /// What its author was told, unless it was accepted.
    let reason: Text?

    /// How chapters show it.
    var markdown: String { "![" + words + "](picture:\(id))" }
}

extension StoryPicture.Place: SQLConvertible {}

extension StoryPicture: SQLRow {
    static let columns: SQL = """
        id, story_id, place, words, status, reason, picture_digest, picture_size, picture_width, picture_height, thumbnail_digest, thumbnail_size
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        story = try row.next()
        place = try row.next()
        words = try row.next()
        status = try row.next()
        reason = try row.next(StoredJSON<Text>?.self)?.value
        guard let file = try StoredPicture(row: &row) else { throw DatabaseError.unreadable("a picture of a story has no file") }
        self.file = file
    }
}

extension Query where Row == StoryPicture {
    static func picture(_ id: PictureID) -> Self { "SELECT \(StoryPicture.columns) FROM stories_picture WHERE id = \(id)" }

    /// All of a story, the oldest first.
    static func pictures(of story: StoryID, _ place: StoryPicture.Place) -> Self {
        """
        SELECT \(StoryPicture.columns) FROM stories_picture WHERE story_id = \(story) AND place = \(place) ORDER BY id
        LIMIT \(StoryPicture.most + 10)
        """
    }

    static func everyPicture(of story: StoryID) -> Self {
        "SELECT \(StoryPicture.columns) FROM stories_picture WHERE story_id = \(story) ORDER BY id LIMIT \(StoryPicture.most + 10)"
    }
}

extension MediaOwner {
    static func picture(_ id: PictureID) -> Self { MediaOwner("stories.picture", id) }
}

extension Story {
    /// Where the cover that readers see is; nil where the drawn one stands.
    func coverAddress(_ size: PictureSize = .thumbnail) -> String? { shownCover.map { StoriesPaths.picture($0, size) } }

    /// The same of the newest one, for its author.
    func ownCoverAddress(_ size: PictureSize = .thumbnail) -> String? { cover.map { StoriesPaths.picture($0, size) } }
}

extension OfAge {
    /// Stories as a page lists them: a mature one without its cover for those who didn't say that they are of age.
    func hidingCovers(_ stories: [Story], for request: Request, in db: any Connection) throws -> [Story] {
        try stories.map { story in
            guard story.shownCover != nil, try !mayOpen(story, request, in: db) else { return story }
            var copy = story
            copy.shownCover = nil
            return copy
        }
    }
}
