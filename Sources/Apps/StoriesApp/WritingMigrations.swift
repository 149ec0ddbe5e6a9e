import Database

/// The tables about writing: goals, and notes that authors make for themselves.
enum WritingMigrations {
    /// In the order they were written.
    static let all: [Migration] = [goals, notes, textEntries, schedules]

    /// The goal of each author, and how many words they wrote on a day of their own time zone.
    private static let goals = Migration("stories-040-goals") { d in
        """
        ALTER TABLE stories_member ADD COLUMN words_per_day \(d.integer) CHECK (words_per_day BETWEEN 1 AND 100000);
        CREATE TABLE stories_writing_day (
            person_id \(d.integer) NOT NULL,
            day \(d.text) NOT NULL,
            words \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (person_id, day)
        );
        """
    }

    private static let notes = Migration("stories-041-notes") { d in
        """
        CREATE TABLE stories_chapter_notes (
            chapter_id \(d.integer) PRIMARY KEY REFERENCES stories_chapter (id) ON DELETE CASCADE,
            notes \(d.text) NOT NULL CHECK (length(notes) <= 20000),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }

    /// How far the text of each story is entered into the search.
    private static let textEntries = Migration("stories-060-text-entries") { d in
        """
        CREATE TABLE stories_text_entry (
            story_id \(d.integer) PRIMARY KEY REFERENCES stories_story (id) ON DELETE CASCADE,
            chapters \(d.integer) NOT NULL,
            mark \(d.text) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }

    /// When a chapter is to be published.
    private static let schedules = Migration("stories-061-schedules") { d in
        "ALTER TABLE stories_chapter ADD COLUMN scheduled_at \(d.integer)"
    }

    /// When an author chose to keep both wordings; a choice of one is seen in the text.
    static let settledConflicts = Migration("stories-073-settled-conflicts") { d in
        "ALTER TABLE stories_conflict ADD COLUMN settled_at \(d.integer)"
    }

    /// The number of the earlier revision that an author brought back.
    static let restoredRevisions = Migration("stories-075-restored-revisions") { d in
        "ALTER TABLE stories_revision ADD COLUMN restored \(d.integer)"
    }
}
