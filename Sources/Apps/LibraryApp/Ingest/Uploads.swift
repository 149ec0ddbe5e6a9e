import Audit
import Core
import Database
import Foundation
import Jobs
import Media
import Platform

/// Files that staff hand in. Each is kept first, then taken in by a durable job, so that nothing is lost when the server
/// stops in between (LIB-085, LIB-092).
struct Uploads: Sendable {
    static let job = Job<Work>("library.ingest")
    /// How often an upload that fails for reasons of our own is tried before it is given up.
    static let attempts = 4

    let database: Database
    let writer: Writer
    let jobs: JobQueue
    let media: MediaStore
    let ingest: Ingest
    let uploadLimit: @Sendable () -> Int64

    /// What the job is told.
    struct Work: Codable, Sendable {
        let upload: Int64
    }

    /// An upload with how far it has come.
    struct Standing: Sendable {
        let upload: Upload
        /// From 0 to 1 while the job runs.
        let progress: Double?
        let itemTitle: String?
    }

    /// Keeps a file and queues its conversion. Moves the file.
    /// - Throws: ``IngestRefusal`` when its kind or size is not taken, or the library has it already.
    func add(fileAt url: URL, name: String, options: ImportOptions, by person: PersonID) async throws -> UploadID {
        let name = IngestTypes.tame(name)
        let size = try url.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        try IngestTypes.check(name: name, size: size, limit: uploadLimit())
        return try await media.withLease { lease in
            let ref = try await lease.store(fileAt: url)
            return try await writer.write(by: person) { write in
                if options.replaces == nil, let twin = try write.all(.withFile(ref.digest, write.dialect)).first {
                    throw IngestRefusal.alreadyThere(twin.id, title: twin.title)
                }
                let statements = UploadStatements(write)
                let id = try statements.insert(fileName: name, ref: ref.digest, size: size, options: options)
                try media.holds.retain(ref, by: .upload(id), in: write)
                let job = try write.enqueue(Self.job, Work(upload: id.number), key: "upload-\(id)")
                try statements.setJob(id, job.number)
                try write.audit(.create, id, ["file": name, "size": String(size)])
                return id
            }
        }
    }

    /// Takes one upload in. It may be called again after a crash: an upload that is finished stays finished.
    func process(_ work: Work, _ context: JobContext) async throws {
        let id = UploadID(work.upload)
        guard let upload = try await database.read({ db in try db.first(.upload(id)) }), upload.status == .waiting else { return }
        guard let ref = MediaRef(digest: upload.fileRef, size: upload.fileSize) else { return }
        let source = Ingest.Source(name: upload.fileName, ref: ref, options: upload.options, person: upload.createdBy, upload: id)
        do {
            _ = try await ingest.take(source) { share in context.progress(share) }
        } catch let refusal as any ProblemConvertible {
            try await refuse(upload, refusal)
        } catch let error where context.attempt >= Self.attempts {
            context.log(.error, "library.ingest.failed", ["upload": .integer(work.upload), "cause": .string("\(error)")])
            try await refuse(upload, Problem.importFailed)
        }
    }

    /// Notes why a file was not taken and releases it.
    private func refuse(_ upload: Upload, _ refusal: any ProblemConvertible) async throws {
        let existing = (refusal as? IngestRefusal)?.existing
        try await writer.write(by: upload.createdBy) { write in
            try UploadStatements(write).refuse(upload.id, refusal.problem, existing: existing)
            try media.holds.releaseAll(by: .upload(upload.id), in: write)
        }
    }

    /// The latest uploads of all staff, with their progress.
    func recent(limit: Int = 50) async throws -> [Standing] {
        try await database.read { db in try db.all(.recent(limit)).map { try standing($0, in: db) } }
    }

    /// One upload, whoever handed it in.
    func find(_ id: UploadID) async throws -> Standing {
        try await database.read { db in
            guard let upload = try db.first(.upload(id)) else { throw Problem.notFound }
            return try standing(upload, in: db)
        }
    }

    private func standing(_ upload: Upload, in db: any Connection) throws -> Standing {
        let job = upload.status == .waiting ? try upload.job.flatMap { try jobs.status(JobID($0), in: db) } : nil
        let title: String? = try upload.item.flatMap { item in
            try db.first("SELECT title FROM library_item WHERE id = \(item)" as Query<String>)
        }
        return Standing(upload: upload, progress: job?.progress, itemTitle: title)
    }
}
