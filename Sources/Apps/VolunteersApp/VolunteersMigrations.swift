import Database

/// The schema of the app, append-only.
enum VolunteersMigrations {
    /// In the order they were written.
    static let all: [Migration] = []
}
