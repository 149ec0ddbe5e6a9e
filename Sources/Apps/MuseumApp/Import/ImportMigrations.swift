import Database

extension MuseumMigrations {
    /// Where an exhibit was imported from, and what waits on its way in.
    static let imports = Migration("museum-043-imports") { d in
        """
        ALTER TABLE museum_exhibit ADD COLUMN outside_source TEXT;
        ALTER TABLE museum_exhibit ADD COLUMN outside_id TEXT;
        CREATE UNIQUE INDEX museum_exhibit_outside ON museum_exhibit (outside_source, outside_id) WHERE outside_id IS NOT NULL;
        CREATE TABLE museum_import (
            id \(d.id),
            source TEXT NOT NULL CHECK (length(source) BETWEEN 1 AND 80),
            file_digest TEXT NOT NULL,
            file_size \(d.integer) NOT NULL,
            mapping TEXT NOT NULL,
            is_done \(d.integer) NOT NULL CHECK (is_done IN (0, 1)),
            added \(d.integer) NOT NULL,
            changed \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE TABLE museum_import_picture (
            id \(d.id),
            import_id \(d.integer) NOT NULL REFERENCES museum_import (id) ON DELETE CASCADE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
            digest TEXT NOT NULL,
            size \(d.integer) NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('held', 'waiting', 'done', 'failed')),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            UNIQUE (import_id, name)
        );
        CREATE TABLE museum_waiting_picture (
            exhibit_id \(d.integer) PRIMARY KEY REFERENCES museum_exhibit (id) ON DELETE CASCADE,
            picture_digest TEXT NOT NULL,
            picture_size \(d.integer) NOT NULL,
            picture_width \(d.integer) NOT NULL,
            picture_height \(d.integer) NOT NULL,
            thumbnail_digest TEXT NOT NULL,
            thumbnail_size \(d.integer) NOT NULL,
            detail_digest TEXT,
            detail_size \(d.integer),
            detail_width \(d.integer),
            detail_height \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }
}
