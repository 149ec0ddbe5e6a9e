import Core
import Interface
import Platform
import Web

/// Every URL of the app, each written once.
enum StoriesPaths {
    // For readers.
    static let home = Path("/stories")
    static let story = Path("/stories/{story}", StoryID.self)
    static let epub = Path("/stories/{story}/story.epub", StoryID.self)
    static let pdf = Path("/stories/{story}/story.pdf", StoryID.self)
    static let picture = Path("/stories/pictures/{picture}/{size}", PictureID.self, PictureSize.self)
    static let storyFeed = Path("/stories/{story}/feed", StoryID.self)
    static let followStory = Path("/stories/{story}/follow", StoryID.self)
    static let placeStory = Path("/stories/{story}/lists", StoryID.self)
    static let drafts = Path("/stories/{story}/drafts", StoryID.self)
    static let library = Path("/stories/library")
    static let removeFromLibrary = Path("/stories/library/{story}/remove", StoryID.self)
    static let lists = Path("/stories/lists")
    static let list = Path("/stories/lists/{list}", ReadingListID.self)
    static let editList = Path("/stories/lists/{list}/edit", ReadingListID.self)
    static let deleteList = Path("/stories/lists/{list}/delete", ReadingListID.self)
    static let updates = Path("/stories/updates")
    static let following = Path("/stories/following")

    // People.
    static let profile = Path("/stories/profile")
    static let about = Path("/stories/profile/about")
    static let recommendations = Path("/stories/profile/recommendations")
    static let ownSettings = Path("/stories/profile/settings")
    static let person = Path("/stories/people/{person}", PersonID.self)
    static let followAuthor = Path("/stories/people/{person}/follow", PersonID.self)
    static let reportAbout = Path("/stories/people/{person}/report", PersonID.self)
    static let message = Path("/stories/people/{person}/message", PersonID.self)
    static let authorFeed = Path("/stories/people/{person}/feed", PersonID.self)
    static let newPost = Path("/stories/posts/new")
    static let deletePost = Path("/stories/posts/{post}/delete", AuthorPostID.self)

    /// The author's list of a story's chapters where it has one of them, counted from 1.
    static func chapterList(of story: StoryID, at number: Int) -> String {
        NumberedRange.address(of: number, on: workspace(story), as: chapterNumber)
    }
    /// In the address of a list of chapters: the number of one that it is to hold.
    static let chapterNumber = "chapter"

    /// Somebody's posts on their profile.
    static func posts(of person: PersonID) -> String { link(Self.person(person), query: ["show": ProfileTab.posts.rawValue]) }
    static let rate = Path("/stories/{story}/rating", StoryID.self)
    static let comments = Path("/stories/chapters/{chapter}/comments", ChapterID.self)
    static let comment = Path("/stories/comments/{comment}", CommentID.self)
    static let reply = Path("/stories/comments/{comment}/replies", CommentID.self)
    static let editComment = Path("/stories/comments/{comment}/edit", CommentID.self)
    static let deleteComment = Path("/stories/comments/{comment}/delete", CommentID.self)
    static let hideComment = Path("/stories/comments/{comment}/hide", CommentID.self)
    static let appealComment = Path("/stories/comments/{comment}/appeal", CommentID.self)
    static let muted = Path("/stories/settings/muted")
    static let mute = Path("/stories/people/{person}/mute", PersonID.self)
    static let search = Path("/stories/search")
    static let suggest = Path("/stories/search/suggestions")
    static let ranking = Path("/stories/ranking")
    static let ofAge = Path("/stories/mature")

