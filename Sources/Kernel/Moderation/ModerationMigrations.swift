import Database

/// The schema of the part, append-only.
enum ModerationMigrations {
    /// In the order they were written.
    static let all: [Migration] = []
}
