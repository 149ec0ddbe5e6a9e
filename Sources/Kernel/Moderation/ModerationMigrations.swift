import Database

/// The schema of the part, append-only.
enum ModerationMigrations {
    /// In the order they were written.
    static let all: [Migration] = [
        Migration("moderation-001-cases") { d in
            """
            CREATE TABLE moderation_case (
                id \(d.id),
                kind TEXT NOT NULL,
                subject_id \(d.integer) NOT NULL,
                app TEXT NOT NULL,
                author_id \(d.integer),
                language TEXT NOT NULL,
                status TEXT NOT NULL CHECK (status IN ('accepted', 'rejected', 'pending')),
                version \(d.integer) NOT NULL,
                has_public \(d.integer) NOT NULL DEFAULT 0 CHECK (has_public IN (0, 1)),
                is_removed \(d.integer) NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
                is_manual \(d.integer) NOT NULL DEFAULT 0 CHECK (is_manual IN (0, 1)),
                people_first \(d.integer) NOT NULL DEFAULT 0 CHECK (people_first IN (0, 1)),
                reason TEXT,
                verdict TEXT,
                fingerprint \(d.bytes) NOT NULL,
                approved_fingerprint \(d.bytes),
                appeal TEXT,
                queue TEXT CHECK (queue IN ('new', 'appeal', 'reported')),
                is_urgent \(d.integer) NOT NULL DEFAULT 0 CHECK (is_urgent IN (0, 1)),
                queued_at \(d.integer),
                claimed_by \(d.integer),
                claimed_until \(d.integer),
                submitted_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (kind, subject_id),
                CHECK (status <> 'pending' OR queue IS NOT NULL)
            );
            CREATE INDEX moderation_case_queue ON moderation_case (is_urgent, queued_at) WHERE queue IS NOT NULL;
            CREATE INDEX moderation_case_author ON moderation_case (author_id, submitted_at);
            CREATE TABLE moderation_submission (
                id \(d.id),
                case_id \(d.integer) NOT NULL REFERENCES moderation_case(id) ON DELETE CASCADE,
                kind TEXT NOT NULL,
                author_id \(d.integer),
                fingerprint \(d.bytes) NOT NULL,
                is_first \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX moderation_submission_author ON moderation_submission (author_id, changed_at);
            CREATE INDEX moderation_submission_words ON moderation_submission (fingerprint, changed_at);
            CREATE TABLE moderation_decision (
                id \(d.id),
                case_id \(d.integer) NOT NULL REFERENCES moderation_case(id) ON DELETE CASCADE,
                version \(d.integer) NOT NULL,
                outcome TEXT NOT NULL CHECK (outcome IN ('accept', 'reject', 'hold', 'remove')),
                is_manual \(d.integer) NOT NULL CHECK (is_manual IN (0, 1)),
                rule TEXT,
                reason TEXT,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX moderation_decision_case ON moderation_decision (case_id, id);
            CREATE TABLE moderation_report (
                id \(d.id),
                case_id \(d.integer) NOT NULL REFERENCES moderation_case(id) ON DELETE CASCADE,
                reporter_id \(d.integer),
                version \(d.integer) NOT NULL,
                reason TEXT NOT NULL,
                words TEXT NOT NULL,
                weight \(d.real) NOT NULL,
                is_newcomer \(d.integer) NOT NULL CHECK (is_newcomer IN (0, 1)),
                outcome TEXT CHECK (outcome IN ('upheld', 'dismissed')),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (case_id, reporter_id)
            );
            CREATE INDEX moderation_report_reporter ON moderation_report (reporter_id, changed_at);
            CREATE TABLE moderation_warning (
                id \(d.id),
                person_id \(d.integer) NOT NULL,
                app TEXT NOT NULL,
                case_id \(d.integer) REFERENCES moderation_case(id) ON DELETE SET NULL,
                words TEXT NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX moderation_warning_person ON moderation_warning (person_id, changed_at);
            """
        },
        Migration("moderation-002-words") { d in
            """
            CREATE TABLE moderation_word (
                id \(d.id),
                list TEXT NOT NULL,
                word TEXT NOT NULL CHECK (length(word) BETWEEN 1 AND 100),
                language TEXT NOT NULL,
                app TEXT NOT NULL,
                is_listed \(d.integer) NOT NULL CHECK (is_listed IN (0, 1)),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (list, word, language, app)
            );
            """
        },
        Migration("moderation-003-log") { _ in
            "CREATE INDEX moderation_decision_log ON moderation_decision (is_manual, id);"
        },
        // What a decision found is kept for the few minutes in which it can be taken back, and each report knows what it was settled by.
        // A person has one open report of a case; those that were decided stay beside it, because later ones are weighed by them.
        Migration("moderation-004-second-thoughts") { d in
            """
            ALTER TABLE moderation_decision ADD COLUMN earlier TEXT;
            ALTER TABLE moderation_decision ADD COLUMN taken_back_at \(d.integer);
            CREATE INDEX moderation_decision_person ON moderation_decision (changed_by, changed_at);
            CREATE TABLE moderation_report_new (
                id \(d.id),
                case_id \(d.integer) NOT NULL REFERENCES moderation_case(id) ON DELETE CASCADE,
                reporter_id \(d.integer),
                version \(d.integer) NOT NULL,
                reason TEXT NOT NULL,
                words TEXT NOT NULL,
                weight \(d.real) NOT NULL,
                is_newcomer \(d.integer) NOT NULL CHECK (is_newcomer IN (0, 1)),
                outcome TEXT CHECK (outcome IN ('upheld', 'dismissed')),
                decision_id \(d.integer),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            INSERT INTO moderation_report_new (case_id, reporter_id, version, reason, words, weight, is_newcomer, outcome, changed_at, changed_by)
                SELECT case_id, reporter_id, version, reason, words, weight, is_newcomer, outcome, changed_at, changed_by
                FROM moderation_report ORDER BY id;
            DROP TABLE moderation_report;
            ALTER TABLE moderation_report_new RENAME TO moderation_report;
            CREATE UNIQUE INDEX moderation_report_open ON moderation_report (case_id, reporter_id) WHERE outcome IS NULL;
            CREATE INDEX moderation_report_case ON moderation_report (case_id, id);
            CREATE INDEX moderation_report_reporter ON moderation_report (reporter_id, changed_at);
            """
        },
        Migration("moderation-005-approved-verdict") { _ in
            """
            ALTER TABLE moderation_case ADD COLUMN approved_verdict TEXT;
            UPDATE moderation_case SET approved_verdict = verdict WHERE approved_fingerprint = fingerprint;
            """
        },
        Migration("moderation-006-ban-appeals") { d in
            """
            CREATE TABLE moderation_ban_appeal (
                id \(d.id),
                ban_id \(d.integer) NOT NULL,
                person_id \(d.integer) NOT NULL,
                app TEXT NOT NULL,
                words TEXT NOT NULL,
                state TEXT NOT NULL CHECK (state IN ('open', 'lifted', 'kept')),
                answer TEXT,
                sent_at \(d.integer) NOT NULL,
                decided_at \(d.integer),
                decided_by \(d.integer),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE UNIQUE INDEX moderation_ban_appeal_open ON moderation_ban_appeal (ban_id) WHERE state = 'open';
            CREATE INDEX moderation_ban_appeal_ban ON moderation_ban_appeal (ban_id, id);
            CREATE INDEX moderation_ban_appeal_state ON moderation_ban_appeal (state, app, id);
            CREATE INDEX moderation_ban_appeal_person ON moderation_ban_appeal (person_id);
            """
        },
        // For which text somebody was banned.
        Migration("moderation-007-ban-cases") { d in
            """
            CREATE TABLE moderation_ban_case (
                ban_id \(d.integer) PRIMARY KEY,
                case_id \(d.integer) NOT NULL REFERENCES moderation_case(id) ON DELETE CASCADE,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX moderation_ban_case_case ON moderation_ban_case (case_id);
            """
        },
        // Where an answer made a ban shorter: its new end.
        Migration("moderation-008-shortened-bans") { d in
            "ALTER TABLE moderation_ban_appeal ADD COLUMN shortened_to \(d.integer);"
        },
        // Whether a decision left something public as it was; when a report came in, which a decision on it does not change.
        Migration("moderation-009-kept") { d in
            """
            ALTER TABLE moderation_decision ADD COLUMN is_kept \(d.integer) NOT NULL DEFAULT 0 CHECK (is_kept IN (0, 1));
            ALTER TABLE moderation_report ADD COLUMN created_at \(d.integer) NOT NULL DEFAULT 0;
            UPDATE moderation_report SET created_at = changed_at;
            """
        },
        // When its author asked for another look at a moderator's decision, and which decision another moderator answered.
        Migration("moderation-010-decision-appeals") { d in
            """
            ALTER TABLE moderation_decision ADD COLUMN appealed_at \(d.integer);
            ALTER TABLE moderation_decision ADD COLUMN answers_id \(d.integer);
            """
        },
    ]
}
