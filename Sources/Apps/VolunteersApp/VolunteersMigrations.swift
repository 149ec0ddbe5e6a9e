import Database

/// The app's tables. Append-only: a migration that has run anywhere is never edited, another one follows it.
enum VolunteersMigrations {
    /// In the order they were written.
    static let all: [Migration] = [categories, posts, tasks, openness, opennessTold, withoutSubmission, categoryTranslations, helpers, times]

    /// What categories are called in further languages. The first five have theirs while they are called as at the beginning.
    private static let categoryTranslations = Migration("volunteers-007-category-translations") { d in
        """
        CREATE TABLE volunteers_category_translation (
            category_id \(d.integer) NOT NULL REFERENCES volunteers_category (id) ON DELETE CASCADE,
            language \(d.text) NOT NULL CHECK (length(language) BETWEEN 2 AND 35),
            name \(d.text) NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (category_id, language)
        );
        INSERT INTO volunteers_category_translation (category_id, language, name, changed_at, changed_by)
        SELECT id, 'sv', name_sv, changed_at, changed_by FROM volunteers_category WHERE name_sv <> '';
        ALTER TABLE volunteers_category DROP COLUMN name_sv;
        \(FirstCategories.translations)
        """
    }

    /// Who helped, as the author of a request says, and when the first offer came. Of older requests that is not known: their first offer
    /// counts as made.
    private static let helpers = Migration("volunteers-008-helpers") { d in
        """
        CREATE TABLE volunteers_helper (
            post_id \(d.integer) NOT NULL REFERENCES volunteers_post (id) ON DELETE CASCADE,
            person_id \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (post_id, person_id)
        );
        CREATE INDEX volunteers_helper_person ON volunteers_helper (person_id, post_id);
        ALTER TABLE volunteers_post ADD COLUMN first_offer_at \(d.integer);
        UPDATE volunteers_post SET first_offer_at = created_at;
        """
    }

    /// When help is needed and for how long, and until when a request is listed: those that are there already stay for ever.
    private static let times = Migration("volunteers-009-times") { d in
        let lengths = "'short', 'hour', 'hours', 'half-day', 'day', 'weekly'"
        return ["volunteers_post", "volunteers_post_version"].map { table in
            """
            ALTER TABLE \(table) ADD COLUMN needed_on \(d.text) CHECK (length(needed_on) = 10);
            ALTER TABLE \(table) ADD COLUMN needed_at \(d.integer) CHECK (needed_at BETWEEN 0 AND 1439);
            ALTER TABLE \(table) ADD COLUMN needed_for \(d.text) CHECK (needed_for IN (\(lengths)));
            """
        }.joined(separator: "\n") + """

            ALTER TABLE volunteers_post ADD COLUMN expires_at \(d.integer);
            ALTER TABLE volunteers_post ADD COLUMN is_expired \(d.integer) NOT NULL DEFAULT 0 CHECK (is_expired IN (0, 1));
            """
    }

    /// The managed list of categories with its first five (VOL-020), and what the app keeps about each person who uses it.
    private static let categories = Migration("volunteers-001-categories") { d in
        """
        CREATE TABLE volunteers_category (
            id \(d.id),
            name \(d.text) NOT NULL CHECK (length(name) BETWEEN 1 AND 50),
            name_sv \(d.text) NOT NULL DEFAULT '' CHECK (length(name_sv) <= 50),
            colour \(d.text) NOT NULL,
            position \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        INSERT INTO volunteers_category (name, name_sv, colour, position, changed_at, changed_by) VALUES
            ('Animals', 'Djur', 'clay', 1, 0, NULL),
            ('Nature & Environment', 'Natur och miljö', 'forest', 2, 0, NULL),
            ('Refugees & Immigrants', 'Flyktingar och invandrare', 'plum', 3, 0, NULL),
            ('People with disabilities', 'Personer med funktionsnedsättning', 'ocean', 4, 0, NULL),
            ('Day-to-day help', 'Hjälp i vardagen', 'teal', 5, 0, NULL);
        CREATE TABLE volunteers_member (
            person_id \(d.integer) PRIMARY KEY,
            name_key \(d.text) NOT NULL,
            news \(d.text) NOT NULL DEFAULT 'none' CHECK (news IN ('none', 'all', 'category')),
            news_category_id \(d.integer) REFERENCES volunteers_category (id) ON DELETE SET NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX volunteers_member_news ON volunteers_member (news, news_category_id, person_id);
        CREATE INDEX volunteers_member_category ON volunteers_member (news_category_id);
        """
    }

