/// Whether the form is wanted again with what was written.
struct ChangeForm: Decodable, Sendable {
    var change: Bool
}

/// What an author tells the moderators.
struct AppealForm: Decodable, Sendable {
    var message: String?
}

/// A bookmark to be, and the page to go back to.
struct BookmarkForm: Decodable, Sendable {
    var marked: Bool
    var then: String?
}
