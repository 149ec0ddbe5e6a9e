import Database

/// The app's tables. Append-only: a migration that has run anywhere is never edited, another one follows it.
enum MuseumMigrations {
    /// In the order they were written.
    static let all: [Migration] = [
        memberships, passes, scans, gallery, news, events, gifts, visits, rewards, detail, tours, calendar, imports,
        memberPress, memberPressCodes, memberPressPictures, licences, memberPressLoss, changes, memberNumbers, refundRequests,
        translations, guests, endings, moreTranslations, renewedCards, newsPictures, eventPrices, memberScans, newsDrafts, eventPictures,
    ]

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

    private static let passes = Migration("museum-002-passes") { d in
        """
        CREATE TABLE museum_pass_key (
            id \(d.integer) PRIMARY KEY CHECK (id BETWEEN 1 AND 255),
            public_key \(d.bytes) NOT NULL,
            sealed_private \(d.bytes) NOT NULL,
            created_at \(d.integer) NOT NULL,
            retired_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE TABLE museum_pass (
            id \(d.id),
            code \(d.bytes) NOT NULL UNIQUE,
            membership_id \(d.integer) NOT NULL REFERENCES museum_membership (id),
            device_key \(d.bytes) NOT NULL,
            created_at \(d.integer) NOT NULL,
            revoked_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX museum_pass_membership ON museum_pass (membership_id, id);
        CREATE INDEX museum_pass_revoked ON museum_pass (revoked_at) WHERE revoked_at IS NOT NULL;
        """
    }

    private static let scans = Migration("museum-003-scans") { d in
        """
        CREATE TABLE museum_scan (
            id \(d.id),
            gate TEXT NOT NULL CHECK (length(gate) BETWEEN 1 AND 40),
            place TEXT NOT NULL DEFAULT '' CHECK (length(place) <= 40),
            nonce TEXT NOT NULL CHECK (length(nonce) BETWEEN 1 AND 40),
            membership_id \(d.integer) REFERENCES museum_membership (id),
            day TEXT NOT NULL CHECK (length(day) = 10),
            result TEXT NOT NULL,
            -- Whether it took the one admission of the day.
            is_first \(d.integer) NOT NULL CHECK (is_first IN (0, 1)),
            -- Whether the gate let the member in, whatever was found afterwards.
            is_let_in \(d.integer) NOT NULL CHECK (is_let_in IN (0, 1)),
            was_offline \(d.integer) NOT NULL CHECK (was_offline IN (0, 1)),
            scanned_at \(d.integer) NOT NULL,
            received_at \(d.integer) NOT NULL,
            seen_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            UNIQUE (gate, nonce)
        );
        CREATE UNIQUE INDEX museum_scan_admission ON museum_scan (membership_id, day) WHERE is_first = 1;
        CREATE INDEX museum_scan_day ON museum_scan (day, id);
        CREATE INDEX museum_scan_conflict ON museum_scan (id) WHERE is_let_in = 1 AND result NOT IN ('admitted', 'reentry') AND seen_at IS NULL;
        """
    }
}
