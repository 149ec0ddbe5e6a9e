public import Database

/// The schema of the audit log.
public enum AuditMigrations {
    /// Every step, in order.
    public static let all = [
        Migration("audit-001-log") { d in
            """
            CREATE TABLE audit_entry (
                id \(d.id),
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                action TEXT NOT NULL,
                entity TEXT NOT NULL,
                entity_id TEXT NOT NULL,
                details TEXT NOT NULL,
                hash \(d.bytes) NOT NULL
            );
            CREATE INDEX audit_entry_by_entity ON audit_entry (entity, entity_id, id);
            CREATE INDEX audit_entry_by_actor ON audit_entry (changed_by, id);
            \(refuseChanges(d))
            """
        },
        Migration("audit-002-words") { d in
            "CREATE INDEX audit_entry_by_time ON audit_entry (changed_at, id);\n" + AuditWords.index(d)
        },
        Migration("audit-003-archives") { d in
            """
            CREATE TABLE audit_archive (
                id \(d.id),
                first_entry \(d.integer) NOT NULL,
                last_entry \(d.integer) NOT NULL,
                entries \(d.integer) NOT NULL,
                hash_before \(d.bytes) NOT NULL,
                hash \(d.bytes) NOT NULL,
                file TEXT NOT NULL UNIQUE,
                sha256 TEXT NOT NULL,
                changed_at \(d.integer) NOT NULL,
                changed_by \(d.integer),
                CHECK (first_entry <= last_entry)
            );
            \(letGoOfArchived(d))
            """
        },
    ]

    /// An entry leaves the database only when an archive holds it; what is known of archives stays.
    private static func letGoOfArchived(_ d: Dialect) -> String {
        switch d {
        case .sqlite:
            """
            DROP TRIGGER audit_entry_no_delete;
            CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry
            WHEN NOT EXISTS (SELECT 1 FROM audit_archive WHERE old.id BETWEEN first_entry AND last_entry)
            BEGIN SELECT RAISE(ABORT, 'audit entries cannot be deleted'); END;
            CREATE TRIGGER audit_archive_no_update BEFORE UPDATE ON audit_archive
            BEGIN SELECT RAISE(ABORT, 'audit archives cannot be edited'); END;
            CREATE TRIGGER audit_archive_no_delete BEFORE DELETE ON audit_archive
            BEGIN SELECT RAISE(ABORT, 'audit archives cannot be deleted'); END;
            """
        case .postgres:
            """
            CREATE OR REPLACE FUNCTION audit_entry_refuse() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN
                IF TG_OP = ''DELETE'' AND TG_TABLE_NAME = ''audit_entry'' THEN
                    IF EXISTS (SELECT 1 FROM audit_archive WHERE old.id BETWEEN first_entry AND last_entry) THEN RETURN old; END IF;
                END IF;
                RAISE EXCEPTION ''audit entries cannot be edited or deleted'';
            END';
            CREATE TRIGGER audit_archive_no_change BEFORE UPDATE OR DELETE ON audit_archive
            FOR EACH ROW EXECUTE FUNCTION audit_entry_refuse();
            """
        }
    }

    /// The database itself refuses to edit or delete an entry.
    private static func refuseChanges(_ d: Dialect) -> String {
        switch d {
        case .sqlite:
            """
            CREATE TRIGGER audit_entry_no_update BEFORE UPDATE ON audit_entry
            BEGIN SELECT RAISE(ABORT, 'audit entries cannot be edited'); END;
            CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry
            BEGIN SELECT RAISE(ABORT, 'audit entries cannot be deleted'); END;
            """
        case .postgres:
            """
            CREATE FUNCTION audit_entry_refuse() RETURNS trigger LANGUAGE plpgsql AS
            'BEGIN RAISE EXCEPTION ''audit entries cannot be edited or deleted''; END';
            CREATE TRIGGER audit_entry_no_change BEFORE UPDATE OR DELETE ON audit_entry
            FOR EACH ROW EXECUTE FUNCTION audit_entry_refuse();
            CREATE TRIGGER audit_entry_no_truncate BEFORE TRUNCATE ON audit_entry
            FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_refuse();
            """
        }
    }
}
