import Database

/// The schema of the part, append-only.
enum MessagesMigrations {
    /// In the order they were written.
    static let all: [Migration] = [
        Migration("messages-001-conversations") { d in
            """
            CREATE TABLE message_conversation (
                id \(d.id),
                title TEXT NOT NULL,
                subject_kind TEXT,
                subject_id \(d.integer),
                first_person \(d.integer),
                second_person \(d.integer),
                last_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE UNIQUE INDEX message_conversation_about
                ON message_conversation (first_person, second_person, subject_kind, subject_id) WHERE subject_kind IS NOT NULL;
            CREATE TABLE message_participant (
                id \(d.id),
                conversation_id \(d.integer) NOT NULL REFERENCES message_conversation(id) ON DELETE CASCADE,
                person_id \(d.integer) NOT NULL,
                read_to \(d.integer) NOT NULL DEFAULT 0,
                notices \(d.integer) NOT NULL DEFAULT 0,
                is_muted \(d.integer) NOT NULL DEFAULT 0 CHECK (is_muted IN (0, 1)),
                left_at \(d.integer),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (conversation_id, person_id)
            );
            CREATE INDEX message_participant_person ON message_participant (person_id);
            CREATE TABLE message_post (
                id \(d.id),
                conversation_id \(d.integer) NOT NULL REFERENCES message_conversation(id) ON DELETE CASCADE,
                author_id \(d.integer),
                words TEXT NOT NULL,
                is_shown \(d.integer) NOT NULL DEFAULT 0 CHECK (is_shown IN (0, 1)),
                told TEXT,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX message_post_conversation ON message_post (conversation_id, id);
            CREATE TABLE message_block (
                id \(d.id),
                person_id \(d.integer) NOT NULL,
                blocked_id \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (person_id, blocked_id)
            );
            """
        },
        Migration("messages-002-delivered") { d in
            """
            ALTER TABLE message_post ADD COLUMN delivered_at \(d.integer);
            UPDATE message_post SET delivered_at = changed_at WHERE is_shown = 1;
            """
        },
        Migration("messages-003-subjects") { _ in
            "CREATE INDEX message_conversation_subject ON message_conversation (subject_kind, subject_id) WHERE subject_kind IS NOT NULL;"
        },
    ]
}
