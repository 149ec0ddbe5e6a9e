import Database

extension StoriesMigrations {
    /// Who was invited to write a story with whoever began it; they are its author from `accepted_at` on. One who declined stays for a while,
    /// so that nobody is asked again and again.
    static let coauthors = Migration("stories-070-coauthors") { d in
        """
        CREATE TABLE stories_coauthor (
            story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
            person_id \(d.integer) NOT NULL,
            invited_at \(d.integer) NOT NULL,
            accepted_at \(d.integer),
            declined_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (story_id, person_id),
            CHECK (accepted_at IS NULL OR declined_at IS NULL)
        );
        CREATE INDEX stories_coauthor_person ON stories_coauthor (person_id, story_id);
        """
    }
}
