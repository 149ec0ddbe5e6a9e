import Database

/// The library's tables. Append-only: a migration that has run anywhere is never edited, another one follows it.
enum LibraryMigrations {
    static let all: [Migration] = [
        items, categories, uploads, scripture, firstLists, readers, categoryBin, mediaHolds, series, catalogueRevision, portalOrders,
        categoryTranslations, scriptureSections, citations, uploadNotes,
    ]

    /// Items, their authors and the managed list of languages. `sort_title` and `sort_author` hold the folded forms by
    /// which lists are put in order, so that every order of a list is an index.
    private static let items = Migration("library-001-items") { d in
        """
        CREATE TABLE library_language (
            tag \(d.text) PRIMARY KEY CHECK (length(tag) BETWEEN 2 AND 35),
            name \(d.text) NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE TABLE library_item (
            id \(d.id),
            uuid \(d.text) NOT NULL UNIQUE,
            isbn \(d.text),
            title \(d.text) NOT NULL CHECK (length(title) BETWEEN 1 AND 200),
            sort_title \(d.text) NOT NULL,
            description \(d.text) NOT NULL DEFAULT '' CHECK (length(description) <= 500),
            publication_year \(d.integer),
            format \(d.text),
            kind \(d.text) NOT NULL CHECK (kind IN ('book', 'bible', 'leaflet', 'hymn', 'audio', 'document')),
            language \(d.text) NOT NULL REFERENCES library_language (tag),
            sort_author \(d.text) NOT NULL DEFAULT '',
            status \(d.text) NOT NULL CHECK (status IN ('draft', 'published', 'archived', 'deleted')),
            publication_id \(d.integer),
            file_ref \(d.text),
            file_name \(d.text),
            file_type \(d.text),
            file_size \(d.integer),
            cover_ref \(d.text),
            staff_pick \(d.integer) NOT NULL DEFAULT 0 CHECK (staff_pick IN (0, 1)),
            read_count \(d.integer) NOT NULL DEFAULT 0,
            words \(d.integer) NOT NULL DEFAULT 0,
            topics \(d.text) NOT NULL DEFAULT '',
            version \(d.integer) NOT NULL DEFAULT 1,
            published_at \(d.integer),
            created_at \(d.integer) NOT NULL,
            deleted_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX library_item_newest ON library_item (status, published_at, id);
        CREATE INDEX library_item_by_title ON library_item (status, sort_title, id);
        CREATE INDEX library_item_by_author ON library_item (status, sort_author, id);
        CREATE INDEX library_item_popular ON library_item (status, read_count, id);
        CREATE INDEX library_item_by_kind ON library_item (status, kind, published_at, id);
        CREATE INDEX library_item_changed ON library_item (changed_at, id);
        CREATE INDEX library_item_picked ON library_item (staff_pick, status, published_at, id);
        CREATE INDEX library_item_file ON library_item (file_ref);
        CREATE INDEX library_item_publication ON library_item (publication_id);
        CREATE INDEX library_item_language ON library_item (language);
        CREATE TABLE library_item_author (
            item_id \(d.integer) NOT NULL REFERENCES library_item (id) ON DELETE CASCADE,
            position \(d.integer) NOT NULL,
            name \(d.text) NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (item_id, position)
        );
        CREATE INDEX library_item_author_name ON library_item_author (name);
        CREATE TABLE library_cover (
            item_id \(d.integer) NOT NULL REFERENCES library_item (id) ON DELETE CASCADE,
            size \(d.text) NOT NULL,
            file_ref \(d.text) NOT NULL,
            file_type \(d.text) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (item_id, size)
        );
        CREATE INDEX library_cover_file ON library_cover (file_ref);
        """
    }

    /// Categories form a tree. `code` names the few that a screen depends on (hymns, commentaries).
    private static let categories = Migration("library-002-categories") { d in
        """
        CREATE TABLE library_category (
            id \(d.id),
            parent_id \(d.integer) REFERENCES library_category (id),
            code \(d.text) UNIQUE,
            name \(d.text) NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
            name_key \(d.text) NOT NULL,
            description \(d.text) NOT NULL DEFAULT '' CHECK (length(description) <= 200),
            colour \(d.text) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE UNIQUE INDEX library_category_name ON library_category (coalesce(parent_id, 0), name_key);
        CREATE TABLE library_item_category (
            item_id \(d.integer) NOT NULL REFERENCES library_item (id) ON DELETE CASCADE,
            category_id \(d.integer) NOT NULL REFERENCES library_category (id),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (item_id, category_id)
        );
        CREATE INDEX library_item_category_items ON library_item_category (category_id, item_id);
        """
    }

