import Analytics
import Audit
import Database
import Events
import Jobs
import Media
import Search

/// The schema of the kernel's own parts, in the order of their dependencies.
public enum KernelMigrations {
    /// Every step.
    public static let all: [Migration] =
        JobMigrations.all + EventMigrations.all + AuditMigrations.all + AnalyticsMigrations.all + SearchMigrations.all + PlatformMigrations.all
        + MediaMigrations.all

    /// The steps that a program with these parts and apps knows.
    public static func with(_ modules: [any App.Type]) -> [Migration] { all + modules.flatMap { $0.manifest.schema.migrations } }
}

/// The schema of the platform's own memory.
enum PlatformMigrations {
    static let all: [Migration] = [
        Migration("platform-001-idempotency") { d in
            """
            CREATE TABLE platform_idempotency (
                name \(d.bytes) PRIMARY KEY,
                fingerprint \(d.bytes) NOT NULL,
                status \(d.integer),
                type TEXT NOT NULL,
                body \(d.bytes) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX platform_idempotency_age ON platform_idempotency(changed_at);
            """
        },
        // The address of what a call made, which its answer says in a header.
        Migration("platform-002-idempotency-location") { _ in "ALTER TABLE platform_idempotency ADD COLUMN location TEXT NOT NULL DEFAULT ''" },
        Migration("platform-003-seals") { d in
            """
            CREATE TABLE platform_seal (
                name TEXT PRIMARY KEY,
                value \(d.bytes) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            """
        },
        // What the writes of a keyed call answered, and what the call as a whole answered; both for a day.
        Migration("platform-004-submissions") { d in
            """
            CREATE TABLE platform_submission (
                name \(d.bytes) NOT NULL,
                step \(d.integer) NOT NULL,
                fingerprint \(d.bytes) NOT NULL,
                result \(d.bytes) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                PRIMARY KEY (name, step)
            );
            CREATE INDEX platform_submission_age ON platform_submission(changed_at);
            CREATE TABLE platform_answer (
                name \(d.bytes) PRIMARY KEY,
                fingerprint \(d.bytes) NOT NULL,
                status \(d.integer) NOT NULL,
                type TEXT NOT NULL,
                body \(d.bytes) NOT NULL,
                location TEXT NOT NULL,
                flash TEXT,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX platform_answer_age ON platform_answer(changed_at);
            INSERT INTO platform_answer (name, fingerprint, status, type, body, location, changed_at, changed_by)
                SELECT name, fingerprint, status, type, body, location, changed_at, changed_by FROM platform_idempotency
                WHERE status IS NOT NULL;
            DROP TABLE platform_idempotency;
            """
        },
        Migration("platform-005-configuration") { d in
            """
            CREATE TABLE platform_configuration (
                section TEXT PRIMARY KEY,
                value TEXT NOT NULL,
                version \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            """
        },
    ]
}