    /// A post holds what others see: the accepted version, or its only one before it is accepted. `version` is the number of the
    /// newest version, `accepted_version` of the public one; the newest waits in `volunteers_post_version` until it is accepted.
    private static let posts = Migration("volunteers-002-posts") { d in
        """
        CREATE TABLE volunteers_post (
            id \(d.id),
            author_id \(d.integer) NOT NULL,
            poster_key \(d.text) NOT NULL,
            status \(d.text) NOT NULL CHECK (status IN ('accepted', 'rejected', 'pending')),
            category_id \(d.integer) NOT NULL REFERENCES volunteers_category (id),
            title \(d.text) NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
            body \(d.text) NOT NULL CHECK (length(body) BETWEEN 1 AND 1000),
            area \(d.text) NOT NULL CHECK (length(area) <= 60),
            language \(d.text) NOT NULL,
            version \(d.integer) NOT NULL,
            accepted_version \(d.integer),
            is_removed \(d.integer) NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
            submission \(d.text) NOT NULL UNIQUE,
            published_at \(d.integer),
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX volunteers_post_newest ON volunteers_post (status, published_at, id);
        CREATE INDEX volunteers_post_by_category ON volunteers_post (category_id, status, published_at, id);
        CREATE INDEX volunteers_post_by_poster ON volunteers_post (status, poster_key, id);
        CREATE INDEX volunteers_post_by_author ON volunteers_post (author_id, created_at, id);
        CREATE TABLE volunteers_post_version (
            post_id \(d.integer) NOT NULL REFERENCES volunteers_post (id) ON DELETE CASCADE,
            number \(d.integer) NOT NULL,
            status \(d.text) NOT NULL CHECK (status IN ('accepted', 'rejected', 'pending')),
            category_id \(d.integer) NOT NULL REFERENCES volunteers_category (id),
            title \(d.text) NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
            body \(d.text) NOT NULL CHECK (length(body) BETWEEN 1 AND 1000),
            area \(d.text) NOT NULL CHECK (length(area) <= 60),
            language \(d.text) NOT NULL,
            reason \(d.text),
            is_manual \(d.integer) NOT NULL DEFAULT 0 CHECK (is_manual IN (0, 1)),
            written_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (post_id, number)
        );
        CREATE INDEX volunteers_post_version_waiting ON volunteers_post_version (status, written_at, post_id);
        CREATE INDEX volunteers_post_version_category ON volunteers_post_version (category_id);
        CREATE TABLE volunteers_bookmark (
            person_id \(d.integer) NOT NULL,
            post_id \(d.integer) NOT NULL REFERENCES volunteers_post (id) ON DELETE CASCADE,
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (person_id, post_id)
        );
        CREATE INDEX volunteers_bookmark_newest ON volunteers_bookmark (person_id, created_at, post_id);
        CREATE INDEX volunteers_bookmark_post ON volunteers_bookmark (post_id);
        """
    }

    /// What is to be done once after an upgrade: requests that were public before the search knew them are entered.
    private static let tasks = Migration("volunteers-003-tasks") { d in
        """
        CREATE TABLE volunteers_task (
            name \(d.text) PRIMARY KEY,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        INSERT INTO volunteers_task (name, changed_at, changed_by)
            SELECT 'volunteers.index', 0, NULL WHERE EXISTS (SELECT 1 FROM volunteers_post);
        """
    }

    /// A request that got its help, and one whose author is banned, stay what they are and leave the lists. The orders of the feed are
    /// indexes of what it shows, however many requests were closed over the years.
    private static let openness = Migration("volunteers-004-openness") { d in
        """
        ALTER TABLE volunteers_post ADD COLUMN closed_at \(d.integer);
        ALTER TABLE volunteers_post ADD COLUMN is_withheld \(d.integer) NOT NULL DEFAULT 0 CHECK (is_withheld IN (0, 1));
        DROP INDEX volunteers_post_newest;
        DROP INDEX volunteers_post_by_category;
        DROP INDEX volunteers_post_by_poster;
        CREATE INDEX volunteers_post_newest ON volunteers_post (published_at, id)
            WHERE status = 'accepted' AND closed_at IS NULL AND is_withheld = 0;
        CREATE INDEX volunteers_post_by_category ON volunteers_post (category_id, published_at, id)
            WHERE status = 'accepted' AND closed_at IS NULL AND is_withheld = 0;
        CREATE INDEX volunteers_post_by_poster ON volunteers_post (poster_key, id)
            WHERE status = 'accepted' AND closed_at IS NULL AND is_withheld = 0;
        CREATE INDEX volunteers_post_category ON volunteers_post (category_id);
        INSERT INTO volunteers_task (name, changed_at, changed_by)
            SELECT 'volunteers.bans', 0, NULL WHERE EXISTS (SELECT 1 FROM volunteers_post);
        """
    }

