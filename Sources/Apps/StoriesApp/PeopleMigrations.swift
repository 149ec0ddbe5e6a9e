import Database

/// The tables about readers and authors as people: whom they follow, what authors post, lists, settings.
enum PeopleMigrations {
    /// In the order they were written.
    static let all: [Migration] = [follows, posts, lists]

    /// `told_at` says when followers were told of a chapter; those from before are no news.
    private static let follows = Migration("stories-030-follows") { d in
        """
        CREATE TABLE stories_follow (
            person_id \(d.integer) NOT NULL,
            author_id \(d.integer) NOT NULL CHECK (author_id <> person_id),
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (person_id, author_id)
        );
        CREATE INDEX stories_follow_author ON stories_follow (author_id, person_id);
        CREATE TABLE stories_story_follow (
            person_id \(d.integer) NOT NULL,
            story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (person_id, story_id)
        );
        CREATE INDEX stories_story_follow_story ON stories_story_follow (story_id, person_id);
        CREATE TABLE stories_member (
            person_id \(d.integer) PRIMARY KEY,
            updates_seen_at \(d.integer) NOT NULL,
            is_author_focused \(d.integer) NOT NULL DEFAULT 0 CHECK (is_author_focused IN (0, 1)),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        ALTER TABLE stories_chapter ADD COLUMN told_at \(d.integer);
        UPDATE stories_chapter SET told_at = published_at WHERE published_at IS NOT NULL;
        CREATE INDEX stories_chapter_published ON stories_chapter (published_at, id) WHERE shown_revision IS NOT NULL AND is_removed = 0;
        """
    }

    /// Short words of authors to their readers. They are written once; `published_at` is when readers first saw them.
    private static let posts = Migration("stories-031-posts") { d in
        """
        CREATE TABLE stories_post (
            id \(d.id),
            author_id \(d.integer) NOT NULL,
            story_id \(d.integer) REFERENCES stories_story (id) ON DELETE CASCADE,
            text \(d.text) NOT NULL CHECK (length(text) BETWEEN 1 AND 1000),
            is_shown \(d.integer) NOT NULL DEFAULT 0 CHECK (is_shown IN (0, 1)),
            status \(d.text) NOT NULL CHECK (status IN ('draft', 'accepted', 'rejected', 'pending')),
            reason \(d.text),
            published_at \(d.integer),
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX stories_post_author ON stories_post (author_id, created_at, id);
        CREATE INDEX stories_post_story ON stories_post (story_id, created_at, id);
        """
    }

    /// Reading lists, what authors recommend, and what somebody took out of their library. `shown_name` is what others see of a list's name.
    private static let lists = Migration("stories-032-lists") { d in
        """
        CREATE TABLE stories_list (
            id \(d.id),
            person_id \(d.integer) NOT NULL,
            name \(d.text) NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
            is_public \(d.integer) NOT NULL DEFAULT 0 CHECK (is_public IN (0, 1)),
            shown_name \(d.text),
            status \(d.text) NOT NULL CHECK (status IN ('draft', 'accepted', 'rejected', 'pending')),
            reason \(d.text),
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX stories_list_person ON stories_list (person_id, id);
        CREATE TABLE stories_list_item (
            list_id \(d.integer) NOT NULL REFERENCES stories_list (id) ON DELETE CASCADE,
            story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
            position \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (list_id, story_id)
        );
        CREATE INDEX stories_list_item_story ON stories_list_item (story_id);
        CREATE TABLE stories_recommendation (
            person_id \(d.integer) NOT NULL,
            story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
            position \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (person_id, story_id)
        );
        CREATE INDEX stories_recommendation_story ON stories_recommendation (story_id);
        CREATE TABLE stories_library_removal (
            person_id \(d.integer) NOT NULL,
            story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
            removed_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            PRIMARY KEY (person_id, story_id)
        );
        CREATE INDEX stories_library_removal_story ON stories_library_removal (story_id);
        """
    }
}
