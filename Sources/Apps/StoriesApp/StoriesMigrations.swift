import Database

/// The app's tables. Append-only: a migration that has run anywhere is never edited, another one follows it.
enum StoriesMigrations {
    /// In the order they were written.
    static let all: [Migration] =
        [stories, chapters, releases, ratings, mutes, comments, tags, readers] + PeopleMigrations.all + WritingMigrations.all + [
            pictures, coauthors, firstReaders, earlierDrafts, WritingMigrations.settledConflicts,
            commentTimes, WritingMigrations.restoredRevisions, invitationLinks,
        ]

    /// A story holds what its author works on; `shown_` is what readers see of it. `status` is how its title and description stand.
    private static let stories = Migration("stories-001-stories") { d in
        """
        CREATE TABLE stories_story (
            id \(d.id),
            author_id \(d.integer) NOT NULL,
            title \(d.text) NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
            description \(d.text) NOT NULL CHECK (length(description) <= 4000),
            language \(d.text) NOT NULL,
            rating \(d.text) NOT NULL CHECK (rating IN ('general', 'teen', 'mature')),
            is_complete \(d.integer) NOT NULL DEFAULT 0 CHECK (is_complete IN (0, 1)),
            is_published \(d.integer) NOT NULL DEFAULT 0 CHECK (is_published IN (0, 1)),
            is_removed \(d.integer) NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
            status \(d.text) NOT NULL CHECK (status IN ('draft', 'accepted', 'rejected', 'pending')),
            reason \(d.text),
            is_manual \(d.integer) NOT NULL DEFAULT 0 CHECK (is_manual IN (0, 1)),
            shown_title \(d.text),
            shown_description \(d.text),
            publication_id \(d.integer),
            chapter_count \(d.integer) NOT NULL DEFAULT 0,
            words \(d.integer) NOT NULL DEFAULT 0,
            published_at \(d.integer),
            updated_at \(d.integer),
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (status <> 'accepted' OR shown_title IS NOT NULL)
        );
        CREATE INDEX stories_story_author ON stories_story (author_id, changed_at, id);
        CREATE INDEX stories_story_updated ON stories_story (updated_at, id)
            WHERE is_published = 1 AND is_removed = 0 AND chapter_count > 0 AND shown_title IS NOT NULL;
        """
    }

    /// A chapter is the newest revision of its text; `stories_revision` holds how it came to be, one change each, and the whole text stands
    /// only once, as it was at `text_revision`. A revision has a second parent where two devices' changes were brought together.
    private static let chapters = Migration("stories-002-chapters") { d in
        """
        CREATE TABLE stories_chapter (
            id \(d.id),
            story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
            position \(d.integer) NOT NULL,
            title \(d.text) NOT NULL CHECK (length(title) <= 200),
            words \(d.integer) NOT NULL DEFAULT 0,
            head \(d.integer) NOT NULL,
            last_revision \(d.integer) NOT NULL,
            status \(d.text) NOT NULL CHECK (status IN ('draft', 'accepted', 'rejected', 'pending')),
            reason \(d.text),
            is_manual \(d.integer) NOT NULL DEFAULT 0 CHECK (is_manual IN (0, 1)),
            is_removed \(d.integer) NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
            shown_revision \(d.integer),
            published_at \(d.integer),
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX stories_chapter_story ON stories_chapter (story_id, position, id);
        CREATE TABLE stories_chapter_text (
            chapter_id \(d.integer) PRIMARY KEY REFERENCES stories_chapter (id) ON DELETE CASCADE,
            revision \(d.integer) NOT NULL,
            text \(d.text) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE TABLE stories_revision (
            chapter_id \(d.integer) NOT NULL REFERENCES stories_chapter (id) ON DELETE CASCADE,
            number \(d.integer) NOT NULL CHECK (number > 0),
            parent \(d.integer) NOT NULL CHECK (parent >= 0 AND parent < number),
            merged \(d.integer) CHECK (merged < number),
            start \(d.integer) NOT NULL CHECK (start >= 0),
            removed \(d.text) NOT NULL,
            inserted \(d.text) NOT NULL,
            title \(d.text),
            device \(d.text) NOT NULL,
            name \(d.text),
            written_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (chapter_id, number),
            UNIQUE (chapter_id, name)
        );
        CREATE TABLE stories_conflict (
            id \(d.id),
            chapter_id \(d.integer) NOT NULL REFERENCES stories_chapter (id) ON DELETE CASCADE,
            revision \(d.integer) NOT NULL,
            base \(d.text) NOT NULL,
            first \(d.text) NOT NULL,
            second \(d.text) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX stories_conflict_chapter ON stories_conflict (chapter_id, id);
        """
    }

