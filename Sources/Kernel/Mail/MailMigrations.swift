import Database

/// The schema of the part, append-only.
enum MailMigrations {
    /// In the order they were written.
    static let all: [Migration] = []
}
