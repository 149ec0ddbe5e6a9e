public import Database

/// The schema of the event stream.
public enum EventMigrations {
    /// Every step, in order.
    public static let all = [
        Migration("events-001-log") { d in
            """
            CREATE TABLE event_log (
                id \(d.id),
                topic TEXT NOT NULL,
                audience TEXT NOT NULL,
                kind TEXT NOT NULL,
                data TEXT NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX event_log_by_topic ON event_log (topic, id);
            CREATE INDEX event_log_by_time ON event_log (changed_at);
            """
        }
    ]
}
