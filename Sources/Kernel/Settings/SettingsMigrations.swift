import Database

/// The schema of the part, append-only.
enum SettingsMigrations {
    /// In the order they were written.
    static let all: [Migration] = [
        Migration("settings-001-budget") { d in
            """
            CREATE TABLE settings_budget_line (
                id \(d.id),
                name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
                year \(d.integer) NOT NULL,
                amount \(d.integer) NOT NULL CHECK (amount > 0),
                currency TEXT NOT NULL,
                alert_percent \(d.integer) NOT NULL CHECK (alert_percent BETWEEN 1 AND 100),
                alerted_percent \(d.integer) NOT NULL DEFAULT 0,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                UNIQUE (year, name)
            );
            CREATE TABLE settings_expense (
                id \(d.id),
                line_id \(d.integer) NOT NULL REFERENCES settings_budget_line(id) ON DELETE CASCADE,
                amount \(d.integer) NOT NULL CHECK (amount <> 0),
                note TEXT NOT NULL CHECK (length(note) BETWEEN 1 AND 200),
                spent_at \(d.integer) NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer)
            );
            CREATE INDEX settings_expense_line ON settings_expense(line_id, spent_at);
            """
        }
    ]
}
