import Database

extension StoriesMigrations {
    /// Covers and the pictures in chapters. A story's cover is the newest one, `shown_cover_id` the one that readers see. `words` say what a
    /// picture shows; empty ones are for decoration.
    static let pictures = Migration("stories-050-pictures") { d in
        """
        CREATE TABLE stories_picture (
            id \(d.id),
            story_id \(d.integer) NOT NULL REFERENCES stories_story (id) ON DELETE CASCADE,
            place \(d.text) NOT NULL CHECK (place IN ('cover', 'chapter')),
            words \(d.text) NOT NULL DEFAULT '' CHECK (length(words) <= 500),
            picture_digest \(d.text) NOT NULL,
            picture_size \(d.integer) NOT NULL,
            picture_width \(d.integer) NOT NULL,
            picture_height \(d.integer) NOT NULL,
            thumbnail_digest \(d.text) NOT NULL,
            thumbnail_size \(d.integer) NOT NULL,
            status \(d.text) NOT NULL CHECK (status IN ('draft', 'accepted', 'rejected', 'pending')),
            reason \(d.text),
            created_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX stories_picture_story ON stories_picture (story_id, place, id);
        ALTER TABLE stories_story ADD COLUMN cover_id \(d.integer);
        ALTER TABLE stories_story ADD COLUMN shown_cover_id \(d.integer);
        """
    }
}