    /// One row per file that staff handed in; the row and the item it becomes are tied in one transaction.
    private static let uploads = Migration("library-003-uploads") { d in
        """
        CREATE TABLE library_upload (
            id \(d.id),
            file_name \(d.text) NOT NULL,
            file_ref \(d.text) NOT NULL,
            file_size \(d.integer) NOT NULL,
            options \(d.text) NOT NULL,
            status \(d.text) NOT NULL CHECK (status IN ('waiting', 'done', 'refused')),
            job_id \(d.integer),
            item_id \(d.integer) REFERENCES library_item (id) ON DELETE SET NULL,
            sections \(d.integer) NOT NULL DEFAULT 0,
            words \(d.integer) NOT NULL DEFAULT 0,
            reason_code \(d.text),
            reason \(d.text),
            created_at \(d.integer) NOT NULL,
            created_by \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX library_upload_recent ON library_upload (created_at, id);
        CREATE INDEX library_upload_item ON library_upload (item_id);
        CREATE INDEX library_upload_file ON library_upload (file_ref, status);
        """
    }

    /// Scripture by book, chapter and verse, beside the publication that the reader shows.
    private static let scripture = Migration("library-004-scripture") { d in
        """
        CREATE TABLE library_bible_book (
            item_id \(d.integer) NOT NULL REFERENCES library_item (id) ON DELETE CASCADE,
            position \(d.integer) NOT NULL,
            code \(d.text) NOT NULL,
            name \(d.text) NOT NULL,
            chapters \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (item_id, code)
        );
        CREATE TABLE library_bible_verse (
            item_id \(d.integer) NOT NULL REFERENCES library_item (id) ON DELETE CASCADE,
            book \(d.text) NOT NULL,
            chapter \(d.integer) NOT NULL,
            verse \(d.integer) NOT NULL,
            section \(d.integer) NOT NULL,
            text \(d.text) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (item_id, book, chapter, verse)
        );
        """
    }

    /// What a new library begins with; staff change it as they like. `hymns` and `commentaries` are the screens' own.
    private static let firstLists = Migration("library-005-first-lists") { _ in
        """
        INSERT INTO library_language (tag, name, changed_at) VALUES
            ('en', 'English', 0), ('sv', 'Svenska', 0), ('sw', 'Kiswahili', 0), ('bem', 'Ichibemba', 0);
        INSERT INTO library_category (code, name, name_key, description, colour, changed_at) VALUES
            (NULL, 'Theology', 'theology', 'The study of God and of faith.', 'ocean', 0),
            (NULL, 'History', 'history', 'The church and the world, then and now.', 'clay', 0),
            (NULL, 'Devotionals', 'devotionals', 'Short readings for every day.', 'forest', 0),
            (NULL, 'Biographies', 'biographies', 'The lives of people.', 'plum', 0),
            ('commentaries', 'Commentaries', 'commentaries', 'The Bible explained, book by book.', 'teal', 0),
            ('hymns', 'Hymns', 'hymns', 'Songs to sing together.', 'berry', 0);
        INSERT INTO library_category (parent_id, name, name_key, description, colour, changed_at)
        SELECT id, 'Worship', 'worship', '', 'berry', 0 FROM library_category WHERE code = 'hymns';
        INSERT INTO library_category (parent_id, name, name_key, description, colour, changed_at)
        SELECT id, 'Praise', 'praise', '', 'ocean', 0 FROM library_category WHERE code = 'hymns';
        INSERT INTO library_category (parent_id, name, name_key, description, colour, changed_at)
        SELECT id, 'Children''s Songs', 'children''s songs', '', 'forest', 0 FROM library_category WHERE code = 'hymns';
        """
    }

