import Core
import Database
import Platform

/// Finds the columns in which tables name people, in whatever schema the parts of the site made (CORE-020).
///
/// Two conventions carry this: a column that says whose a row is has one of the names in ``owning``; a column that says who last did
/// something to a row ends in `_by`. The rows of the first kind are erased by the part they belong to, and the database refuses new
/// ones for an account that is gone; the second kind is emptied here.
struct PersonColumns: Sendable {
    /// A column by its table.
    struct Column: Sendable, Hashable {
        let table: String
        let name: String
    }

    /// Names of columns that say whose a row is.
    static let owning: Set<String> = [
        "person_id", "author_id", "reporter_id", "sender_id", "receiver_id", "blocked_id", "first_person", "second_person",
    ]
    /// The log of who did what keeps the number of whoever did it; see Docs/decisions/erasure.md.
    private static let kept: Set<String> = ["audit_entry", "audit_archive"]

    /// Columns that say who did something.
    static func traces(in db: any Connection) throws -> [Column] { try all(in: db).filter { $0.name.hasSuffix("_by") } }

    /// Columns that say whose a row is. Those of accounts have foreign keys too, whose refusal does not say what is gone.
    static func owners(in db: any Connection) throws -> [Column] { try all(in: db).filter { owning.contains($0.name) } }

    private static func all(in db: any Connection) throws -> [Column] {
        let query: Query<Row2<String, String>> =
            switch db.dialect {
            case .sqlite:
                """
                SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
                WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND upper(c.type) = 'INTEGER'
                    AND (c."notnull" = 0 OR c.name NOT LIKE '%\\_by' ESCAPE '\\') ORDER BY 1, 2
                """
            case .postgres:
                """
                SELECT c.table_name::text, c.column_name::text FROM information_schema.columns c
                JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
                WHERE c.table_schema = current_schema() AND t.table_type = 'BASE TABLE' AND c.data_type = 'bigint'
                    AND (c.is_nullable = 'YES' OR c.column_name NOT LIKE '%\\_by') ORDER BY 1, 2
                """
            }
        return try db.all(query).map { Column(table: $0.first, name: $0.second) }.filter { !kept.contains($0.table) }
    }

    /// Empties every column that says who did something, where it says this person.
    static func cut(_ person: PersonID, in db: any Connection) throws {
        for column in try traces(in: db) {
            try db.run("UPDATE \(raw: column.table) SET \(raw: column.name) = NULL WHERE \(raw: column.name) = \(person)")
        }
    }

    /// Empties what a request that was still running wrote after its person's account was gone.
    static func cutStrays(_ columns: [Column], in db: any Connection) throws {
        for column in columns {
            try db.run(
                """
                UPDATE \(raw: column.table) SET \(raw: column.name) = NULL WHERE \(raw: column.name) IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM account_person p WHERE p.id = \(raw: column.table).\(raw: column.name))
                """)
        }
    }

    /// The columns in which there is such a stray.
    static func withStrays(in db: any Connection) throws -> [Column] {
        try traces(in: db).filter { column in
            try db.first(
                """
                SELECT 1 FROM \(raw: column.table) t WHERE t.\(raw: column.name) IS NOT NULL
                    AND NOT EXISTS (SELECT 1 FROM account_person p WHERE p.id = t.\(raw: column.name)) LIMIT 1
                """ as Query<Int>) != nil
        }
    }

    /// Has the database refuse rows that belong to an account that is gone: a write that was under way while its person's account was
    /// erased comes before the erasure and is erased, or comes after it and is refused.
    static func guardOwners(in db: any Connection) throws {
        var made: Set<String> = []
        let present = Set(try db.all(names(db.dialect)))
        for column in try owners(in: db) {
            let check = "account_check_\(column.name)"
            if db.dialect == .postgres, made.insert(check).inserted, !present.contains(check) { try db.script(function(check, column.name)) }
            let name = "\(column.table)_\(column.name)_exists"
            guard !present.contains(name) else { continue }
            try db.script(
                db.dialect == .postgres
                    ? """
                    CREATE TRIGGER \(name) BEFORE INSERT OR UPDATE OF \(column.name) ON \(column.table)
                    FOR EACH ROW EXECUTE FUNCTION \(check)();
                    """
                    : """
                    CREATE TRIGGER \(name) BEFORE INSERT ON \(column.table)
                    WHEN NEW.\(column.name) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM account_person p WHERE p.id = NEW.\(column.name))
                    BEGIN SELECT RAISE(ABORT, '\(refusal)'); END;
                    """)
        }
    }

    /// What the database says when it refuses.
    static let refusal = "the account is gone"

    private static func function(_ name: String, _ column: String) -> String {
        """
        CREATE FUNCTION \(name)() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.\(column) IS NOT NULL AND NOT EXISTS (SELECT 1 FROM account_person p WHERE p.id = NEW.\(column)) THEN
                RAISE EXCEPTION '\(refusal)';
            END IF;
            RETURN NEW;
        END $$;
        """
    }

    /// What has been made already: triggers, and the functions behind them.
    private static func names(_ dialect: Dialect) -> Query<String> {
        switch dialect {
        case .sqlite: "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        case .postgres:
            """
            SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal
            UNION SELECT proname::text FROM pg_proc WHERE proname LIKE 'account_check_%' ORDER BY 1
            """
        }
    }
}
