import Database

/// The schema of publications and of what readers keep with them. Append-only.
public enum ReadingMigrations {
    /// Every step, in order.
    public static let all: [Migration] = [publications, personal, withoutKeys, withoutSecrets, mediaHolds, parts, furthest, pages]

    private static let publications = Migration("reading-001-publications") { d in
        """
        CREATE TABLE reading_publication (
            id \(d.id),
            owner_kind TEXT NOT NULL,
            owner_id \(d.integer) NOT NULL,
            title TEXT NOT NULL,
            authors TEXT NOT NULL,
            language TEXT,
            direction TEXT NOT NULL CHECK (direction IN ('ltr', 'rtl')),
            kind TEXT NOT NULL CHECK (kind IN ('text', 'audio', 'bible')),
            audience TEXT NOT NULL CHECK (audience IN ('public', 'members', 'staff')),
            staff_permission TEXT NOT NULL,
            page_path TEXT NOT NULL,
            original_path TEXT,
            edition \(d.integer) NOT NULL CHECK (edition > 0),
            section_count \(d.integer) NOT NULL,
            words \(d.integer) NOT NULL,
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            contents TEXT NOT NULL,
            audio TEXT,
            UNIQUE (owner_kind, owner_id)
        );
        CREATE TABLE reading_section (
            id \(d.id),
            publication_id \(d.integer) NOT NULL REFERENCES reading_publication (id) ON DELETE CASCADE,
            number \(d.integer) NOT NULL CHECK (number >= 0),
            title TEXT,
            language TEXT,
            words \(d.integer) NOT NULL,
            words_before \(d.integer) NOT NULL,
            length \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            html TEXT NOT NULL,
            text TEXT NOT NULL,
            UNIQUE (publication_id, number)
        );
        CREATE TABLE reading_resource (
            id \(d.id),
            publication_id \(d.integer) NOT NULL REFERENCES reading_publication (id) ON DELETE CASCADE,
            name TEXT NOT NULL,
            media_type TEXT NOT NULL,
            media_digest TEXT NOT NULL,
            size \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            UNIQUE (publication_id, name)
        );
        """
    }

    private static let personal = Migration("reading-002-personal") { d in
        let passage = """
            quote_exact TEXT NOT NULL,
            quote_prefix TEXT NOT NULL,
            quote_suffix TEXT NOT NULL,
            position_start \(d.integer) NOT NULL,
            position_end \(d.integer) NOT NULL,
            is_placed \(d.integer) NOT NULL CHECK (is_placed IN (0, 1)),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
            """
        return """
            CREATE TABLE reading_position (
                id \(d.id),
                person_id \(d.integer) NOT NULL,
                publication_id \(d.integer) NOT NULL REFERENCES reading_publication (id) ON DELETE CASCADE,
                device TEXT NOT NULL,
                progress \(d.real) NOT NULL CHECK (progress BETWEEN 0 AND 100),
                section \(d.integer) NOT NULL,
                \(passage),
                UNIQUE (person_id, publication_id, device)
            );
            CREATE INDEX reading_position_publication ON reading_position (publication_id);
            CREATE TABLE reading_annotation (
                id \(d.id),
                person_id \(d.integer) NOT NULL,
                publication_id \(d.integer) NOT NULL REFERENCES reading_publication (id) ON DELETE CASCADE,
                colour TEXT CHECK (length(colour) = 7),
                note TEXT CHECK (length(note) BETWEEN 1 AND 300),
                request_key TEXT,
                created_at \(d.integer) NOT NULL,
                section \(d.integer) NOT NULL,
                \(passage),
                UNIQUE (person_id, request_key)
            );
            CREATE INDEX reading_annotation_person ON reading_annotation (person_id, publication_id);
            CREATE INDEX reading_annotation_publication ON reading_annotation (publication_id);
            CREATE TABLE reading_bookmark (
                id \(d.id),
                person_id \(d.integer) NOT NULL,
                publication_id \(d.integer) NOT NULL REFERENCES reading_publication (id) ON DELETE CASCADE,
                request_key TEXT,
                created_at \(d.integer) NOT NULL,
                section \(d.integer),
                \(passage),
                UNIQUE (person_id, request_key)
            );
            CREATE INDEX reading_bookmark_person ON reading_bookmark (person_id, publication_id);
            CREATE INDEX reading_bookmark_publication ON reading_bookmark (publication_id);
            CREATE UNIQUE INDEX reading_bookmark_saved ON reading_bookmark (person_id, publication_id) WHERE section IS NULL;
            CREATE TABLE reading_settings (
                person_id \(d.integer) PRIMARY KEY,
                settings TEXT NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            """
    }

