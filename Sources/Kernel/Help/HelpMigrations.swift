import Database

/// The schema of the part, append-only.
enum HelpMigrations {
    /// In the order they were written.
    static let all: [Migration] = [
        Migration("help-001-support") { d in
            """
            CREATE TABLE help_request (
                id \(d.id),
                person_id \(d.integer) REFERENCES account_person(id) ON DELETE SET NULL,
                subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 120),
                page TEXT NOT NULL DEFAULT '',
                error_id TEXT NOT NULL DEFAULT '',
                level \(d.integer) NOT NULL DEFAULT 1 CHECK (level IN (1, 2)),
                status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'answered', 'closed')),
                due_at \(d.integer) NOT NULL,
                overdue_told \(d.integer) NOT NULL DEFAULT 0,
                created_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX help_request_due ON help_request(status, due_at);
            CREATE INDEX help_request_person ON help_request(person_id, id);
            CREATE TABLE help_words (
                id \(d.id),
                request_id \(d.integer) NOT NULL REFERENCES help_request(id) ON DELETE CASCADE,
                from_staff \(d.integer) NOT NULL,
                words TEXT NOT NULL CHECK (length(words) BETWEEN 1 AND 4000),
                created_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX help_words_request ON help_words(request_id, id);
            """
        },
        // Who cannot sign in gives an address for the answer.
        Migration("help-002-guests") { _ in
            """
            ALTER TABLE help_request ADD COLUMN email TEXT NOT NULL DEFAULT '' CHECK (length(email) <= 320);
            ALTER TABLE help_request ADD COLUMN language TEXT;
            """
        },
    ]
}
