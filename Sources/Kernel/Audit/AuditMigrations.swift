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
    ]

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