    // For authors.
    static let write = Path("/stories/write")
    static let newStory = Path("/stories/write/new")
    /// The same for who looks for stories.
    static let searchTags = Path("/stories/search/tags")
    static let suggestTags = Path("/stories/write/tags")
    static let settings = Path("/stories/{story}/edit", StoryID.self)
    static let workspace = Path("/stories/{story}/chapters", StoryID.self)
    static let importing = Path("/stories/{story}/import", StoryID.self)
    static let publish = Path("/stories/{story}/publish", StoryID.self)
    static let unpublish = Path("/stories/{story}/unpublish", StoryID.self)
    static let delete = Path("/stories/{story}/delete", StoryID.self)
    static let readers = Path("/stories/{story}/readers", StoryID.self)
    static let storyComments = Path("/stories/{story}/comments", StoryID.self)
    static let export = Path("/stories/{story}/export", StoryID.self)
    static let manuscript = Path("/stories/{story}/export/manuscript.md", StoryID.self)
    static let printedManuscript = Path("/stories/{story}/export/manuscript.pdf", StoryID.self)
    static let wordManuscript = Path("/stories/{story}/export/manuscript.docx", StoryID.self)
    static let coauthors = Path("/stories/{story}/coauthors", StoryID.self)
    static let removeCoauthor = Path("/stories/{story}/coauthors/{person}/remove", StoryID.self, PersonID.self)
    static let invitation = Path("/stories/{story}/invitation", StoryID.self)
    static let leaveStory = Path("/stories/{story}/leave", StoryID.self)
    static let firstReaders = Path("/stories/{story}/first-readers", StoryID.self)
    static let removeFirstReader = Path("/stories/{story}/first-readers/{person}/remove", StoryID.self, PersonID.self)
    static let readerInvitation = Path("/stories/{story}/first-readers/invitation", StoryID.self)
    static let stopFirstReading = Path("/stories/{story}/first-readers/leave", StoryID.self)
    static let coauthorLinks = Path("/stories/{story}/coauthors/links", StoryID.self)
    static let revokeCoauthorLink = Path("/stories/{story}/coauthors/links/{link}/revoke", StoryID.self, InvitationLinkID.self)
    static let firstReaderLinks = Path("/stories/{story}/first-readers/links", StoryID.self)
    static let revokeFirstReaderLink = Path("/stories/{story}/first-readers/links/{link}/revoke", StoryID.self, InvitationLinkID.self)
    static let invitationLink = Path("/stories/invitations/{token}", String.self)
    static let editor = Path("/stories/chapters/{chapter}", ChapterID.self)
    static let preview = Path("/stories/chapters/{chapter}/preview", ChapterID.self)
    static let draft = Path("/stories/chapters/{chapter}/draft", ChapterID.self)
    static let draftComments = Path("/stories/chapters/{chapter}/draft/comments", ChapterID.self)
    static let showDraft = Path("/stories/chapters/{chapter}/draft/show", ChapterID.self)
    static let endDraft = Path("/stories/chapters/{chapter}/draft/end", ChapterID.self)
    static let chapterPictures = Path("/stories/chapters/{chapter}/pictures", ChapterID.self)
    static let removeChapterPicture = Path("/stories/chapters/{chapter}/pictures/remove", ChapterID.self)
    static let moveChapter = Path("/stories/chapters/{chapter}/move", ChapterID.self)
    static let publishChapter = Path("/stories/chapters/{chapter}/publish", ChapterID.self)
    static let schedule = Path("/stories/chapters/{chapter}/schedule", ChapterID.self)
    static let cancelSchedule = Path("/stories/chapters/{chapter}/schedule/cancel", ChapterID.self)
    static let unpublishChapter = Path("/stories/chapters/{chapter}/unpublish", ChapterID.self)
    static let deleteChapter = Path("/stories/chapters/{chapter}/delete", ChapterID.self)
    static let history = Path("/stories/chapters/{chapter}/history", ChapterID.self)
    static let revision = Path("/stories/chapters/{chapter}/history/{revision}", ChapterID.self, Int.self)
    static let restore = Path("/stories/chapters/{chapter}/history/{revision}/restore", ChapterID.self, Int.self)
    static let conflicts = Path("/stories/chapters/{chapter}/conflicts", ChapterID.self)
    static let conflict = Path("/stories/chapters/{chapter}/conflicts/{conflict}", ChapterID.self, ConflictID.self)

    // For moderators, in the portal.
    static let adminTags = Path("/admin/stories/tags")
    static let adminTag = Path("/admin/stories/tags/{tag}", BrowseTagID.self)
    static let adminTagDelete = Path("/admin/stories/tags/{tag}/delete", BrowseTagID.self)

