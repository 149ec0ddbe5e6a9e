import Database

/// The schema of the part, append-only.
enum MailMigrations {
    /// In the order they were written.
    static let all: [Migration] = [
        Migration("mail-001-letters") { d in
            """
            CREATE TABLE mail_letter (
                id \(d.id),
                message_id TEXT NOT NULL UNIQUE,
                dedupe_key TEXT UNIQUE,
                address TEXT NOT NULL,
                person_id \(d.integer),
                language TEXT NOT NULL,
                sealed_content \(d.bytes),
                state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
                failure TEXT,
                created_at \(d.integer) NOT NULL,
                sent_at \(d.integer),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX mail_letter_state ON mail_letter(state, id);
            CREATE INDEX mail_letter_person ON mail_letter(person_id);
            CREATE INDEX mail_letter_address ON mail_letter(address);
            """
        },
        // Until when it is worth sending on a site that had no mail server.
        Migration("mail-002-useful") { d in
            "ALTER TABLE mail_letter ADD COLUMN useful_until \(d.integer);"
        },
    ]
}
