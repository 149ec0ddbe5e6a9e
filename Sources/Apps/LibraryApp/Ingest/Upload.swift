import Audit
import Core
import Database
import Foundation
import Platform

/// The identity of an upload.
typealias UploadID = ID<Upload>

/// A file that staff handed in, and what became of it.
struct Upload: Sendable {
    enum Status: String, Sendable, SQLConvertible { case waiting, done, refused }

    let id: UploadID
    let fileName: String
    let fileRef: String
    let fileSize: Int
    let options: ImportOptions
    let status: Status
    let job: Int64?
    let item: ItemID?
    let sections: Int
    let words: Int
    let reasonCode: String?
    let reason: StoredProblem?
    /// What was left out or guessed, for whoever checks the item.
    let notes: [Text]
    let createdAt: Instant
    let createdBy: PersonID?
}

extension Upload: Audited {
    static var auditEntity: String { "library.upload" }
}

/// A refusal as the database keeps it: still words for people, not yet in a language.
struct StoredProblem: Sendable, Codable, Equatable {
    let detail: Text
    let remedy: Text?

    init(_ problem: Problem) {
        detail = problem.detail
        remedy = problem.remedy
    }

    /// What happened and what to do, as one text.
    var sentence: Text { remedy.map { "\(detail) \($0)" } ?? detail }
}

extension Upload: SQLRow {
    static let columns: SQL = """
        id, file_name, file_ref, file_size, options, status, job_id, item_id, sections, words, reason_code, reason, notes,
        created_at, created_by
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        fileName = try row.next()
        fileRef = try row.next()
        fileSize = try row.next()
        options = try JSONDecoder().decode(ImportOptions.self, from: Data(try row.next(String.self).utf8))
        status = try row.next()
        job = try row.next()
        item = try row.next()
        sections = try row.next()
        words = try row.next()
        reasonCode = try row.next()
        reason = try row.next(String?.self).map { try JSONDecoder().decode(StoredProblem.self, from: Data($0.utf8)) }
        notes = try row.next(String?.self).map { try JSONDecoder().decode([Text].self, from: Data($0.utf8)) } ?? []
        createdAt = try row.next()
        createdBy = try row.next()
    }
}

extension Query where Row == Upload {
    /// One upload.
    static func upload(_ id: UploadID) -> Self { "SELECT \(Upload.columns) FROM library_upload WHERE id = \(id)" }

    /// The latest uploads.
    static func recent(_ limit: Int) -> Self {
        "SELECT \(Upload.columns) FROM library_upload ORDER BY created_at DESC, id DESC LIMIT \(limit)"
    }
}

/// The statements that change uploads.
struct UploadStatements {
    let db: any Connection
    let now: Instant
    let person: PersonID?

    init(_ write: Write) { (db, now, person) = (write, write.now, write.actor) }

    func insert(fileName: String, ref: String, size: Int, options: ImportOptions) throws -> UploadID {
        let written = String(decoding: try JSONEncoder().encode(options), as: UTF8.self)
        return try db.insert(
            """
            INSERT INTO library_upload (
                file_name, file_ref, file_size, options, status, created_at, created_by, changed_at, changed_by)
            VALUES (\(fileName), \(ref), \(size), \(written), \(Upload.Status.waiting), \(now), \(person), \(now), \(person))
            """)
    }

    func setJob(_ id: UploadID, _ job: Int64) throws {
        try db.run("UPDATE library_upload SET job_id = \(job) WHERE id = \(id)")
    }

    func finish(_ id: UploadID, item: ItemID, sections: Int, words: Int, notes: [Text]) throws {
        let written = notes.isEmpty ? nil : String(decoding: try JSONEncoder().encode(notes), as: UTF8.self)
        try db.run(
            """
            UPDATE library_upload SET status = \(Upload.Status.done), item_id = \(item), sections = \(sections), words = \(words),
                notes = \(written), changed_at = \(now), changed_by = \(person)
            WHERE id = \(id)
            """)
    }

    func refuse(_ id: UploadID, _ problem: Problem, existing: ItemID?) throws {
        let reason = String(decoding: try JSONEncoder().encode(StoredProblem(problem)), as: UTF8.self)
        try db.run(
            """
            UPDATE library_upload SET status = \(Upload.Status.refused), item_id = \(existing), reason_code = \(problem.code),
                reason = \(reason), changed_at = \(now), changed_by = \(person)
            WHERE id = \(id)
            """)
    }
}