    /// What deleted categories were, until they are brought back or gone.
    private static let categoryBin = Migration("library-007-category-bin") { d in
        """
        CREATE TABLE library_category_bin (
            id \(d.id),
            name \(d.text) NOT NULL,
            kept \(d.text) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }

    /// The library used to ask its own tables who needs a file. What lies in the recycle bin is kept as well.
    private static let mediaHolds = Migration("library-008-media-holds") { _ in
        """
        INSERT INTO media_hold (ref, owner, changed_at)
            SELECT file_ref, 'library.item:' || id, changed_at FROM library_item WHERE file_ref IS NOT NULL;
        INSERT INTO media_hold (ref, owner, changed_at)
            SELECT cover_ref, 'library.cover:' || id, changed_at FROM library_item WHERE cover_ref IS NOT NULL;
        INSERT INTO media_hold (ref, owner, changed_at)
            SELECT DISTINCT file_ref, 'library.cover:' || item_id, changed_at FROM library_cover WHERE true
            ON CONFLICT (ref, owner) DO NOTHING;
        INSERT INTO media_hold (ref, owner, changed_at)
            SELECT file_ref, 'library.upload:' || id, changed_at FROM library_upload WHERE status = 'waiting';
        DROP INDEX library_cover_file;
        DROP INDEX library_upload_file;
        DELETE FROM job_task WHERE kind = 'library.remove-unused-files' AND state = 'waiting';
        """
    }

    private static let series = Migration("library-009-series") { d in
        """
        ALTER TABLE library_item ADD COLUMN series \(d.text) CHECK (length(series) BETWEEN 1 AND 120);
        ALTER TABLE library_item ADD COLUMN series_number \(d.integer) CHECK (series_number BETWEEN 1 AND 9999);
        CREATE INDEX library_item_series ON library_item (series, series_number);
        """
    }

    /// A number that the database itself raises with every change that can add an item to a list or take one off it, whoever makes it;
    /// and an index for each order of a list of one kind, so that a page reads its own rows and no others.
    private static let catalogueRevision = Migration("library-010-catalogue-revision") { d in
        """
        CREATE TABLE library_catalogue (
            id \(d.integer) PRIMARY KEY CHECK (id = 1),
            revision \(d.integer) NOT NULL
        );
        INSERT INTO library_catalogue (id, revision) VALUES (1, 1);
        CREATE TABLE library_catalogue_count (
            name \(d.text) PRIMARY KEY,
            revision \(d.integer) NOT NULL,
            answer \(d.text) NOT NULL
        );
        \(CatalogueRevision.triggers(d))
        CREATE INDEX library_item_kind_title ON library_item (status, kind, sort_title, id);
        CREATE INDEX library_item_kind_author ON library_item (status, kind, sort_author, id);
        CREATE INDEX library_item_kind_popular ON library_item (status, kind, read_count, id);
        CREATE INDEX library_item_kind_language ON library_item (status, kind, language, published_at, id);
        """
    }

    /// The portal lists items of several statuses together. Its usual order had an index; now each has one.
    private static let portalOrders = Migration("library-011-portal-orders") { _ in
        """
        CREATE INDEX library_item_all_titles ON library_item (sort_title, id);
        CREATE INDEX library_item_all_authors ON library_item (sort_author, id);
        CREATE INDEX library_item_all_popular ON library_item (read_count, id);
        """
    }

    /// What categories are called in further languages. Those that a library begins with have theirs while they are called as at the beginning.
    private static let categoryTranslations = Migration("library-012-category-translations") { d in
        """
        CREATE TABLE library_category_translation (
            category_id \(d.integer) NOT NULL REFERENCES library_category (id) ON DELETE CASCADE,
            language \(d.text) NOT NULL CHECK (length(language) BETWEEN 2 AND 35),
            name \(d.text) NOT NULL DEFAULT '' CHECK (length(name) <= 50),
            description \(d.text) NOT NULL DEFAULT '' CHECK (length(description) <= 200),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (category_id, language)
        );
        \(FirstCategories.translations)
        """
    }

    /// Where items cite the Bible, with chapter and verse as one number, and which items were looked through for that.
    private static let citations = Migration("library-014-citations") { d in
        """
        CREATE TABLE library_citation (
            item_id \(d.integer) NOT NULL REFERENCES library_item (id) ON DELETE CASCADE,
            section \(d.integer) NOT NULL,
            position_start \(d.integer) NOT NULL,
            position_end \(d.integer) NOT NULL,
            book \(d.text) NOT NULL,
            first_place \(d.integer) NOT NULL,
            last_place \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (item_id, section, position_start)
        );
        CREATE INDEX library_citation_place ON library_citation (book, first_place, last_place);
        CREATE TABLE library_citation_scan (
            item_id \(d.integer) PRIMARY KEY REFERENCES library_item (id) ON DELETE CASCADE,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }

    /// The reader asks which chapter a section is.
    private static let scriptureSections = Migration("library-013-scripture-sections") { _ in
        "CREATE INDEX library_bible_verse_section ON library_bible_verse (item_id, section);"
    }

    /// What staff should know about a file that was read: parts that were left out, words that were guessed.
    private static let uploadNotes = Migration("library-015-upload-notes") { d in
        "ALTER TABLE library_upload ADD COLUMN notes \(d.text);"
    }

    /// What a reader chose for the library.
    private static let readers = Migration("library-006-readers") { d in
        """
        CREATE TABLE library_reader (
            person_id \(d.integer) PRIMARY KEY,
            language \(d.text) REFERENCES library_language (tag) ON DELETE SET NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }
}
