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
        }
    ]
}
