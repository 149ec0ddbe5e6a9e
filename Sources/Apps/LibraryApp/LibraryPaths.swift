import Core
import Web

/// Every URL of the library, each written once.
enum LibraryPaths {
    // For readers.
    static let home = Path("/library")
    static let books = Path("/library/books")
    static let leaflets = Path("/library/leaflets")
    static let documents = Path("/library/documents")
    static let audio = Path("/library/audio")
    static let hymns = Path("/library/hymns")
    /// Hymns of a `language` from A to Z, `by` first line or title.
    static let hymnIndex = Path("/library/hymns/index")
    /// A hymn in large type, stanza by stanza.
    static let sing = Path("/library/hymns/{item}/sing", ItemID.self)
    static let bible = Path("/library/bible")
    static let bibleLookup = Path("/library/bible/lookup")
    static let bibleItem = Path("/library/bible/{item}", ItemID.self)
    static let bibleBook = Path("/library/bible/{item}/{book}", ItemID.self, String.self)
    static let bibleChapter = Path("/library/bible/{item}/{book}/{chapter}", ItemID.self, String.self, Int.self)
    /// One verse or several: `16`, `16-18`.
    static let bibleVerses = Path("/library/bible/{item}/{book}/{chapter}/{verses}", ItemID.self, String.self, Int.self, String.self)
    /// Shows the words of `ref`, such as `JHN 3:16`, from a Bible in the language `in` where there is one.
    static let biblePassage = Path("/library/bible/passage")
    /// What cites a chapter, or with `at` the verse that stands there.
    static let bibleMentions = Path("/library/bible/{item}/{book}/{chapter}/mentions", ItemID.self, String.self, Int.self)
    static let concordance = Path("/library/bible/concordance")
    static let search = Path("/library/search")
    /// Takes `language` (empty: all) and `then`.
    static let bookLanguage = Path("/library/language")
    static let suggest = Path("/library/suggest")
    static let item = Path("/library/items/{item}", ItemID.self)
    /// Every place of an item that answers `q`, by `order`.
    static let matches = Path("/library/items/{item}/matches", ItemID.self)
    static let itemFile = Path("/library/items/{item}/file", ItemID.self)
    /// The same file with its name at the end: reading apps judge a download by its ending.
    static let itemNamedFile = Path("/library/items/{item}/file/{name}", ItemID.self, String.self)
    static let itemCover = Path("/library/items/{item}/cover/{size}", ItemID.self, CoverSize.self)

    // For reading apps (OPDS): version 1.2, or 2.0 where an app asks for it; below `/opds/v2` always 2.0.
    static let feeds = Path("/opds")
    static let feed = Path("/opds/{list}", FeedList.self)
    static let feedOfCategory = Path("/opds/categories/{category}", CategoryID.self)
    static let feeds2 = Path("/opds/v2")
    static let feed2 = Path("/opds/v2/{list}", FeedList.self)
    static let feedOfCategory2 = Path("/opds/v2/categories/{category}", CategoryID.self)
    static let feedFile = Path("/opds/items/{item}/{name}", ItemID.self, String.self)
    static let feedSearchDescription = Path("/opds/search.xml")
    static let feedSignIn = Path("/opds/auth.json")

    // For programs.
    static let apiItems = Path("/api/v1/library/items")
    static let apiItem = Path("/api/v1/library/items/{item}", ItemID.self)
    static let apiSearch = Path("/api/v1/library/search")
    static let apiCategories = Path("/api/v1/library/categories")
    static let apiLanguages = Path("/api/v1/library/languages")
    static let apiUploads = Path("/api/v1/library/uploads")
    static let apiUpload = Path("/api/v1/library/uploads/{upload}", UploadID.self)

    // For staff.
    static let admin = Path("/admin/library")
    static let adminItems = Path("/admin/library/items")
    static let adminItem = Path("/admin/library/items/{item}", ItemID.self)
    static let adminItemStatus = Path("/admin/library/items/{item}/status", ItemID.self)
    static let adminItemPick = Path("/admin/library/items/{item}/staff-pick", ItemID.self)
    static let adminItemCover = Path("/admin/library/items/{item}/cover", ItemID.self)
    static let adminItemFile = Path("/admin/library/items/{item}/file", ItemID.self)
    static let adminItemDelete = Path("/admin/library/items/{item}/delete", ItemID.self)
    static let adminUploads = Path("/admin/library/uploads")
    static let adminCategories = Path("/admin/library/categories")
    static let adminCategory = Path("/admin/library/categories/{category}", CategoryID.self)
    static let adminCategoryMerge = Path("/admin/library/categories/{category}/merge", CategoryID.self)
    static let adminCategoryDelete = Path("/admin/library/categories/{category}/delete", CategoryID.self)
    static let adminLanguages = Path("/admin/library/languages")
    static let adminLanguageDelete = Path("/admin/library/languages/{tag}/delete", String.self)
}