    /// What those who offered know of a request; until now they were told at once.
    private static let opennessTold = Migration("volunteers-005-openness-told") { d in
        """
        ALTER TABLE volunteers_post ADD COLUMN is_closing_told \(d.integer) NOT NULL DEFAULT 0 CHECK (is_closing_told IN (0, 1));
        UPDATE volunteers_post SET is_closing_told = 1 WHERE closed_at IS NOT NULL;
        """
    }
    /// A form that is sent again is the platform's to recognise. SQLite cannot drop a column that is UNIQUE, and dropping a table that others
    /// name takes their rows with it, so all three are made anew.
    private static let withoutSubmission = Migration("volunteers-006-without-submission") { d in
        if d == .postgres { return "ALTER TABLE volunteers_post DROP COLUMN submission;" }
        let post = """
            id, author_id, poster_key, status, category_id, title, body, area, language, version, accepted_version, is_removed, published_at, \
            created_at, changed_at, changed_by, closed_at, is_withheld, is_closing_told
            """
        let version = "post_id, number, status, category_id, title, body, area, language, reason, is_manual, written_at, changed_at, changed_by"
        let bookmark = "person_id, post_id, created_at, changed_at, changed_by"
        return """
            CREATE TABLE volunteers_post_new (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                author_id INTEGER NOT NULL,
                poster_key TEXT NOT NULL,
                status TEXT NOT NULL CHECK (status IN ('accepted', 'rejected', 'pending')),
                category_id INTEGER NOT NULL REFERENCES volunteers_category (id),
                title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
                body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 1000),
                area TEXT NOT NULL CHECK (length(area) <= 60),
                language TEXT NOT NULL,
                version INTEGER NOT NULL,
                accepted_version INTEGER,
                is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
                published_at INTEGER,
                created_at INTEGER NOT NULL,
                changed_at INTEGER NOT NULL,
                changed_by INTEGER,
                closed_at INTEGER,
                is_withheld INTEGER NOT NULL DEFAULT 0 CHECK (is_withheld IN (0, 1)),
                is_closing_told INTEGER NOT NULL DEFAULT 0 CHECK (is_closing_told IN (0, 1))
            );
            CREATE TABLE volunteers_post_version_new (
                post_id INTEGER NOT NULL REFERENCES volunteers_post_new (id) ON DELETE CASCADE,
                number INTEGER NOT NULL,
                status TEXT NOT NULL CHECK (status IN ('accepted', 'rejected', 'pending')),
                category_id INTEGER NOT NULL REFERENCES volunteers_category (id),
                title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 100),
                body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 1000),
                area TEXT NOT NULL CHECK (length(area) <= 60),
                language TEXT NOT NULL,
                reason TEXT,
                is_manual INTEGER NOT NULL DEFAULT 0 CHECK (is_manual IN (0, 1)),
                written_at INTEGER NOT NULL,
                changed_at INTEGER NOT NULL,
                changed_by INTEGER,
                PRIMARY KEY (post_id, number)
            );
            CREATE TABLE volunteers_bookmark_new (
                person_id INTEGER NOT NULL,
                post_id INTEGER NOT NULL REFERENCES volunteers_post_new (id) ON DELETE CASCADE,
                created_at INTEGER NOT NULL,
                changed_at INTEGER NOT NULL,
                changed_by INTEGER,
                PRIMARY KEY (person_id, post_id)
            );
            INSERT INTO volunteers_post_new (\(post)) SELECT \(post) FROM volunteers_post ORDER BY id;
            INSERT INTO volunteers_post_version_new (\(version)) SELECT \(version) FROM volunteers_post_version;
            INSERT INTO volunteers_bookmark_new (\(bookmark)) SELECT \(bookmark) FROM volunteers_bookmark;
            DELETE FROM sqlite_sequence WHERE name = 'volunteers_post_new';
            UPDATE sqlite_sequence SET name = 'volunteers_post_new' WHERE name = 'volunteers_post';
            DROP TABLE volunteers_bookmark;
            DROP TABLE volunteers_post_version;
            DROP TABLE volunteers_post;
            ALTER TABLE volunteers_post_new RENAME TO volunteers_post;
            ALTER TABLE volunteers_post_version_new RENAME TO volunteers_post_version;
            ALTER TABLE volunteers_bookmark_new RENAME TO volunteers_bookmark;
            CREATE INDEX volunteers_post_newest ON volunteers_post (published_at, id)
                WHERE status = 'accepted' AND closed_at IS NULL AND is_withheld = 0;
            CREATE INDEX volunteers_post_by_category ON volunteers_post (category_id, published_at, id)
                WHERE status = 'accepted' AND closed_at IS NULL AND is_withheld = 0;
            CREATE INDEX volunteers_post_by_poster ON volunteers_post (poster_key, id)
                WHERE status = 'accepted' AND closed_at IS NULL AND is_withheld = 0;
            CREATE INDEX volunteers_post_category ON volunteers_post (category_id);
            CREATE INDEX volunteers_post_by_author ON volunteers_post (author_id, created_at, id);
            CREATE INDEX volunteers_post_version_waiting ON volunteers_post_version (status, written_at, post_id);
            CREATE INDEX volunteers_post_version_category ON volunteers_post_version (category_id);
            CREATE INDEX volunteers_bookmark_newest ON volunteers_bookmark (person_id, created_at, post_id);
            CREATE INDEX volunteers_bookmark_post ON volunteers_bookmark (post_id);
            """
    }
}
