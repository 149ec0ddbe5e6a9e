import Database

extension StoriesMigrations {
    /// Tags, warnings and the list that readers browse by. `written` is the tag as its author wrote it, `tag` what it counts as. Only what
    /// readers see is in `stories_story_tag`.
    static let tags = Migration("stories-020-tags") { d in
        """
        ALTER TABLE stories_story ADD COLUMN tags \(d.text) NOT NULL DEFAULT '';
        ALTER TABLE stories_story ADD COLUMN shown_tags \(d.text) NOT NULL DEFAULT '';
        ALTER TABLE stories_story ADD COLUMN warnings \(d.text) NOT NULL DEFAULT '';
        CREATE TABLE stories_story_tag (
            story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
            written \(d.text) NOT NULL,
            tag \(d.text) NOT NULL,
            name \(d.text) NOT NULL,
            is_mature \(d.integer) NOT NULL CHECK (is_mature IN (0, 1)),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (story_id, written)
        );
        CREATE INDEX stories_story_tag_tag ON stories_story_tag (tag, is_mature, story_id);
        CREATE INDEX stories_story_tag_written ON stories_story_tag (written, story_id);
        CREATE TABLE stories_browse_tag (
            id \(d.id),
            name \(d.text) NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
            tag \(d.text) NOT NULL UNIQUE,
            position \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE TABLE stories_browse_tag_translation (
            browse_tag_id \(d.integer) NOT NULL REFERENCES stories_browse_tag (id) ON DELETE CASCADE,
            language \(d.text) NOT NULL CHECK (length(language) BETWEEN 2 AND 35),
            name \(d.text) NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (browse_tag_id, language)
        );
        CREATE TABLE stories_tag_synonym (
            written \(d.text) PRIMARY KEY,
            name \(d.text) NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
            browse_tag_id \(d.integer) NOT NULL REFERENCES stories_browse_tag (id) ON DELETE CASCADE,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX stories_tag_synonym_tag ON stories_tag_synonym (browse_tag_id, written);
        \(FirstTags.rows)
        """
    }

    /// How much a story is read, and who said that they are of age.
    static let readers = Migration("stories-021-readers") { d in
        """
        ALTER TABLE stories_story ADD COLUMN score \(d.integer) NOT NULL DEFAULT 0;
        ALTER TABLE stories_story ADD COLUMN readers \(d.integer) NOT NULL DEFAULT 0;
        CREATE INDEX stories_story_score ON stories_story (score, id)
            WHERE is_published = 1 AND is_removed = 0 AND chapter_count > 0 AND shown_title IS NOT NULL;
        CREATE INDEX stories_story_filter ON stories_story (rating, is_complete, words)
            WHERE is_published = 1 AND is_removed = 0 AND chapter_count > 0 AND shown_title IS NOT NULL;
        CREATE INDEX stories_story_published ON stories_story (published_at, id)
            WHERE is_published = 1 AND is_removed = 0 AND chapter_count > 0 AND shown_title IS NOT NULL;
        CREATE TABLE stories_reader (
            person_id \(d.integer) PRIMARY KEY,
            is_of_age \(d.integer) NOT NULL CHECK (is_of_age IN (0, 1)),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }
}

/// The browse tags that an app begins with, in the languages that it is offered in, and what else people call them. Part of a migration: never
/// edited, followed by another one.
private enum FirstTags {
    static let rows = """
        INSERT INTO stories_browse_tag (name, tag, position, changed_at) VALUES
            ('Romance', 'romance', 1, 0), ('Fantasy', 'fantasy', 2, 0), ('Science fiction', 'sciencefiction', 3, 0),
            ('Mystery', 'mystery', 4, 0), ('Thriller', 'thriller', 5, 0), ('Horror', 'horror', 6, 0), ('Adventure', 'adventure', 7, 0),
            ('Historical', 'historical', 8, 0), ('Humour', 'humour', 9, 0), ('Everyday life', 'everydaylife', 10, 0),
            ('Faith', 'faith', 11, 0), ('Poetry', 'poetry', 12, 0), ('Young adult', 'youngadult', 13, 0), ('Fan fiction', 'fanfiction', 14, 0);
        WITH seed (tag, name_there) AS (VALUES
            ('romance', 'Romantik'), ('sciencefiction', 'Science fiction'), ('mystery', 'Deckare'), ('horror', 'Skräck'),
            ('adventure', 'Äventyr'), ('historical', 'Historiskt'), ('humour', 'Humor'), ('everydaylife', 'Vardag'), ('faith', 'Tro'),
            ('poetry', 'Poesi'), ('youngadult', 'Unga vuxna'))
        INSERT INTO stories_browse_tag_translation (browse_tag_id, language, name, changed_at)
        SELECT t.id, 'sv', seed.name_there, 0 FROM seed JOIN stories_browse_tag t ON t.tag = seed.tag;
        WITH seed (tag, written, name_there) AS (VALUES
            ('sciencefiction', 'scifi', 'sci-fi'), ('sciencefiction', 'sf', 'SF'), ('romance', 'lovestory', 'love story'),
            ('mystery', 'detective', 'detective'), ('mystery', 'crime', 'crime'), ('humour', 'comedy', 'comedy'),
            ('humour', 'funny', 'funny'), ('historical', 'historicalfiction', 'historical fiction'), ('poetry', 'poems', 'poems'),
            ('everydaylife', 'sliceoflife', 'slice of life'), ('faith', 'christian', 'Christian'), ('youngadult', 'ya', 'YA'),
            ('youngadult', 'teenfiction', 'teen fiction'), ('fanfiction', 'fanfic', 'fanfic'))
        INSERT INTO stories_tag_synonym (written, name, browse_tag_id, changed_at)
        SELECT seed.written, seed.name_there, t.id, 0 FROM seed JOIN stories_browse_tag t ON t.tag = seed.tag;
        """
}
