import Core
import Database
import Foundation
import Media
import Search

/// Takes files into the library, many at a time: behind `stoa import library`, the demo content and the benchmarks.
public struct LibraryImporter: Sendable {
    /// Files on their way at once. Conversions pass a narrower gate; the others wait for the disk together, so that many
    /// items share one commit.
    private static let atOnce = 6
    /// From so many files on, the search index is tidied afterwards instead of at night.
    private static let many = 100

    let ingest: Ingest
    let media: MediaStore
    let search: SearchIndex
    let database: Database
    let log: Log

    /// Takes the files in; `report` is told of each as soon as it is known, in no particular order.
    ///
    /// A file that is refused leaves nothing behind and stops none of the others. The files themselves stay where they are.
    public func importFiles(
        _ files: [(url: URL, options: ImportOptions)], report: @escaping @Sendable (ImportOutcome) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for (number, file) in files.enumerated() {
                if number >= Self.atOnce { await group.next() }
                group.addTask { report(await outcome(of: file.url, file.options)) }
            }
        }
        if files.count >= Self.many { await tidyIndex() }
    }

    /// So many writes leave the index in many parts, and every question is asked of each of them.
    private func tidyIndex() async {
        do { try await search.tidy(database) } catch { log(.warning, "library.import.untidy", ["cause": .string("\(error)")]) }
    }

    private func outcome(of url: URL, _ options: ImportOptions) async -> ImportOutcome {
        do {
            // A whole book is a long transaction.
            let result = try await Database.patiently {
                try await media.withLease { lease in
                    let source = Ingest.Source(
                        name: IngestTypes.tame(url.lastPathComponent), ref: try await store(url, lease), options: options, person: nil, upload: nil)
                    return try await ingest.take(source)
                }
            }
            return ImportOutcome(
                file: url.path, status: .ok, item: result.item.number, sections: result.sections, words: result.words)
        } catch {
            let problem = refusal(error, url)
            return ImportOutcome(
                file: url.path, status: .refused, item: (error as? IngestRefusal)?.existing?.number, sections: 0, words: 0,
                code: problem.code, reason: StoredProblem(problem).sentence)
        }
    }

    /// The store takes files over, so it gets a copy; on most file systems the copy shares its blocks with the original.
    private func store(_ url: URL, _ lease: MediaLease) async throws -> MediaRef {
        let values = try? url.resourceValues(forKeys: [.isRegularFileKey])
        guard values?.isRegularFile == true else { throw IngestRefusal.unreadable }
        let copy = media.makeTemporaryURL()
        do { try FileManager.default.copyItem(at: url, to: copy) } catch { throw IngestRefusal.unreadable }
        do { return try await lease.store(fileAt: copy) } catch {
            try? FileManager.default.removeItem(at: copy)
            throw error
        }
    }

    /// What is safe to say; the cause of an unexpected failure goes to the log.
    private func refusal(_ error: any Error, _ url: URL) -> Problem {
        if let known = error as? any ProblemConvertible { return known.problem }
        if DiskRoom.isMissing(error) { return .storageFull }
        log(.error, "library.import.failed", ["file": .string(url.lastPathComponent), "cause": .string("\(error)")])
        return .importFailed
    }
}
