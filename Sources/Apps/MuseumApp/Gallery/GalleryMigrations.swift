import Database

extension MuseumMigrations {
    /// Rooms and what is shown in them. `search_key` has every word that an exhibit is found by, in small letters.
    static let gallery = Migration("museum-010-gallery") { d in
        """
        CREATE TABLE museum_room (
            id \(d.id),
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
            text TEXT NOT NULL CHECK (length(text) <= 2000),
            position \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE TABLE museum_exhibit (
            id \(d.id),
            room_id \(d.integer) REFERENCES museum_room (id) ON DELETE SET NULL,
            kind TEXT NOT NULL CHECK (kind IN ('picture', 'object', 'monument', 'video')),
            title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 160),
            creator TEXT NOT NULL DEFAULT '' CHECK (length(creator) <= 200),
            made TEXT NOT NULL DEFAULT '' CHECK (length(made) <= 200),
            medium TEXT NOT NULL DEFAULT '' CHECK (length(medium) <= 200),
            size TEXT NOT NULL DEFAULT '' CHECK (length(size) <= 200),
            credit TEXT NOT NULL DEFAULT '' CHECK (length(credit) <= 200),
            text TEXT NOT NULL DEFAULT '' CHECK (length(text) <= 10000),
            alt TEXT NOT NULL DEFAULT '' CHECK (length(alt) <= 500),
            search_key TEXT NOT NULL,
            position \(d.integer) NOT NULL,
            is_public \(d.integer) NOT NULL CHECK (is_public IN (0, 1)),
            is_on_front \(d.integer) NOT NULL CHECK (is_on_front IN (0, 1)),
            picture_digest TEXT,
            picture_size \(d.integer),
            picture_width \(d.integer),
            picture_height \(d.integer),
            thumbnail_digest TEXT,
            thumbnail_size \(d.integer),
            video_digest TEXT,
            video_size \(d.integer),
            video_type TEXT,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (picture_digest IS NULL OR alt <> '')
        );
        CREATE INDEX museum_exhibit_room ON museum_exhibit (room_id, position, id);
        CREATE INDEX museum_exhibit_front ON museum_exhibit (id) WHERE is_on_front = 1;
        """
    }

    /// The picture in all of its pixels, to look into.
    static let detail = Migration("museum-040-detail") { d in
        """
        ALTER TABLE museum_exhibit ADD COLUMN detail_digest TEXT;
        ALTER TABLE museum_exhibit ADD COLUMN detail_size \(d.integer);
        ALTER TABLE museum_exhibit ADD COLUMN detail_width \(d.integer);
        ALTER TABLE museum_exhibit ADD COLUMN detail_height \(d.integer);
        """
    }
}
