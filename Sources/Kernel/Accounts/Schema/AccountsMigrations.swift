import Database

/// The schema of accounts, append-only.
public enum AccountsMigrations {
    /// In the order they were written.
    public static let all: [Migration] =
        [
            Migration("accounts-001-people") { d in
                """
                CREATE TABLE account_person (
                    id \(d.id),
                    email TEXT NOT NULL UNIQUE,
                    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
                    password_hash TEXT,
                    status TEXT NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'deactivated', 'banned')),
                    is_owner \(d.integer) NOT NULL DEFAULT 0,
                    language TEXT,
                    theme TEXT,
                    failed_attempts \(d.integer) NOT NULL DEFAULT 0,
                    locked_until \(d.integer),
                    created_at \(d.integer) NOT NULL,
                    changed_at \(d.integer) NOT NULL,
                    changed_by \(d.integer)
                );
                CREATE TABLE account_session (
                    id \(d.id),
                    token_hash \(d.bytes) NOT NULL UNIQUE,
                    person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                    kind TEXT NOT NULL CHECK (kind IN ('browser', 'bearer')),
                    label TEXT NOT NULL,
                    keeps_signed_in \(d.integer) NOT NULL,
                    issued_at \(d.integer) NOT NULL,
                    last_used_at \(d.integer) NOT NULL,
                    expires_at \(d.integer) NOT NULL,
                    changed_at \(d.integer) NOT NULL,
                    changed_by \(d.integer)
                );
                CREATE INDEX account_session_person ON account_session(person_id);
                CREATE INDEX account_session_expiry ON account_session(expires_at);
                CREATE TABLE account_role_grant (
                    id \(d.id),
                    person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                    app TEXT NOT NULL,
                    role TEXT NOT NULL,
                    changed_at \(d.integer) NOT NULL,
                    changed_by \(d.integer),
                    UNIQUE (person_id, app, role)
                );
                CREATE TABLE account_app_password (
                    id \(d.id),
                    person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                    secret_hash \(d.bytes) NOT NULL UNIQUE,
                    label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 60),
                    last_used_at \(d.integer),
                    created_at \(d.integer) NOT NULL,
                    changed_at \(d.integer) NOT NULL,
                    changed_by \(d.integer)
                );
                CREATE INDEX account_app_password_person ON account_app_password(person_id);
                CREATE TABLE account_setup_link (
                    id \(d.id),
                    token_hash \(d.bytes) NOT NULL UNIQUE,
                    expires_at \(d.integer) NOT NULL,
                    changed_at \(d.integer) NOT NULL,
                    changed_by \(d.integer)
                );
                """
            },
            Migration("accounts-002-languages") { d in
                """
                CREATE TABLE account_app_language (
                    person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                    app TEXT NOT NULL,
                    language TEXT NOT NULL,
                    changed_at \(d.integer) NOT NULL,
                    changed_by \(d.integer),
                    PRIMARY KEY (person_id, app)
                );
                """
            },
            aboutPeople,
        ] + SecurityMigrations.all + ProviderMigrations.all + PrivacyMigrations.all + TermsMigrations.all + InvitationMigrations.all
        + PictureMigrations.all
        + [Migration("accounts-004-seen-language") { _ in "ALTER TABLE account_person ADD COLUMN seen_language TEXT;" }]
        + [
            SecurityMigrations.methods, SecurityMigrations.browsers, SecurityMigrations.renewals, InvitationMigrations.shown,
            InvitationMigrations.inviters, SecurityMigrations.refusals,
        ]
}