    // For programs, the editor among them.
    static let apiUpdates = Path("/api/v1/stories/updates")
    static let apiLibrary = Path("/api/v1/stories/library")
    static let apiLibraryStory = Path("/api/v1/stories/library/{story}", StoryID.self)
    static let apiFollowAuthor = Path("/api/v1/stories/following/authors/{person}", PersonID.self)
    static let apiFollowStory = Path("/api/v1/stories/following/stories/{story}", StoryID.self)
    static let apiLists = Path("/api/v1/stories/lists")
    static let apiList = Path("/api/v1/stories/lists/{list}", ReadingListID.self)
    static let apiListStory = Path("/api/v1/stories/lists/{list}/stories/{story}", ReadingListID.self, StoryID.self)
    static let apiPosts = Path("/api/v1/stories/posts")
    static let apiPost = Path("/api/v1/stories/posts/{post}", AuthorPostID.self)
    static let apiSettings = Path("/api/v1/stories/settings")
    static let apiPerson = Path("/api/v1/stories/people/{person}", PersonID.self)
    static let apiStories = Path("/api/v1/stories")
    static let apiStory = Path("/api/v1/stories/{story}", StoryID.self)
    static let apiCover = Path("/api/v1/stories/{story}/cover", StoryID.self)
    static let apiTags = Path("/api/v1/stories/tags")
    static let apiChapterText = Path("/api/v1/stories/chapters/{chapter}/text", ChapterID.self)
    static let apiConflicts = Path("/api/v1/stories/chapters/{chapter}/conflicts", ChapterID.self)
    static let apiConflict = Path("/api/v1/stories/chapters/{chapter}/conflicts/{conflict}", ChapterID.self, ConflictID.self)
    static let apiChapterPictures = Path("/api/v1/stories/chapters/{chapter}/pictures", ChapterID.self)
    static let apiChapterPlace = Path("/api/v1/stories/chapters/{chapter}/place", ChapterID.self)
    static let apiSchedule = Path("/api/v1/stories/chapters/{chapter}/schedule", ChapterID.self)
    static let apiRating = Path("/api/v1/stories/{story}/rating", StoryID.self)
    static let apiReaders = Path("/api/v1/stories/{story}/readers", StoryID.self)
    static let apiComments = Path("/api/v1/stories/chapters/{chapter}/comments", ChapterID.self)
    static let apiComment = Path("/api/v1/stories/comments/{comment}", CommentID.self)
    static let apiReplies = Path("/api/v1/stories/comments/{comment}/replies", CommentID.self)
    static let apiHidden = Path("/api/v1/stories/comments/{comment}/hidden", CommentID.self)
    static let apiMutes = Path("/api/v1/stories/mutes")
    static let apiMute = Path("/api/v1/stories/mutes/{person}", PersonID.self)

    /// Where whoever began a story invites people to take part in it.
    static func participants(_ role: ParticipantRole) -> Path<StoryID> { role == .author ? coauthors : firstReaders }
    static func removeParticipant(_ role: ParticipantRole) -> Path<StoryID, PersonID> { role == .author ? removeCoauthor : removeFirstReader }
    /// Where they make links that invite.
    static func links(_ role: ParticipantRole) -> Path<StoryID> { role == .author ? coauthorLinks : firstReaderLinks }
    static func revokeLink(_ role: ParticipantRole) -> Path<StoryID, InvitationLinkID> {
        role == .author ? revokeCoauthorLink : revokeFirstReaderLink
    }
    static func invitation(_ role: ParticipantRole) -> Path<StoryID> { role == .author ? invitation : readerInvitation }
    static func leave(_ role: ParticipantRole) -> Path<StoryID> { role == .author ? leaveStory : stopFirstReading }

    /// In the address of a story: its author sees it as readers do.
    static let readersView = "as"
    /// The page of a story as somebody who hasn't signed in sees it, for its author.
    static func asReadersSee(_ id: StoryID) -> String { link(story(id), query: [readersView: "reader"]) }

    /// A page of this app to come back to: an address from a form could lead anywhere.
    static func here(_ wish: String?) -> String? {
        guard let wish else { return nil }
        let local = LocalPath(wish).text
        return local == home() || local.begins(withExactly: home() + "/") ? local : nil
    }
}
