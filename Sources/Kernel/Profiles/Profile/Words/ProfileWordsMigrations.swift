import Database

/// The schema of words that wait for a moderator, append-only.
enum ProfileWordsMigrations {
    static let all: [Migration] = [
        Migration("accounts-profile-words-001") { d in
            """
            CREATE TABLE account_profile_words (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                field TEXT NOT NULL,
                words TEXT NOT NULL CHECK (length(words) <= 1000),
                state TEXT NOT NULL CHECK (state IN ('waiting', 'shown', 'refused')),
                reason TEXT,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (person_id, field)
            );
            """
        }
    ]
}
