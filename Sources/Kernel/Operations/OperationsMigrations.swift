import Database

/// The schema of the part, append-only.
enum OperationsMigrations {
    /// In the order they were written.
    static let all: [Migration] = []
}
