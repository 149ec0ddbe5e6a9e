import Database

/// The schema of the part, append-only. What is counted lies in the kernel's tables.
enum StatisticsMigrations {
    /// In the order they were written.
    static let all: [Migration] = [
        Migration("statistics-001-reports") { d in
            """
            CREATE TABLE statistics_report (
                id \(d.id),
                name TEXT NOT NULL,
                query TEXT NOT NULL,
                person_id \(d.integer) NOT NULL,
                is_shared \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (person_id, name)
            );
            """
        }
    ]
}
