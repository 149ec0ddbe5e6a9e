public import Database

/// The schema of jobs and schedules.
public enum JobMigrations {
    /// Every step, in order.
    public static let all = [
        Migration("jobs-001-queue") { d in
            """
            CREATE TABLE job_task (
                id \(d.id),
                kind TEXT NOT NULL,
                payload TEXT NOT NULL,
                dedupe_key TEXT,
                state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
                run_at \(d.integer) NOT NULL,
                attempts \(d.integer) NOT NULL DEFAULT 0,
                lease_owner TEXT,
                lease_until \(d.integer),
                cancel_requested \(d.integer) NOT NULL DEFAULT 0 CHECK (cancel_requested IN (0, 1)),
                progress \(d.real) NOT NULL DEFAULT 0,
                note TEXT,
                failure TEXT,
                created_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX job_task_due ON job_task (state, run_at, id);
            CREATE INDEX job_task_by_key ON job_task (kind, dedupe_key, state);
            CREATE TABLE job_schedule (
                id TEXT PRIMARY KEY,
                next_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            """
        },
        // Finds what a clock from the future wrote without looking at all that waits.
        Migration("jobs-002-clock") { _ in
            "CREATE INDEX job_task_by_change ON job_task (changed_at) WHERE state IN ('waiting', 'running')"
        },
    ]
}
