import Core
import Web

/// Every URL of the app, each written once.
enum VolunteersPaths {
    // For everybody who is signed in.
    static let home = Path("/volunteers")
    static let new = Path("/volunteers/new")
    static let search = Path("/volunteers/search")
    static let suggest = Path("/volunteers/search/suggestions")
    static let similar = Path("/volunteers/similar")
    /// Says what the filter would say, while somebody writes.
    static let check = Path("/volunteers/new/check")
    static let posts = Path("/volunteers/posts")
    static let post = Path("/volunteers/posts/{post}", PostID.self)
    static let edit = Path("/volunteers/posts/{post}/edit", PostID.self)
    static let confirmEdit = Path("/volunteers/posts/{post}/edit/confirm", PostID.self)
    static let delete = Path("/volunteers/posts/{post}/delete", PostID.self)
    static let appeal = Path("/volunteers/posts/{post}/appeal", PostID.self)
    static let close = Path("/volunteers/posts/{post}/close", PostID.self)
    static let reopen = Path("/volunteers/posts/{post}/reopen", PostID.self)
    static let calendar = Path("/volunteers/posts/{post}/request.ics", PostID.self)
    static let help = Path("/volunteers/posts/{post}/help", PostID.self)
    static let bookmark = Path("/volunteers/posts/{post}/bookmark", PostID.self)
    static let bookmarks = Path("/volunteers/bookmarks")
    static let own = Path("/volunteers/own")
    static let profile = Path("/volunteers/profile")
    static let about = Path("/volunteers/profile/about")
    static let person = Path("/volunteers/people/{person}", PersonID.self)
    static let reportAbout = Path("/volunteers/people/{person}/report", PersonID.self)
    static let settings = Path("/volunteers/settings")
    static let news = Path("/volunteers/settings/news")

    // For administrators, in the portal.
    static let adminCategories = Path("/admin/volunteers/categories")
    static let adminCategory = Path("/admin/volunteers/categories/{category}", CategoryID.self)
    static let adminCategoryDelete = Path("/admin/volunteers/categories/{category}/delete", CategoryID.self)

    // For programs.
    static let apiPosts = Path("/api/v1/volunteers/posts")
    static let apiPost = Path("/api/v1/volunteers/posts/{post}", PostID.self)
    static let apiClosed = Path("/api/v1/volunteers/posts/{post}/closed", PostID.self)
    static let apiSearch = Path("/api/v1/volunteers/search")
    static let apiOwn = Path("/api/v1/volunteers/own")
    static let apiBookmarks = Path("/api/v1/volunteers/bookmarks")
    static let apiBookmark = Path("/api/v1/volunteers/bookmarks/{post}", PostID.self)
    static let apiCategories = Path("/api/v1/volunteers/categories")
    static let apiSettings = Path("/api/v1/volunteers/settings")
    static let apiPerson = Path("/api/v1/volunteers/people/{person}", PersonID.self)
}