    /// What was sent in to be read by others: the one that readers see, and the newest that waits or was declined.
    private static let releases = Migration("stories-003-releases") { d in
        """
        CREATE TABLE stories_release (
            chapter_id \(d.integer) NOT NULL REFERENCES stories_chapter (id) ON DELETE CASCADE,
            revision \(d.integer) NOT NULL,
            title \(d.text) NOT NULL,
            html \(d.text) NOT NULL,
            text \(d.text) NOT NULL,
            words \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (chapter_id, revision)
        );
        """
    }

    /// Stars that readers gave. The story keeps how many and their average, by which lists are put in order.
    private static let ratings = Migration("stories-010-ratings") { d in
        """
        ALTER TABLE stories_story ADD COLUMN rating_count \(d.integer) NOT NULL DEFAULT 0;
        ALTER TABLE stories_story ADD COLUMN rating_average \(d.real);
        CREATE TABLE stories_rating (
            story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
            person_id \(d.integer) NOT NULL,
            stars \(d.integer) NOT NULL CHECK (stars BETWEEN 1 AND 5),
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (story_id, person_id)
        );
        CREATE INDEX stories_rating_person ON stories_rating (person_id, story_id);
        """
    }

    /// Whose words somebody doesn't want to see.
    private static let mutes = Migration("stories-011-mutes") { d in
        """
        CREATE TABLE stories_mute (
            person_id \(d.integer) NOT NULL,
            muted_id \(d.integer) NOT NULL,
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (person_id, muted_id),
            CHECK (person_id <> muted_id)
        );
        CREATE INDEX stories_mute_muted ON stories_mute (muted_id);
        """
    }

    /// The comments on a whole story are listed by time.
    private static let commentTimes = Migration("stories-074-comment-times") { _ in
        "CREATE INDEX stories_comment_time ON stories_comment (story_id, created_at, id)"
    }

    /// What readers say about chapters. `words` is the newest version, `shown_words` the one that others see. A comment that was answered
    /// stays as an empty place when it is deleted: without author and words.
    private static let comments = Migration("stories-012-comments") { d in
        """
        CREATE TABLE stories_comment (
            id \(d.id),
            story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
            chapter_id \(d.integer) NOT NULL REFERENCES stories_chapter (id) ON DELETE CASCADE,
            parent_id \(d.integer) REFERENCES stories_comment (id) ON DELETE CASCADE,
            author_id \(d.integer),
            words \(d.text) NOT NULL CHECK (length(words) <= 2000),
            shown_words \(d.text),
            language \(d.text) NOT NULL,
            is_spoiler \(d.integer) NOT NULL DEFAULT 0 CHECK (is_spoiler IN (0, 1)),
            quote_exact \(d.text),
            quote_prefix \(d.text),
            quote_suffix \(d.text),
            quote_start \(d.integer),
            quote_end \(d.integer),
            status \(d.text) NOT NULL CHECK (status IN ('accepted', 'rejected', 'pending')),
            reason \(d.text),
            is_manual \(d.integer) NOT NULL DEFAULT 0 CHECK (is_manual IN (0, 1)),
            is_removed \(d.integer) NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
            is_hidden \(d.integer) NOT NULL DEFAULT 0 CHECK (is_hidden IN (0, 1)),
            published_at \(d.integer),
            edited_at \(d.integer),
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX stories_comment_chapter ON stories_comment (chapter_id, parent_id, id);
        CREATE INDEX stories_comment_story ON stories_comment (story_id, chapter_id);
        CREATE INDEX stories_comment_parent ON stories_comment (parent_id, id);
        CREATE INDEX stories_comment_author ON stories_comment (author_id, id);
        """
    }
}
