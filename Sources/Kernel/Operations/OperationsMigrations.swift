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
        },
        Migration("operations-002-errors") { d in
            """
            CREATE TABLE operations_error (
                id \(d.id),
                request_id TEXT NOT NULL UNIQUE,
                origin TEXT NOT NULL CHECK (origin IN ('server', 'browser')),
                method TEXT NOT NULL,
                path TEXT NOT NULL,
                status \(d.integer) NOT NULL,
                person_id \(d.integer),
                fingerprint TEXT NOT NULL,
                cause TEXT NOT NULL,
                words TEXT,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX operations_error_by_shape ON operations_error (fingerprint, id);
            CREATE INDEX operations_error_by_time ON operations_error (changed_at);
            CREATE INDEX operations_error_by_person ON operations_error (person_id);
            """
        },
        Migration("operations-003-samples") { d in
            """
            CREATE TABLE operations_sample (
                id \(d.id),
                at \(d.integer) NOT NULL,
                span \(d.integer) NOT NULL,
                minutes \(d.integer) NOT NULL,
                requests \(d.integer) NOT NULL,
                errors \(d.integer) NOT NULL,
                p95 \(d.real) NOT NULL,
                memory \(d.integer) NOT NULL,
                disk_free \(d.integer) NOT NULL,
                database_size \(d.integer) NOT NULL,
                queue \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (span, at)
            );
            """
        },
        Migration("operations-004-runs") { d in
            """
            CREATE TABLE operations_run (
                id \(d.id),
                node TEXT NOT NULL,
                began_at \(d.integer) NOT NULL,
                last_at \(d.integer) NOT NULL,
                is_stopped \(d.integer) NOT NULL CHECK (is_stopped IN (0, 1)),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX operations_run_last ON operations_run (last_at);
            """
        },
    ]
}
