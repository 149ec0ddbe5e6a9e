import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing

@testable import StoriesApp

/// A device as the editor is one: it types, sends what changed under a name until it is answered, and takes the merged text over when its
/// author isn't typing.
private struct Device {
    let name: String
    var base = 0
    var baseText = ""
    var text = ""
    /// On its way: sent again under the same name until it is answered.
    var sent: (name: String, text: String, base: Int, baseText: String)?
    /// Every text that the server said it had saved.
    var saved: [String] = []

    /// Types, changes or deletes a line somewhere.
    mutating func edit(_ step: Int, _ random: inout SeededGenerator) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let at = Int.random(in: 0..<lines.count, using: &random)
        let words = "\(name)\(step)"
        switch Int.random(in: 0..<4, using: &random) {
        case 0: lines.insert(contentsOf: [words, ""], at: at)
        case 1: lines[at] += " \(words)"
        case 2: lines[at] = words
        default: if lines.count > 3 { lines.remove(at: at) } else { lines.append(words) }
        }
        text = lines.joined(separator: "\n")
    }

    var save: (ChapterSave, sent: String)? {
        guard let sent else { return nil }
        return (
            ChapterSave(base: sent.base, change: .splice(TextSplice(from: sent.baseText, to: sent.text)), name: sent.name, device: name), sent.text
        )
    }

    mutating func begin(_ step: Int) {
        if sent == nil, text != baseText { sent = ("\(name)-\(step)", text, base, baseText) }
    }

    mutating func take(_ answer: SavedChapter) {
        guard let sent else { return }
        (base, baseText) = (answer.revision, sent.text)
        saved.append(sent.text)
        self.sent = nil
        if let merged = answer.text, text == sent.text { (base, baseText, text) = (answer.head, merged, merged) }
    }
}

@Suite("Two devices at random")
struct TwoDevicesTests {
    /// How many sequences a run tries: `STOA_TEST_SEQUENCES` asks for more, `STOA_TEST_SEQUENCES_FROM` for others.
    private static let count = ProcessInfo.processInfo.environment["STOA_TEST_SEQUENCES"].flatMap { Int($0) } ?? 60
    private static let first = ProcessInfo.processInfo.environment["STOA_TEST_SEQUENCES_FROM"].flatMap { Int($0) } ?? 1

    @Test("whatever is lost, doubled or late, both end in the same text, and nothing that was typed is gone from the history")
    func converge() async throws {
        try await withStories(on: .sqlite) { app in
            let author = try await app.person(.ada)
            for seed in Self.first..<(Self.first + Self.count) {
                let begun = try await app.beginStory("Sequence \(seed)")
                try await run(seed, begun.chapter, app, author)
            }
        }
    }

    private func run(_ seed: Int, _ chapter: ChapterID, _ app: TestApp, _ author: PersonID) async throws {
        var random = SeededGenerator(seed: UInt64(seed))
        var devices = [Device(name: "phone"), Device(name: "laptop")]
        var late: [ChapterSave] = []
        let (site, recent) = (app.site, RecentTexts())
        func deliver(_ save: ChapterSave) async throws -> SavedChapter {
            try await site.write(by: author) { write in
                try ChapterSaving(write: write, texts: recent).save(save, to: write.one(.chapter(chapter)))
            }
        }
        for step in 0..<Int.random(in: 6...30, using: &random) {
            let at = Int.random(in: 0..<2, using: &random)
            if Bool.random(using: &random) { devices[at].edit(step, &random) }
            devices[at].begin(step)
            guard let (save, _) = devices[at].save else { continue }
            switch Int.random(in: 0..<6, using: &random) {
            case 0: break  // Lost on the way.
            case 1: _ = try await deliver(save)  // The answer is lost.
            case 2:
                late.append(save)
                devices[at].take(try await deliver(save))
            case 3 where !late.isEmpty:
                _ = try await deliver(late.removeFirst())  // It comes once more, long after.
            default:
                if Bool.random(using: &random) { devices[at].edit(step + 1000, &random) }  // Typed on while it was sent.
                devices[at].take(try await deliver(save))
            }
        }
        // Both come to rest: whoever has something to send sends it, and looks at what the server has.
        for round in 0..<3 {
            for at in devices.indices {
                devices[at].begin(2000 + round)
                if let (save, _) = devices[at].save { devices[at].take(try await deliver(save)) }
            }
        }
        let (head, texts) = try await site.database.read { db in
            let row = try db.one(.chapter(chapter))
            let history = ChapterHistory(chapter: chapter, db: db)
            return (row.head, try (0...row.lastRevision).map { try history.text(at: $0) })
        }
        for device in devices {
            #expect(device.text == device.baseText && device.sent == nil, "seed \(seed): \(device.name) has something that wasn’t sent")
            for text in device.saved { #expect(texts.contains(text), "seed \(seed): a saved text isn’t in the history") }
        }
        // A device whose author rests shows the newest text, as the editor does when it hears of it.
        #expect(devices.allSatisfy { $0.base <= texts.count - 1 } && texts.indices.contains(head), "seed \(seed)")
        for device in devices {
            // What this device has and the other never changed is in the newest text.
            let merge = TextMerge(base: device.baseText, first: texts[head], second: device.text)
            #expect(merge.text == texts[head], "seed \(seed): the newest text lacks what \(device.name) has")
        }
    }
}
