import Database

/// The schema of invitations, append-only.
enum InvitationMigrations {
    static let all: [Migration] = [
        // The rule about purposes belongs to the table, which neither engine lets us change alike.
        Migration("accounts-invitation-001-purpose") { d in
            """
            CREATE TABLE account_mail_link_next (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset', 'invite')),
                token_hash \(d.bytes) NOT NULL UNIQUE,
                expires_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            INSERT INTO account_mail_link_next (person_id, purpose, token_hash, expires_at, changed_at, changed_by)
                SELECT person_id, purpose, token_hash, expires_at, changed_at, changed_by FROM account_mail_link ORDER BY id;
            DROP TABLE account_mail_link;
            ALTER TABLE account_mail_link_next RENAME TO account_mail_link;
            CREATE INDEX account_mail_link_person ON account_mail_link(person_id, purpose);
            """
        }
    ]

    /// Who made the account; nil for those who registered themselves, and for what is older.
    static let inviters = Migration("accounts-invitation-003-inviters") { d in
        "ALTER TABLE account_person ADD COLUMN invited_by \(d.integer);"
    }

    /// A link that is shown to whoever invites, so that it can be read again; one without it stands in an email alone.
    static let shown = Migration("accounts-invitation-002-shown") { d in
        "ALTER TABLE account_mail_link ADD COLUMN sealed_token \(d.bytes);"
    }
}
