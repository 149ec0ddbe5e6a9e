import Database

/// The schema of the part, append-only.
enum NotificationsMigrations {
    /// In the order they were written.
    static let all: [Migration] = [
        Migration("notifications-001-notices") { d in
            """
            CREATE TABLE notification_notice (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                kind TEXT NOT NULL,
                title TEXT NOT NULL,
                body TEXT NOT NULL,
                link TEXT,
                dedupe_key TEXT,
                actor_id \(d.integer),
                in_inbox \(d.integer) NOT NULL,
                read_at \(d.integer),
                created_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (person_id, dedupe_key)
            );
            CREATE INDEX notification_notice_inbox ON notification_notice(person_id, id) WHERE in_inbox = 1;
            CREATE INDEX notification_notice_unread ON notification_notice(person_id) WHERE in_inbox = 1 AND read_at IS NULL;
            CREATE INDEX notification_notice_age ON notification_notice(created_at);
            CREATE INDEX notification_notice_actor ON notification_notice(actor_id);
            CREATE TABLE notification_choice (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                kind TEXT NOT NULL,
                channels TEXT NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (person_id, kind)
            );
            CREATE TABLE notification_rhythm (
                id \(d.id),
                person_id \(d.integer) NOT NULL UNIQUE REFERENCES account_person(id) ON DELETE CASCADE,
                digest TEXT NOT NULL CHECK (digest IN ('at-once', 'daily', 'weekly')),
                quiet_from \(d.integer),
                quiet_until \(d.integer),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE TABLE notification_letter_item (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                notice_id \(d.integer) NOT NULL UNIQUE REFERENCES notification_notice(id) ON DELETE CASCADE,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX notification_letter_item_person ON notification_letter_item(person_id);
            CREATE TABLE notification_subscription (
                id \(d.id),
                person_id \(d.integer) NOT NULL REFERENCES account_person(id) ON DELETE CASCADE,
                endpoint_hash \(d.bytes) NOT NULL UNIQUE,
                sealed \(d.bytes) NOT NULL,
                label TEXT NOT NULL,
                created_at \(d.integer) NOT NULL,
                delivered_at \(d.integer),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX notification_subscription_person ON notification_subscription(person_id);
            CREATE TABLE notification_push_key (
                id \(d.integer) PRIMARY KEY CHECK (id = 1),
                public_key \(d.bytes) NOT NULL,
                sealed_private \(d.bytes) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            """
        },
        // Devices from before belong to no browser that is known, and end when their person signs out anywhere else.
        Migration("notifications-002-browsers") { d in "ALTER TABLE notification_subscription ADD COLUMN device_hash \(d.bytes);" },
    ]
}
