import Core
import Database
import Documents
import Foundation
import Localization
import Media
import Platform
import Reading
import Search
import TestSupport
import Testing

@testable import LibraryApp

/// Every real file of the kinds that the library takes, once. The table lies with the results.
@Suite(.enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)))
struct RealInputTests {
    /// Folders of the shared data whose files people would bring to a library.
    private static let folders = ["epub", "pdf", "docx", "text", "bible", "audio"]

    @Test(.covers("LIB-085", "LIB-090", "LIB-092", "LIB-030"), .timeLimit(.minutes(10)))
    func `every file is either readable, safe and found afterwards, or refused with a reason`() async throws {
        try await withLibrary(on: .sqlite) { app, library in
            let files = Self.folders.flatMap { SharedData.files(in: $0) }.filter { $0.lastPathComponent != "MANIFEST.tsv" }
            try #require(files.count > 200)
            let outcomes = Outcomes()
            await library.importer.importFiles(files.map { ($0, ImportOptions()) }) { outcomes.add($0) }
            let all = outcomes.all.sorted { $0.file < $1.file }
            #expect(all.count == files.count)
            var table = "| file | outcome | sections | words | reason |\n| --- | --- | ---: | ---: | --- |\n"
            for outcome in all {
                let name = outcome.file.components(separatedBy: "/shared/data/").last ?? outcome.file
                let reason = outcome.reason.map { app.site.messages.render($0, in: .english, timeZone: .gmt) } ?? ""
                table += "| \(name) | \(outcome.status.rawValue) | \(outcome.sections) | \(outcome.words) | \(reason) |\n"
                switch outcome.status {
                case .refused:
                    #expect(reason.split(separator: " ").count >= 4, "\(name)")
                    #expect(outcome.code != "library.import-failed", "\(name) failed on our side")
                case .ok:
                    try await StoredText(try #require(outcome.item), name, app, library).check()
                }
            }
            Attachment.record(table, named: "real-input.md")
            for folder in Self.folders {
                let inFolder = all.filter { $0.file.contains("/shared/data/\(folder)/") }
                let taken = inFolder.count { $0.status == .ok }
                print("\(folder): \(taken) taken, \(inFolder.count - taken) refused")
                #expect(taken > 0, "\(folder)")
            }
            #expect(all.count { $0.status == .ok } > all.count / 2)
            let leftovers = try [app.site.folder.temporary, app.site.media.temporaryFolder].flatMap {
                try FileManager.default.subpathsOfDirectory(atPath: $0.path)
            }.filter { $0 != "lock" && $0.wholeMatch(of: /box-[^\/]+(\/(in|out))?/) == nil }
            #expect(leftovers.isEmpty, "every conversion cleans up after itself; boxes that wait for the next file are empty")
        }
    }

    @Test(.covers("LIB-092"), arguments: Engine.available.filter { $0 != .sqlite })
    func `some files of each kind are kept alike by the other engine`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let some = ["epub", "docx", "bible/en_kjv_sample", "text"].flatMap { SharedData.files(in: $0).prefix(4) }
            let outcomes = Outcomes()
            await library.importer.importFiles(some.map { ($0, ImportOptions()) }) { outcomes.add($0) }
            #expect(outcomes.all.count == some.count)
            #expect(outcomes.all.allSatisfy { $0.code != "library.import-failed" })
            for outcome in outcomes.all where outcome.status == .ok {
                try await StoredText(try #require(outcome.item), outcome.file, app, library).check()
            }
        }
    }
}

/// The text of an item as it lies in the database, and what holds for every one, whatever was in its file.
private struct StoredText {
    private static let unsafe = ["<script", "<style", "<iframe", "<object", "<embed", "<form", "javascript:", "srcdoc", "<link", "<meta"]

    let name: String
    let item: Item
    let app: TestApp
    var sections: [(content: SectionContent, text: String)] = []
    var contents: [ContentsEntry] = []
    var resources: Set<String> = []

    init(_ number: Int64, _ name: String, _ app: TestApp, _ library: Library) async throws {
        self.name = name
        self.app = app
        item = try await library.services.catalogue.find(ItemID(number))
        let publication = try #require(item.publication, "\(name)")
        let publications = Publications(clock: app.clock.clock)
        (sections, contents, resources) = try await app.site.database.read { db in
            let sections = try publications.sections(of: publication, in: db).map { section in
                (
                    try #require(try publications.section(section.number, of: publication, in: db)),
                    try publications.text(section.number, of: publication, in: db) ?? ""
                )
            }
            let resources = try publications.resources(of: publication, in: db).map(\.first)
            return (sections, try publications.contents(of: publication, in: db), Set(resources))
        }
    }

    func check() async throws {
        #expect(sections.map(\.content.summary.number) == Array(sections.indices), "\(name): sections in order")
        #expect(!item.title.isEmpty, "\(name)")
        for section in sections { checkHTML(of: section.content) }
        check(contents)
        if item.kind == .audio { return }
        #expect(!sections.isEmpty, "\(name) has sections")
        try await checkFinding()
    }

    private func checkHTML(of section: SectionContent) {
        let place = "\(name), section \(section.summary.number)"
        let lower = section.html.lowercased()
        for bad in Self.unsafe where lower.contains(bad) { Issue.record("\(place) contains \(bad)") }
        #expect(section.html.firstMatch(of: /<[^>]*\son[a-z]+\s*=/) == nil, "\(place) has an event handler")
        for match in section.html.matches(of: /(?:src|href)="resources\/([^"]*)"/) {
            #expect(resources.contains(String(match.1)), "\(place) names a resource that is missing: \(match.1)")
        }
        for match in section.html.matches(of: /href="(\d+)["#]/) {
            #expect((Int(match.1) ?? -1) < sections.count, "\(place) links to section \(match.1)")
        }
    }

    private func check(_ entries: [ContentsEntry]) {
        for entry in entries {
            if let section = entry.section { #expect(sections.indices.contains(section), "\(name): contents") }
            check(entry.children)
        }
    }

    /// A word from the middle of the longest section is found by search in this very item.
    private func checkFinding() async throws {
        let longest = sections.map(\.text).max { $0.count < $1.count } ?? ""
        let words = longest.split(whereSeparator: \.isWhitespace).filter { $0.count > 2 && $0.allSatisfy(\.isLetter) }
        guard words.count >= 6 else { return }
        let word = String(words[words.count / 2])
        let found = try await app.site.database.read { db in
            try app.site.search.passages(source: "library.item", subject: item.id.number, text: word, limit: 1, in: db)
        }
        #expect(found.total > 0, "\(name): “\(word)” is found")
    }
}