    /// Makes SQLite count on in the new table where it was in the old one, so that no number is given twice.
    private static func countingOn(_ table: String) -> String {
        """
        DELETE FROM sqlite_sequence WHERE name = '\(table)_new';
        UPDATE sqlite_sequence SET name = '\(table)_new' WHERE name = '\(table)';
        """
    }

    /// Devices used to be named by the secret by which accounts know a browser again; a token has 43 characters.
    private static let withoutSecrets = Migration("reading-004-without-secrets") { _ in
        "UPDATE reading_position SET device = 'device ' || id WHERE length(device) = 43"
    }

    /// Files used to be counted where they are shown.
    private static let mediaHolds = Migration("reading-005-media-holds") { _ in
        """
        INSERT INTO media_hold (ref, owner, changed_at)
        SELECT DISTINCT resource.media_digest, 'reading.publication:' || resource.publication_id, publication.changed_at
        FROM reading_resource AS resource JOIN reading_publication AS publication ON publication.id = resource.publication_id
        """
    }

    /// What grows is amended section by section, each known by its owner's name for it.
    private static let parts = Migration("reading-006-parts") { _ in "ALTER TABLE reading_section ADD COLUMN part TEXT" }

    /// How far one has read is no longer where one is: looking back lessens nothing.
    private static let furthest = Migration("reading-007-furthest") { d in
        """
        ALTER TABLE reading_position ADD COLUMN furthest \(d.real) NOT NULL DEFAULT 0;
        ALTER TABLE reading_position ADD COLUMN furthest_section \(d.integer) NOT NULL DEFAULT 0;
        ALTER TABLE reading_position ADD COLUMN furthest_at \(d.integer) NOT NULL DEFAULT 0;
        UPDATE reading_position SET furthest = progress, furthest_section = section, furthest_at = changed_at;
        """
    }

    /// Whether somebody was last at a place in the pages as they were printed, or in the text.
    private static let pages = Migration("reading-008-pages") { d in
        "ALTER TABLE reading_position ADD COLUMN in_pages \(d.integer) NOT NULL DEFAULT 0 CHECK (in_pages IN (0, 1))"
    }

    /// A call that is sent again is the platform's to recognise. SQLite cannot drop a column that a UNIQUE names, so its tables are made anew.
    private static let withoutKeys = Migration("reading-003-without-keys") { d in
        if d == .postgres {
            return "ALTER TABLE reading_annotation DROP COLUMN request_key; ALTER TABLE reading_bookmark DROP COLUMN request_key;"
        }
        let place = "section, quote_exact, quote_prefix, quote_suffix, position_start, position_end, is_placed, created_at, changed_at, changed_by"
        let passage = """
            quote_exact TEXT NOT NULL,
            quote_prefix TEXT NOT NULL,
            quote_suffix TEXT NOT NULL,
            position_start INTEGER NOT NULL,
            position_end INTEGER NOT NULL,
            is_placed INTEGER NOT NULL CHECK (is_placed IN (0, 1)),
            created_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            changed_by INTEGER
            """
        return """
            CREATE TABLE reading_annotation_new (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                person_id INTEGER NOT NULL,
                publication_id INTEGER NOT NULL REFERENCES reading_publication (id) ON DELETE CASCADE,
                colour TEXT CHECK (length(colour) = 7),
                note TEXT CHECK (length(note) BETWEEN 1 AND 300),
                section INTEGER NOT NULL,
                \(passage)
            );
            INSERT INTO reading_annotation_new (id, person_id, publication_id, colour, note, \(place))
                SELECT id, person_id, publication_id, colour, note, \(place) FROM reading_annotation ORDER BY id;
            \(countingOn("reading_annotation"))
            DROP TABLE reading_annotation;
            ALTER TABLE reading_annotation_new RENAME TO reading_annotation;
            CREATE INDEX reading_annotation_person ON reading_annotation (person_id, publication_id);
            CREATE INDEX reading_annotation_publication ON reading_annotation (publication_id);
            CREATE TABLE reading_bookmark_new (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                person_id INTEGER NOT NULL,
                publication_id INTEGER NOT NULL REFERENCES reading_publication (id) ON DELETE CASCADE,
                section INTEGER,
                \(passage)
            );
            INSERT INTO reading_bookmark_new (id, person_id, publication_id, \(place))
                SELECT id, person_id, publication_id, \(place) FROM reading_bookmark ORDER BY id;
            \(countingOn("reading_bookmark"))
            DROP TABLE reading_bookmark;
            ALTER TABLE reading_bookmark_new RENAME TO reading_bookmark;
            CREATE INDEX reading_bookmark_person ON reading_bookmark (person_id, publication_id);
            CREATE INDEX reading_bookmark_publication ON reading_bookmark (publication_id);
            CREATE UNIQUE INDEX reading_bookmark_saved ON reading_bookmark (person_id, publication_id) WHERE section IS NULL;
            """
    }
}
