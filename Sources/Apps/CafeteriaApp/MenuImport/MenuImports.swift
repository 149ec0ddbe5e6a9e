import Audit
import Core
import Database
import Platform

/// The identity of an import.
typealias MenuImportID = ID<MenuImport>

/// A table that somebody uploaded, from its preview to its report.
struct MenuImport: Sendable, SQLRow {
    static let columns: SQL = "id, file_name, content, finished_at, added, changed, refused, changes"

    let id: MenuImportID
    let fileName: String
    let content: [UInt8]
    /// When it was imported; nil while it waits for a yes.
    let finishedAt: Instant?
    let added: Int
    let changed: Int
    /// What it did not take; nil while it waits, and of one from before this was kept.
    let refused: [MenuPlan.Refused]?
    /// What it changed, as ``refused``.
    let applied: [MenuPlan.Applied]?

    init(row: inout RowReader) throws {
        id = try row.next()
        fileName = try row.next()
        content = try row.next()
        finishedAt = try row.next()
        added = try row.next()
        changed = try row.next()
        refused = try row.next(StoredJSON<[MenuPlan.Refused]>?.self)?.value
        applied = try row.next(StoredJSON<[MenuPlan.Applied]>?.self)?.value
    }
}

extension MenuImport: Audited {
    static var auditEntity: String { "cafeteria.menu-import" }
}

/// Imports tables into the menu: first a preview, then all right rows in one transaction.
struct MenuImports: Sendable {
    let site: Site
    let editor: MenuEditor

    /// How long a table and its report are kept.
    private static let lifetime = Duration.days(7)
    private static let longestName = 120

    /// How many items an import added and changed.
    struct Count: Codable, Sendable {
        var added: Int
        var changed: Int
    }

    private var currency: String { CafeteriaSettings.currency(site) }

    /// Takes a table in, which changes nothing on the menu.
    /// - Throws: ``MenuSheetRefusal``.
    func start(_ bytes: [UInt8], named name: String, by person: PersonID) async throws -> MenuImportID {
        _ = try MenuSheet(bytes)
        let name = String(name.tidied().prefix(Self.longestName))
        return try await site.write(by: person) { write in
            try write.run(
                """
                DELETE FROM cafeteria_menu_import WHERE created_at < \(write.now - Self.lifetime) OR (changed_by = \(person) AND finished_at IS NULL)
                """)
            return try write.insert(
                """
                INSERT INTO cafeteria_menu_import (file_name, content, created_at, changed_at, changed_by)
                VALUES (\(name), \(bytes), \(write.now), \(write.now), \(person))
                """)
        }
    }

    /// An import with what it would do now.
    func preview(_ id: MenuImportID) async throws -> (record: MenuImport, sheet: MenuSheet, plan: MenuPlan) {
        let currency = currency
        return try await site.database.readInBackground { db in
            let record = try Self.find(id, in: db)
            let sheet = try MenuSheet(record.content)
            if let refused = record.refused { return (record, sheet, MenuPlan(sheet, refused: refused, applied: record.applied ?? [])) }
            return (record, sheet, try MenuPlan(sheet, isPreview: record.finishedAt == nil, currency: currency, in: db))
        }
    }

    /// Imports every right row; the others stay listed.
    /// - Parameters:
    ///   - digest: of the plan that the person saw.
    ///   - categories: of the missing ones, the numbers of those to create.
    ///   - station: of new items whose rows name none; nil: the first one.
    /// - Throws: ``MenuImportRefusal/changed`` where the menu is no longer what it was.
    func perform(
        _ id: MenuImportID, creating categories: [Int], at station: StationID?, showing digest: String, by person: PersonID
    ) async throws -> Count {
        let currency = currency
        // Read before the transaction, in which nobody else writes; what was uploaded stays as it is.
        let sheet = try MenuSheet(try await site.database.read { try Self.find(id, in: $0) }.content)
        return try await site.write(by: person) { [editor] write in
            let record = try Self.find(id, in: write)
            guard record.finishedAt == nil else { return Count(added: record.added, changed: record.changed) }
            var plan = try MenuPlan(sheet, isPreview: true, station: station, currency: currency, in: write)
            guard plan.digest == digest else { throw MenuImportRefusal.changed }
            if !plan.missing.isEmpty {
                for (number, name) in plan.missing.enumerated() where categories.contains(number) { try CategoryEditing.add(name, in: write) }
                plan = try MenuPlan(sheet, isPreview: false, station: station, currency: currency, in: write)
            }
            let count = try Self.apply(plan, with: editor, in: write)
            try write.run(
                """
                UPDATE cafeteria_menu_import SET finished_at = \(write.now), added = \(count.added), changed = \(count.changed),
                    refused = \(try StoredJSON(plan.refused)), changes = \(try StoredJSON(plan.applied)), changed_at = \(write.now), changed_by = \(person)
                WHERE id = \(id)
                """)
            try write.audit(.create, id, ["name": record.fileName, "added": String(count.added), "changed": String(count.changed)])
            try write.invalidate(editor.menu.lists.shared)
            return count
        }
    }

    private static func apply(_ plan: MenuPlan, with editor: MenuEditor, in write: Write) throws -> Count {
        var count = Count(added: 0, changed: 0)
        for row in plan.rows {
            switch row.outcome {
            case .new(let draft):
                _ = try editor.put(draft, as: nil, in: write)
                count.added += 1
            case .changed(let item, let draft, _):
                _ = try editor.put(draft, as: item, in: write)
                count.changed += 1
            case .applied, .unchanged, .wrong: break
            }
        }
        return count
    }

    private static func find(_ id: MenuImportID, in db: any Connection) throws -> MenuImport {
        guard let record = try db.first("SELECT \(MenuImport.columns) FROM cafeteria_menu_import WHERE id = \(id)" as Query<MenuImport>) else {
            throw Problem.notFound
        }
        return record
    }
}

/// Why a table was not imported.
enum MenuImportRefusal: Error, Equatable {
    case changed
}

extension MenuImportRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .changed:
            Problem(.conflict, "cafeteria.import-changed", "The menu has changed since you opened this page.", remedy: "Check the rows again.")
        }
    }
}
