import Database

/// The schema of what makes accounts safe, append-only.
enum SecurityMigrations {
    static let all: [Migration] = [
        Migration("accounts-security-001-proofs") { d in
            """
            ALTER TABLE account_session ADD COLUMN proved_at \(d.integer) NOT NULL DEFAULT 0;
            UPDATE account_session SET proved_at = issued_at;
            ALTER TABLE account_person ADD COLUMN email_verified_at \(d.integer);
            ALTER TABLE account_person DROP COLUMN failed_attempts;
            ALTER TABLE account_person DROP COLUMN locked_until;
            CREATE TABLE account_attempt (
                address_hash \(d.bytes) PRIMARY KEY,
                failures \(d.integer) NOT NULL,
                locked_until \(d.integer),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX account_attempt_age ON account_attempt(changed_at);
            CREATE TABLE account_spent_ticket (
                ticket_hash \(d.bytes) PRIMARY KEY,
                expires_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX account_spent_ticket_expiry ON account_spent_ticket(expires_at);
            CREATE TABLE account_mail_link (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset')),
                token_hash \(d.bytes) NOT NULL UNIQUE,
                expires_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX account_mail_link_person ON account_mail_link(person_id, purpose);
            CREATE TABLE account_totp (
                person_id \(d.integer) PRIMARY KEY REFERENCES account_person(id) ON DELETE CASCADE,
                sealed_secret \(d.bytes) NOT NULL,
                last_step \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE TABLE account_recovery_code (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                code_hash \(d.bytes) NOT NULL,
                used_at \(d.integer),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX account_recovery_code_person ON account_recovery_code(person_id);
            CREATE TABLE account_passkey (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                credential_id \(d.bytes) NOT NULL UNIQUE,
                public_key \(d.bytes) NOT NULL,
                sign_count \(d.integer) NOT NULL,
                label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
                last_used_at \(d.integer),
                created_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX account_passkey_person ON account_passkey(person_id);
            CREATE TABLE account_device (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                token_hash \(d.bytes) NOT NULL,
                last_used_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (person_id, token_hash)
            );
            """
        }
    ]

    /// How each session and app password was proved. What is from before has no proof recorded, and its person is asked once.
    static let methods = Migration("accounts-security-002-methods") { _ in
        """
        ALTER TABLE account_session ADD COLUMN proofs TEXT NOT NULL DEFAULT '{}';
        ALTER TABLE account_app_password ADD COLUMN proofs TEXT NOT NULL DEFAULT '{}';
        """
    }

    /// Which browser a session is in, on which browsers a code was proved, how often somebody was signed out everywhere, and how locks
    /// grow. No browser has proved a code as far as is known.
    static let browsers = Migration("accounts-security-003-browsers") { d in
        """
        ALTER TABLE account_session ADD COLUMN device_hash \(d.bytes);
        ALTER TABLE account_device ADD COLUMN code_proved_at \(d.integer);
        ALTER TABLE account_person ADD COLUMN sign_outs \(d.integer) NOT NULL DEFAULT 0;
        ALTER TABLE account_attempt ADD COLUMN locks \(d.integer) NOT NULL DEFAULT 0;
        ALTER TABLE account_attempt ADD COLUMN counted_until \(d.integer);
        """
    }

    /// How many refused sign-ins the log has told of in the present hour: of accounts, and of addresses without one.
    static let refusals = Migration("accounts-security-005-refusals") { d in
        """
        CREATE TABLE account_refusal_hour (
            kind TEXT NOT NULL PRIMARY KEY,
            told \(d.integer) NOT NULL,
            untold \(d.integer) NOT NULL,
            ends_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }

    /// The token that a session had before its present one.
    static let renewals = Migration("accounts-security-004-renewals") { d in
        """
        ALTER TABLE account_session ADD COLUMN previous_hash \(d.bytes);
        CREATE INDEX account_session_previous ON account_session(previous_hash);
        """
    }
}
