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

    /// First readers are invited as co-authors are. The table has another name, so that no statement takes a reader for an author by leaving
    /// the role out. What a chapter's first readers are shown is one text; what they say of it is never under the published chapter.
    static let firstReaders = Migration("stories-071-first-readers") { d in
        let kept = "story_id, person_id, invited_at, accepted_at, declined_at, changed_at, changed_by"
        return """
            CREATE TABLE stories_participant (
                story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
                person_id \(d.integer) NOT NULL,
                role \(d.text) NOT NULL CHECK (role IN ('author', 'reader')),
                invited_at \(d.integer) NOT NULL,
                accepted_at \(d.integer),
                declined_at \(d.integer),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                PRIMARY KEY (story_id, person_id, role),
                CHECK (accepted_at IS NULL OR declined_at IS NULL)
            );
            INSERT INTO stories_participant (role, \(kept)) SELECT 'author', \(kept) FROM stories_coauthor;
            DROP TABLE stories_coauthor;
            CREATE INDEX stories_participant_person ON stories_participant (person_id, role, story_id);
            CREATE TABLE stories_draft (
                chapter_id \(d.integer) PRIMARY KEY REFERENCES stories_chapter (id) ON DELETE CASCADE,
                revision \(d.integer) NOT NULL,
                title \(d.text) NOT NULL,
                html \(d.text) NOT NULL,
                text \(d.text) NOT NULL,
                words \(d.integer) NOT NULL,
                status \(d.text) NOT NULL CHECK (status IN ('accepted', 'rejected', 'pending')),
                reason \(d.text),
                shown_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            ALTER TABLE stories_comment ADD COLUMN is_on_draft \(d.integer) NOT NULL DEFAULT 0 CHECK (is_on_draft IN (0, 1));
            """
    }

    /// The draft that was accepted last, while a later one isn't: first readers go on with it.
    static let earlierDrafts = Migration("stories-072-earlier-drafts") { d in
        """
        CREATE TABLE stories_draft_earlier (
            chapter_id \(d.integer) PRIMARY KEY REFERENCES stories_chapter (id) ON DELETE CASCADE,
            revision \(d.integer) NOT NULL,
            title \(d.text) NOT NULL,
            html \(d.text) NOT NULL,
            text \(d.text) NOT NULL,
            words \(d.integer) NOT NULL,
            shown_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }

    /// Links that invite somebody whom an author can't find by name. Of a token only the digest is kept; one that was used stays until it
    /// would have ended, so that whoever accepted it finds the story by it.
    static let invitationLinks = Migration("stories-076-invitation-links") { d in
        """
        CREATE TABLE stories_invitation_link (
            id \(d.id),
            story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
            role \(d.text) NOT NULL CHECK (role IN ('author', 'reader')),
            token_hash \(d.bytes) NOT NULL UNIQUE,
            email \(d.text),
            made_at \(d.integer) NOT NULL,
            expires_at \(d.integer) NOT NULL,
            answered_at \(d.integer),
            accepted_by \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (accepted_by IS NULL OR answered_at IS NOT NULL)
        );
        CREATE INDEX stories_invitation_link_story ON stories_invitation_link (story_id, role);
        """
    }
}
