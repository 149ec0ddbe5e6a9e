import Core
import Documents
import Foundation
import Synchronization
import Testing

/// One line of the table of outcomes.
private struct Outcome: Sendable {
    let path: String
    let words: String
}

@Suite struct EveryFileTests {
    /// Converts every file of a folder, two at a time, and returns one line per file.
    private func convertAll(in folder: String) async throws -> [Outcome] {
        let temporary = try TemporaryFolder()
        let converter = DocumentConverter(in: temporary)
        var pending = SampleData.files(in: folder)[...]
        return await withTaskGroup(of: Outcome.self) { group in
            var outcomes: [Outcome] = []
            for _ in 0..<2 { if let path = pending.popFirst() { group.addTask { await Self.outcome(path, converter) } } }
            while let outcome = await group.next() {
                outcomes.append(outcome)
                if let path = pending.popFirst() { group.addTask { await Self.outcome(path, converter) } }
            }
            #expect(temporary.leftovers.isEmpty, "every conversion cleans up after itself")
            return outcomes.sorted { $0.path < $1.path }
        }
    }

    private static func outcome(_ path: String, _ converter: DocumentConverter) async -> Outcome {
        let start = ContinuousClock.now
        func time() -> String { String(format: "%6.2f s", Double((ContinuousClock.now - start).wholeMilliseconds) / 1000) }
        do {
            let document = try await converter.convert(fileAt: SampleData.file(path), name: path)
            defer { document.discard() }
            check(document, path)
            let language = document.metadata.language?.rawValue ?? "?"
            return Outcome(
                path: path,
                words:
                    "ok       \(time()) \(document.format.rawValue) \(document.sections.count) sections \(document.words) words \(language) “\(document.metadata.title.prefix(40))”"
            )
        } catch let refusal as ConversionRefusal {
            return Outcome(path: path, words: "refused  \(time()) \(refusal.problem.code): \(refusal.problem.detail.key)")
        } catch {
            Issue.record("\(path): \(error)")
            return Outcome(path: path, words: "error \(error)")
        }
    }

    /// What holds for every document, whatever was in it.
    private static func check(_ document: ConvertedDocument, _ path: String) {
        let names = Set(document.resources.map(\.name))
        for (index, section) in document.sections.enumerated() {
            let lower = section.html.lowercased()
            for bad in ["<script", "<style", "<iframe", "<object", "<embed", "<form", "javascript:", "srcdoc", "<link", "<meta"]
            where lower.contains(bad) {
                Issue.record("\(path) section \(index) contains \(bad)")
            }
            #expect(section.html.firstMatch(of: /<[^>]*\son[a-z]+\s*=/) == nil, "\(path) section \(index) has an event handler")
            for match in section.html.matches(of: /(?:src|href)="resource:([^"]*)"/) {
                #expect(names.contains(String(match.1)), "\(path) names a resource that is missing: \(match.1)")
            }
            for match in section.html.matches(of: /href="section:(\d+)/) {
                #expect((Int(match.1) ?? -1) < document.sections.count, "\(path) links to section \(match.1)")
            }
        }
        func check(_ entries: [ContentsEntry]) {
            for entry in entries {
                if let section = entry.section { #expect(document.sections.indices.contains(section), "\(path): contents") }
                check(entry.children)
            }
        }
        check(document.contents)
        for resource in document.resources { #expect(FileManager.default.fileExists(atPath: resource.file.path)) }
        if let cover = document.cover { #expect(FileManager.default.fileExists(atPath: cover.path)) }
        #expect(!document.metadata.title.isEmpty)
    }

    @Test(
        .enabled(if: SampleData.isPresent, "shared/data is not on this machine"), .timeLimit(.minutes(10)), .serialized,
        arguments: ["epub", "docx", "text", "bible", "pdf", "audio"])
    func `every file is readable or refused with a reason`(folder: String) async throws {
        let outcomes = try await convertAll(in: folder)
        print(outcomes.map { "\($0.path.padding(toLength: 78, withPad: " ", startingAt: 0)) \($0.words)" }.joined(separator: "\n"))
        #expect(!outcomes.isEmpty)
        #expect(outcomes.contains { $0.words.hasPrefix("ok") })
    }
}
