import Database

/// The schema of the part, append-only.
enum OperationsMigrations {
    /// In the order they were written.
    static let all: [Migration] = [
        Migration("operations-001-backups") { d in
            """
            CREATE TABLE operations_backup (
                id \(d.id),
                name TEXT UNIQUE,
                reason TEXT NOT NULL,
                made_at \(d.integer) NOT NULL,
                failure TEXT,
                tested_at \(d.integer),
                report TEXT,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                CHECK ((name IS NULL) <> (failure IS NULL))
            );
            CREATE INDEX operations_backup_by_time ON operations_backup (made_at);
            """
        }
    ]
}
