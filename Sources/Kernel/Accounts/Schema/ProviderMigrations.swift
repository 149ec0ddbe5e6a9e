import Database

/// The schema of sign-in through others, append-only.
enum ProviderMigrations {
    /// In the order they were written.
    static let all: [Migration] = [
        Migration("accounts-signin-001-identities") { d in
            """
            ALTER TABLE account_person ADD COLUMN picture_url TEXT;
            CREATE TABLE account_picture (
                person_id \(d.integer) PRIMARY KEY REFERENCES account_person(id) ON DELETE CASCADE,
                media_type TEXT NOT NULL,
                bytes \(d.bytes) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE TABLE account_identity (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                provider TEXT NOT NULL,
                issuer TEXT NOT NULL,
                subject TEXT NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
                email TEXT,
                name TEXT,
                sealed_refresh_token \(d.bytes),
                refreshed_at \(d.integer) NOT NULL,
                last_used_at \(d.integer) NOT NULL,
                created_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (issuer, subject)
            );
            CREATE INDEX account_identity_person ON account_identity(person_id);
            CREATE TABLE account_provider_attempt (
                id \(d.id),
                state_hash \(d.bytes) NOT NULL UNIQUE,
                browser_hash \(d.bytes) NOT NULL,
                provider TEXT NOT NULL,
                purpose TEXT NOT NULL CHECK (purpose IN ('sign-in', 'link', 'confirm')),
                person_id \(d.integer) REFERENCES account_person(id) ON DELETE CASCADE,
                sealed_secrets \(d.bytes) NOT NULL,
                sealed_answer \(d.bytes),
                expires_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX account_provider_attempt_expiry ON account_provider_attempt(expires_at);
            CREATE TABLE account_pending_identity (
                id \(d.id),
                token_hash \(d.bytes) NOT NULL UNIQUE,
                sealed_content \(d.bytes) NOT NULL,
                address TEXT,
                code_hash \(d.bytes),
                wrong_codes \(d.integer) NOT NULL DEFAULT 0,
                letters \(d.integer) NOT NULL DEFAULT 0,
                expires_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX account_pending_identity_expiry ON account_pending_identity(expires_at);
            """
        },
        // Tokens of providers were discarded after the sign-in.
        Migration("accounts-signin-002-no-tokens") { _ in "ALTER TABLE account_identity DROP COLUMN sealed_refresh_token;" },
        // Those that let the site ask again are kept after all: they have to be given back when an account goes.
        Migration("accounts-signin-003-notices") { d in
            """
            ALTER TABLE account_identity ADD COLUMN sealed_refresh_token \(d.bytes);
            ALTER TABLE account_identity ADD COLUMN mail_stopped_at \(d.integer);
            CREATE TABLE account_provider_deletion (
                id \(d.id),
                code_hash \(d.bytes) NOT NULL UNIQUE,
                provider TEXT NOT NULL,
                state TEXT NOT NULL CHECK (state IN ('waiting', 'erased', 'unlinked', 'unknown')),
                requested_at \(d.integer) NOT NULL,
                finished_at \(d.integer),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX account_provider_deletion_age ON account_provider_deletion(requested_at);
            """
        },
    ]
}
