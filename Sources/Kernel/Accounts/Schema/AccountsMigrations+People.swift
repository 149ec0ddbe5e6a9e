import Database

extension AccountsMigrations {
    /// What people say about themselves, what they agreed to, and from what they are banned.
    static let aboutPeople = Migration("accounts-003-about-people") { d in
        """
        ALTER TABLE account_person ADD COLUMN phone TEXT;
        ALTER TABLE account_person ADD COLUMN time_zone TEXT;
        ALTER TABLE account_person ADD COLUMN is_counted \(d.integer) NOT NULL DEFAULT 1 CHECK (is_counted IN (0, 1));
        CREATE INDEX account_person_by_name ON account_person(name, id);
        CREATE TABLE account_about (
            id \(d.id),
            person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
            app TEXT NOT NULL,
            text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            UNIQUE (person_id, app)
        );
        CREATE TABLE account_ban (
            id \(d.id),
            person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
            app TEXT NOT NULL,
            reason TEXT NOT NULL,
            banned_at \(d.integer) NOT NULL,
            banned_by \(d.integer),
            banned_until \(d.integer),
            lifted_at \(d.integer),
            lifted_by \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX account_ban_person ON account_ban(person_id, id);
        CREATE UNIQUE INDEX account_ban_open ON account_ban(person_id, app) WHERE lifted_at IS NULL;
        CREATE TABLE account_terms (
            id \(d.id),
            app TEXT NOT NULL,
            version \(d.integer) NOT NULL,
            language TEXT NOT NULL,
            text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 50000),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            UNIQUE (app, version, language)
        );
        CREATE TABLE account_consent (
            id \(d.id),
            person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
            app TEXT NOT NULL,
            version \(d.integer) NOT NULL,
            accepted_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            UNIQUE (person_id, app, version)
        );
        """
    }
}
