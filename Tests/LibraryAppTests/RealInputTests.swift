import Core
import Database
import Foundation
import Localization
import Platform
import Reading
import Search
import TestSupport
import Testing

@testable import LibraryApp

/// Every real file of the kinds that the library takes, once. The table goes to the test's output.
@Suite(.enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)))
struct RealInputTests {
    /// Folders of the shared data whose files people would bring to a library.
    private static let folders = ["epub", "pdf", "docx", "text", "bible", "audio"]

    @Test(.covers("LIB-085", "LIB-090", "LIB-092", "LIB-030"), .timeLimit(.minutes(10)))
    func `every file is either readable and found afterwards, or refused with a reason`() async throws {
        try await withLibrary(on: .sqlite) { app, library in
            let files = Self.folders.flatMap { SharedData.files(in: $0) }.filter { $0.lastPathComponent != "MANIFEST.tsv" }
            try #require(files.count > 200)
            let outcomes = Outcomes()
            await library.importer.importFiles(files.map { ($0, ImportOptions()) }) { outcomes.add($0) }
            let all = outcomes.all.sorted { $0.file < $1.file }
            #expect(all.count == files.count)
            var table = "| file | outcome | sections | words | reason |\n| --- | --- | ---: | ---: | --- |\n"
            var failures = 0
            for outcome in all {
                let name = outcome.file.components(separatedBy: "/shared/data/").last ?? outcome.file
                let reason = outcome.reason.map { app.site.messages.render($0, in: .english, timeZone: .gmt) } ?? ""
                table += "| \(name) | \(outcome.status.rawValue) | \(outcome.sections) | \(outcome.words) | \(reason) |\n"
                switch outcome.status {
                case .refused:
                    #expect(reason.split(separator: " ").count >= 4, "\(name)")
                    #expect(outcome.code != "library.import-failed", "\(name) failed on our side")
                    failures += outcome.code == "library.import-failed" ? 1 : 0
                case .ok:
                    try await expectReadable(try #require(outcome.item), name, app, library)
                }
            }
            print(table)
            let taken = all.count { $0.status == .ok }
            print("\(taken) taken, \(all.count - taken) refused, \(failures) failed")
            #expect(taken > all.count / 2)
        }
    }

    /// Sections in order, and words from the middle of the text found by search in this very item.
    private func expectReadable(_ number: Int64, _ name: String, _ app: TestApp, _ library: LibraryApp) async throws {
        let item = try await library.services.catalogue.find(ItemID(number))
        let publication = try #require(item.publication, "\(name)")
        let publications = Publications(clock: app.clock.clock)
        let (numbers, text) = try await app.site.database.read { db in
            var texts: [String] = []
            try publications.eachText(of: publication, in: db) { _, text in texts.append(text) }
            return (try publications.sections(of: publication, in: db).map(\.number), texts)
        }
        #expect(numbers == Array(numbers.indices), "\(name): sections in order")
        if item.kind == .audio { return }
        #expect(!numbers.isEmpty, "\(name) has sections")
        let middle = text.max { $0.count < $1.count } ?? ""
        let words = middle.split(whereSeparator: \.isWhitespace).filter { $0.count > 2 && $0.allSatisfy(\.isLetter) }
        guard words.count >= 6 else { return }
        let phrase = words[words.count / 2]
        let found = try await app.site.database.read { db in
            try app.site.search.passages(source: "library.item", subject: number, text: String(phrase), limit: 1, in: db)
        }
        #expect(found.total > 0, "\(name): “\(phrase)” is found")
    }

    @Test(.covers("LIB-092"), arguments: Engine.available)
    func `the database part works on both engines`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let some = ["epub", "docx", "bible/en_kjv_sample", "text"].flatMap { SharedData.files(in: $0).prefix(4) }
            let outcomes = Outcomes()
            await library.importer.importFiles(some.map { ($0, ImportOptions()) }) { outcomes.add($0) }
            #expect(outcomes.all.count == some.count)
            #expect(outcomes.all.allSatisfy { $0.code != "library.import-failed" })
            for outcome in outcomes.all where outcome.status == .ok {
                try await expectReadable(try #require(outcome.item), outcome.file, app, library)
            }
        }
    }
}
