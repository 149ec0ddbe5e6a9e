import Accounts
import Database
import Help
import LibraryApp
import Mail
import Messages
import Moderation
import Notifications
import Operations
import Platform
import Profiles
import Reading
import Search
import Settings
import SignIn
import Statistics
import TestSupport
import Testing
import VolunteersApp

@Suite struct Schema {
    /// Derived from other tables and built anew at will: parts of an index or a count, not records that somebody changes.
    private static let derived = ["search_", "audit_word", "library_catalogue"]

    @Test(.covers("CORE-036"), arguments: Engine.available)
    func `every record says when and by whom it was changed`(on engine: Engine) async throws {
        try await withDatabase(on: engine, tokenizers: [SearchTokenizer.fullText]) { database in
            try await database.migrate(
                KernelMigrations.all
                    + [
                        AccountsModule.manifest, SignInModule.manifest, ProfilesModule.manifest, ReadingModule.manifest, MailModule.manifest,
                        NotificationsModule.manifest, ModerationModule.manifest,
                        MessagesModule.manifest, OperationsModule.manifest, StatisticsModule.manifest, SettingsModule.manifest, HelpModule.manifest,
                        LibraryApp.manifest,
                        VolunteersApp.manifest,
                    ].flatMap(\.schema.migrations))
            let columns = try await database.read { db in try db.all(.columnsOfTables(db.dialect)) }
            let tables = Dictionary(grouping: columns, by: \.first).filter { table, _ in !Self.derived.contains { table.hasPrefix($0) } }
            #expect(tables.count > 50)
            for (table, columns) in tables {
                let when = columns.first { $0.second == "changed_at" }
                #expect(when?.third == true, "\(table) does not say when it was changed")
                #expect(columns.contains { $0.second == "changed_by" }, "\(table) does not say by whom it was changed")
            }
        }
    }
}

extension Query where Row == Row3<String, String, Bool> {
    /// Table, column, and whether it must have a value.
    fileprivate static func columnsOfTables(_ dialect: Dialect) -> Self {
        switch dialect {
        case .sqlite:
            """
            SELECT t.name, c.name, c."notnull" FROM sqlite_schema t, pragma_table_info(t.name) c
            WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' ORDER BY t.name, c.cid
            """
        case .postgres:
            """
            SELECT table_name::text, column_name::text, is_nullable = 'NO' FROM information_schema.columns
            WHERE table_schema = 'public' ORDER BY table_name, ordinal_position
            """
        }
    }
}
