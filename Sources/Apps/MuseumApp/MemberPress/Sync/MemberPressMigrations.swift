import Database

extension MuseumMigrations {
    /// What was read from MemberPress, how far reading has come, and what people have to decide. Ids are WordPress' own.
    static let memberPress = Migration("museum-020-memberpress") { d in
        """
        CREATE TABLE museum_memberpress_member (
            id \(d.integer) PRIMARY KEY,
            email TEXT NOT NULL CHECK (length(email) <= 254),
            name TEXT NOT NULL CHECK (length(name) <= 200),
            person_id \(d.integer),
            proof TEXT CHECK (proof IN ('email', 'login', 'code', 'staff')),
            read_at \(d.integer) NOT NULL,
            gone_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (person_id IS NULL OR proof IS NOT NULL)
        );
        CREATE INDEX museum_memberpress_member_email ON museum_memberpress_member (email, id);
        CREATE INDEX museum_memberpress_member_person ON museum_memberpress_member (person_id, id) WHERE person_id IS NOT NULL;
        CREATE INDEX museum_memberpress_member_read ON museum_memberpress_member (read_at, id) WHERE gone_at IS NULL;
        CREATE TABLE museum_memberpress_transaction (
            id \(d.integer) PRIMARY KEY,
            member_id \(d.integer) NOT NULL,
            product_id \(d.integer) NOT NULL,
            reference TEXT NOT NULL CHECK (length(reference) <= 100),
            status TEXT NOT NULL,
            total \(d.integer) NOT NULL,
            starts_at \(d.integer),
            expires_at \(d.integer),
            read_at \(d.integer) NOT NULL,
            gone_at \(d.integer),
            membership_id \(d.integer) REFERENCES museum_membership (id),
            -- What the membership here was brought in line with last; NULL until it was.
            settled_status TEXT,
            is_settled \(d.integer) NOT NULL DEFAULT 0 CHECK (is_settled IN (0, 1)),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX museum_memberpress_transaction_member ON museum_memberpress_transaction (member_id, id);
        CREATE INDEX museum_memberpress_transaction_membership ON museum_memberpress_transaction (membership_id) WHERE membership_id IS NOT NULL;
        CREATE INDEX museum_memberpress_transaction_open ON museum_memberpress_transaction (id) WHERE is_settled = 0;
        CREATE INDEX museum_memberpress_transaction_read ON museum_memberpress_transaction (read_at, id) WHERE gone_at IS NULL;
        CREATE TABLE museum_memberpress_state (
            id \(d.integer) PRIMARY KEY CHECK (id = 1),
            -- Where reading everything has come to; NULL while nobody reads.
            begun_at \(d.integer),
            step TEXT,
            page \(d.integer),
            is_due \(d.integer) NOT NULL DEFAULT 0 CHECK (is_due IN (0, 1)),
            busy_until \(d.integer),
            tried_at \(d.integer),
            succeeded_at \(d.integer),
            failed_since \(d.integer),
            failure TEXT,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE TABLE museum_memberpress_conflict (
            id \(d.id),
            kind TEXT NOT NULL,
            subject \(d.integer) NOT NULL,
            membership_id \(d.integer),
            words TEXT NOT NULL CHECK (length(words) <= 300),
            created_at \(d.integer) NOT NULL,
            solved_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            UNIQUE (kind, subject)
        );
        CREATE INDEX museum_memberpress_conflict_open ON museum_memberpress_conflict (id) WHERE solved_at IS NULL;
        """
    }

    /// A code that was sent to a member's address, for somebody who wants to link their membership. `email` is empty where nobody has what was typed.
    static let memberPressCodes = Migration("museum-021-memberpress-codes") { d in
        """
        CREATE TABLE museum_memberpress_code (
            person_id \(d.integer) PRIMARY KEY,
            email TEXT NOT NULL CHECK (length(email) <= 254),
            code_hash \(d.bytes) NOT NULL,
            wrong \(d.integer) NOT NULL DEFAULT 0,
            expires_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }

    /// Pictures of WordPress' media library. `mark` changes with the file; `fetched_mark` is that of what was fetched.
    static let memberPressPictures = Migration("museum-022-memberpress-pictures") { d in
        """
        CREATE TABLE museum_memberpress_picture (
            id \(d.integer) PRIMARY KEY,
            title TEXT NOT NULL CHECK (length(title) <= 160),
            alt TEXT NOT NULL CHECK (length(alt) <= 500),
            type TEXT NOT NULL,
            address TEXT NOT NULL,
            size \(d.integer),
            mark TEXT NOT NULL,
            exhibit_id \(d.integer) REFERENCES museum_exhibit (id) ON DELETE SET NULL,
            is_wanted \(d.integer) NOT NULL DEFAULT 0 CHECK (is_wanted IN (0, 1)),
            hash \(d.bytes),
            fetched_mark TEXT,
            failure TEXT,
            read_at \(d.integer) NOT NULL,
            gone_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX museum_memberpress_picture_exhibit ON museum_memberpress_picture (exhibit_id) WHERE exhibit_id IS NOT NULL;
        CREATE INDEX museum_memberpress_picture_wanted ON museum_memberpress_picture (id) WHERE is_wanted = 1;
        """
    }

    /// Licence photos: sealed here, and in WordPress once it gives out the same bytes.
    static let licences = Migration("museum-023-licences") { d in
        """
        CREATE TABLE museum_licence (
            id \(d.id),
            person_id \(d.integer) UNIQUE,
            file_digest TEXT,
            file_size \(d.integer),
            hash \(d.bytes) NOT NULL,
            name TEXT NOT NULL UNIQUE,
            file_id \(d.integer),
            added_at \(d.integer) NOT NULL,
            sent_at \(d.integer),
            removed_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE INDEX museum_licence_removed ON museum_licence (id) WHERE removed_at IS NOT NULL;
        """
    }

    /// Whether staff have said that most members being gone is right.
    static let memberPressLoss = Migration("museum-024-memberpress-loss") { d in
        """
        ALTER TABLE museum_memberpress_state ADD COLUMN is_loss_accepted \(d.integer) NOT NULL DEFAULT 0 CHECK (is_loss_accepted IN (0, 1));
        """
    }
}
