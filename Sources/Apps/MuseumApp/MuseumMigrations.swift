import Database

/// The app's tables. Append-only: a migration that has run anywhere is never edited, another one follows it.
enum MuseumMigrations {
    /// In the order they were written.
    static let all: [Migration] = [memberships, gallery, news, events, gifts]

    private static let memberships = Migration("museum-001-memberships") { d in
        """
        CREATE TABLE museum_tier (
            id \(d.id),
            record_id \(d.integer) UNIQUE,
            name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
            summary TEXT NOT NULL DEFAULT '' CHECK (length(summary) <= 200),
            benefits TEXT NOT NULL DEFAULT '' CHECK (length(benefits) <= 2000),
            price \(d.integer) NOT NULL CHECK (price BETWEEN 0 AND 100000000),
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            months \(d.integer) NOT NULL CHECK (months BETWEEN 0 AND 1200),
            level \(d.integer) NOT NULL CHECK (level BETWEEN 0 AND 100),
            guests \(d.integer) NOT NULL CHECK (guests BETWEEN 0 AND 20),
            is_sold \(d.integer) NOT NULL CHECK (is_sold IN (0, 1)),
            is_retired \(d.integer) NOT NULL DEFAULT 0 CHECK (is_retired IN (0, 1)),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE TABLE museum_membership (
            id \(d.id),
            tier_id \(d.integer) NOT NULL REFERENCES museum_tier (id),
            person_id \(d.integer),
            buyer_id \(d.integer),
            status TEXT NOT NULL CHECK (status IN ('pending', 'unclaimed', 'active', 'cancelled', 'refunded', 'revoked')),
            source TEXT NOT NULL CHECK (source IN ('app', 'gift', 'desk', 'granted')),
            price \(d.integer) NOT NULL CHECK (price >= 0),
            currency TEXT NOT NULL CHECK (length(currency) = 3),
            starts_at \(d.integer),
            expires_at \(d.integer),
            payable_until \(d.integer) NOT NULL,
            created_at \(d.integer) NOT NULL,
            reference TEXT NOT NULL UNIQUE,
            payment_id \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (status <> 'active' OR starts_at IS NOT NULL),
            CHECK (expires_at IS NULL OR starts_at < expires_at)
        );
        CREATE INDEX museum_membership_person ON museum_membership (person_id, id) WHERE person_id IS NOT NULL;
        CREATE INDEX museum_membership_buyer ON museum_membership (buyer_id, id) WHERE buyer_id IS NOT NULL;
        CREATE INDEX museum_membership_pending ON museum_membership (payable_until) WHERE status = 'pending';
        CREATE INDEX museum_membership_tier ON museum_membership (tier_id, status);
        """
    }
}
