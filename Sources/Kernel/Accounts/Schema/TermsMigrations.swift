import Database

/// The schema of terms that are being written, append-only.
enum TermsMigrations {
    static let all: [Migration] = [
        Migration("accounts-terms-001-drafts") { d in
            """
            CREATE TABLE account_terms_draft (
                id \(d.id),
                app TEXT NOT NULL,
                language TEXT NOT NULL,
                text TEXT NOT NULL CHECK (length(text) BETWEEN 1 AND 50000),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (app, language)
            );
            CREATE INDEX account_consent_by_version ON account_consent(app, version);
            """
        }
    ]
}
