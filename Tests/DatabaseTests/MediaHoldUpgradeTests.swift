import Accounts
import Database
import LibraryApp
import Platform
import Reading
import Search
import TestSupport
import Testing

@Suite struct `Sites from before files had owners` {
    @Test(arguments: Engine.available)
    func `every file that a table names is held after the update`(on engine: Engine) async throws {
        try await withDatabase(on: engine, tokenizers: [SearchTokenizer.fullText]) { database in
            let all = KernelMigrations.all + [AccountsModule.manifest, ReadingModule.manifest, LibraryApp.manifest].flatMap(\.schema.migrations)
            try await database.migrate(all.filter { !$0.id.hasSuffix("media-holds") && !$0.id.hasPrefix("media-") })
            try await database.write { db in
                let text = "'', 'ltr', 'text', 'public', '', '', 1, 1, 1, 5, 5, '[]'"
                try db.script(
                    """
                    INSERT INTO account_person (id, email, name, created_at, changed_at) VALUES (4, 'ada@stoa.example', 'Ada', 5, 5);
                    INSERT INTO account_export (id, person_id, state, requested_at, media_ref, size, changed_at)
                        VALUES (1, 4, 'ready', 5, 'copy', 9, 5), (2, 4, 'waiting', 5, NULL, NULL, 5);
                    INSERT INTO reading_publication (id, owner_kind, owner_id, title, authors, direction, kind, audience, staff_permission,
                        page_path, edition, section_count, words, created_at, changed_at, contents)
                        VALUES (3, 'library.item', 7, '', \(text)), (6, 'library.item', 8, '', \(text));
                    INSERT INTO reading_resource (publication_id, name, media_type, media_digest, size, changed_at)
                        VALUES (3, 'a.png', 'image/png', 'map', 9, 5), (3, 'b.png', 'image/png', 'map', 9, 5),
                               (6, 'a.png', 'image/png', 'map', 9, 5);
                    INSERT INTO library_item (id, uuid, title, sort_title, kind, language, status, file_ref, cover_ref, created_at, changed_at)
                        VALUES (7, 'a', 'A', 'a', 'book', 'en', 'published', 'file', 'front', 5, 5),
                               (8, 'b', 'B', 'b', 'book', 'en', 'deleted', 'binned', NULL, 5, 5),
                               (9, 'c', 'C', 'c', 'book', 'en', 'draft', NULL, NULL, 5, 5);
                    INSERT INTO library_cover (item_id, size, file_ref, file_type, changed_at)
                        VALUES (7, 'medium', 'small', 'image/jpeg', 5), (7, 'large', 'small', 'image/jpeg', 6);
                    INSERT INTO library_upload (id, file_name, file_ref, file_size, options, status, created_at, changed_at)
                        VALUES (1, 'x', 'coming', 9, '{}', 'waiting', 5, 5), (2, 'x', 'refused', 9, '{}', 'refused', 5, 5);
                    """)
            }
            try await database.migrate(all)
            let holds = try await database.read { db in
                try db.all("SELECT ref || ' ' || owner FROM media_hold ORDER BY owner, ref" as Query<String>)
            }
            #expect(
                Set(holds) == [
                    "copy accounts.export:1", "front library.cover:7", "small library.cover:7", "file library.item:7", "binned library.item:8",
                    "coming library.upload:1", "map reading.publication:3", "map reading.publication:6",
                ])
            #expect(holds.count == 8)
        }
    }
}
