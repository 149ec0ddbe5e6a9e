public import Database

/// The schema of the interaction log.
public enum AnalyticsMigrations {
    /// Every step, in order.
    public static let all = [
        Migration("analytics-001-interactions") { d in
            """
            CREATE TABLE analytics_interaction (
                id \(d.id),
                kind TEXT NOT NULL,
                subject \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX analytics_interaction_by_time ON analytics_interaction (kind, changed_at, subject);
            CREATE INDEX analytics_interaction_by_subject ON analytics_interaction (kind, subject, changed_at);
            CREATE INDEX analytics_interaction_by_person ON analytics_interaction (changed_by, id);
            """
        },
        Migration("analytics-002-uncounted") { d in
            """
            CREATE TABLE analytics_uncounted (
                person_id \(d.integer) PRIMARY KEY,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            """
        },
        Migration("analytics-003-days") { d in
            """
            CREATE TABLE analytics_day (
                measure TEXT NOT NULL,
                day TEXT NOT NULL,
                part TEXT NOT NULL,
                amount \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                PRIMARY KEY (measure, day, part)
            );
            CREATE TABLE analytics_count (
                id \(d.id),
                measure TEXT NOT NULL,
                day TEXT NOT NULL,
                part TEXT NOT NULL,
                amount \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE TABLE analytics_measure (
                measure TEXT PRIMARY KEY,
                counted_from \(d.integer) NOT NULL,
                known_from \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            """
        },
        // Until now everybody was named who had not said no; nobody had been asked, so nobody stays named.
        Migration("analytics-004-named") { d in
            """
            CREATE TABLE analytics_named (
                person_id \(d.integer) PRIMARY KEY,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            UPDATE analytics_interaction SET changed_by = NULL WHERE changed_by IS NOT NULL;
            DROP TABLE analytics_uncounted;
            """
        },
    ]
}
