import Analytics
import Audit
import Database
import Events
import Jobs
import Search

/// The schema of the kernel's own parts, in the order of their dependencies.
public enum KernelMigrations {
    /// Every step.
    public static let all: [Migration] =
        JobMigrations.all + EventMigrations.all + AuditMigrations.all + AnalyticsMigrations.all + SearchMigrations.all + PlatformMigrations.all
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
    ]
}
