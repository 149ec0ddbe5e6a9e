import Database

/// The schema of what people take with them, append-only.
enum PrivacyMigrations {
    static let all: [Migration] = [
        Migration("accounts-privacy-001-exports") { d in
            """
            ALTER TABLE account_person DROP COLUMN is_counted;
            CREATE TABLE account_export (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                state TEXT NOT NULL CHECK (state IN ('waiting', 'ready')),
                requested_at \(d.integer) NOT NULL,
                expires_at \(d.integer),
                media_ref TEXT,
                size \(d.integer),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX account_export_person ON account_export(person_id, id);
            """
        },
        // The job that removed files without asking who else has them waits for nobody any more.
        Migration("accounts-privacy-002-media-holds") { _ in
            """
            INSERT INTO media_hold (ref, owner, changed_at)
            SELECT media_ref, 'accounts.export:' || id, changed_at FROM account_export WHERE media_ref IS NOT NULL;
            DELETE FROM job_task WHERE kind = 'accounts.erase-files' AND state = 'waiting';
            """
        },
    ]
}
