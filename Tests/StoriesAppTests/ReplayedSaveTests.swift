import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

/// Saves that a device sent and never heard of again, and devices that don't know what time it is.
@Suite("Saves that come again")
struct ReplayedSaveTests {
    private struct Sent: Sendable {
        let body: String
        let text: String
    }

    /// What a device has sent: each save made of the one before, with a line more of the notes.
    private static func saves(_ count: Int) -> [Sent] {
        var text = ""
        return (0..<count).map { number in
            let line = "Line \(number) 👍. "
            defer { text += line }
            let notes = number % 2 == 0 ? #","notes":"\#(note(number))","notesBefore":"\#(number == 0 ? "" : note(number - 2))""# : ""
            return Sent(
                body: #"{"base":\#(number),"start":\#(text.utf16.count),"removed":"","inserted":"\#(line)","name":"save-\#(number)"\#(notes)}"#,
                text: text + line)
        }
    }

    private static func note(_ number: Int) -> String { stride(from: 0, through: number, by: 2).map { "Note \($0)." }.joined(separator: "\\n") }

    private func send(_ body: String, to chapter: ChapterID, _ client: TestClient) async throws -> SaveAnswer {
        let answer = try await client.json(.put, "/api/v1/stories/chapters/\(chapter)/text", body)
        #expect(answer.status == .ok, "\(answer.text)")
        return try JSONDecoder().decode(SaveAnswer.self, from: Data(answer.bytes))
    }

    @Test(
        "a whole queue of saves that is sent again, backwards and in any order, changes nothing", .covers("STO-029", "STO-039"),
        arguments: Engine.available)
    func queue(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let (begun, ada) = (try await app.beginStory(), try await app.signedIn(.ada))
            let saves = Self.saves(20)
            for save in saves { _ = try await send(save.body, to: begun.chapter, ada) }
            let words = try await app.site.database.read { db in
                try db.one("SELECT CAST(sum(words) AS BIGINT) FROM stories_writing_day" as Query<Int>)
            }
            var random = SeededGenerator(seed: 7)
            for save in saves.reversed() + saves + saves.shuffled(using: &random) {
                let answer = try await send(save.body, to: begun.chapter, ada)
                #expect(answer.head == saves.count && answer.conflicts == 0)
                #expect(answer.text == (save.text == saves.last?.text ? nil : saves.last?.text))
            }
            let manuscript = try await app.stories.chapters.manuscript(begun.chapter, of: app.person(.ada))
            #expect(manuscript.text == saves.last?.text)
            #expect(manuscript.notes == Self.note(18).replacing("\\n", with: "\n"), "\(manuscript.notes)")
            let (revisions, again) = try await app.site.database.read { db in
                (
                    try db.one("SELECT count(*) FROM stories_revision WHERE chapter_id = \(begun.chapter)" as Query<Int>),
                    try db.one("SELECT CAST(sum(words) AS BIGINT) FROM stories_writing_day" as Query<Int>)
                )
            }
            #expect(revisions == saves.count && again == words, "they count to no day again")
        }
    }

    @Test("notes alone that come again are not there twice, whatever another device wrote meanwhile", .covers("STO-039"), arguments: Engine.available)
    func notes(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let (begun, ada) = (try await app.beginStory(), try await app.signedIn(.ada))
            func save(_ before: String, _ after: String, name: String) async throws -> String? {
                let fields = ["notesBefore": before, "notes": after, "name": name]
                var body = String(decoding: try JSONEncoder().encode(fields), as: UTF8.self)
                body.insert(contentsOf: #""base":0,"start":0,"removed":"","inserted":"","#, at: body.index(after: body.startIndex))
                return try await send(body, to: begun.chapter, ada).notes
            }
            #expect(try await save("", "The mate.", name: "a") == "The mate.")
            #expect(try await save("The mate.", "The mate.\nThe cook.", name: "b") == "The mate.\nThe cook.")
            #expect(try await save("", "The mate.", name: "a") == "The mate.\nThe cook.", "the first save again")
            #expect(try await save("The mate.\nThe cook.", "The cook.", name: "c") == "The cook.")
            #expect(try await save("The cook.", "The cook, or nobody.", name: "d") == "The cook, or nobody.")
            #expect(
                try await save("The mate.\nThe cook.", "The cook, or nobody.", name: "e") == "The cook, or nobody.", "both devices wrote the same")
            // What the other device took out stays out, and what it added stays.
            #expect(try await save("The cook, or nobody.", "Nobody.\nThe lamp.", name: "f") == "Nobody.\nThe lamp.")
            #expect(try await save("The cook, or nobody.", "Nobody.", name: "g") == "Nobody.\nThe lamp.")
        }
    }

    @Test(
        "a device whose clock is years off saves all the same, and the history stays in order", .covers("STO-029", "STO-039"),
        arguments: Engine.available)
    func clocks(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let (begun, ada) = (try await app.beginStory(), try await app.signedIn(.ada))
            let began = app.clock.clock.now()
            var text = ""
            // 1970, 1901, the end of all time, the beginning, 2150; none; an hour ago.
            let hourAgo = String(began.milliseconds - 3_600_000)
            let clocks: [String?] = ["0", "-2177452800000", "8640000000000000", "-8640000000000000", "5680281600000", nil, hourAgo]
            for (number, clock) in clocks.enumerated() {
                app.clock.advance(by: .seconds(600))
                let line = "Line \(number). "
                let written = clock.map { #","writtenAt":\#($0)"# } ?? ""
                let answer = try await send(
                    #"{"base":\#(number),"start":\#(text.utf16.count),"removed":"","inserted":"\#(line)","name":"save-\#(number)"\#(written)}"#,
                    to: begun.chapter, ada)
                text += line
                #expect(answer.head == number + 1 && answer.text == nil && answer.conflicts == 0)
            }
            #expect(try await app.text(begun.chapter) == text)
            let revisions = try await app.site.database.read { db in try db.all(.revisions(of: begun.chapter, in: 1...clocks.count)) }
            var before = began - .seconds(1)
            for revision in revisions.reversed() {
                #expect(revision.writtenAt <= revision.savedAt && revision.writtenAt >= before, "revision \(revision.number)")
                before = revision.savedAt
            }
            let page = try await ada.get("/stories/chapters/\(begun.chapter)/history").text
            #expect(!page.contains("1970") && !page.contains("1901") && !page.contains("2150"))
        }
    }

    @Test(
        "a save made of a version that a restored server never had is asked for again as a whole text", .covers("STO-029"),
        arguments: Engine.available)
    func restored(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let (begun, ada) = (try await app.beginStory(), try await app.signedIn(.ada))
            _ = try await app.save("One. ", begun.chapter, on: 0, name: "a")
            let address = "/api/v1/stories/chapters/\(begun.chapter)/text"
            // The device had come to revision 3 before the server lost two.
            let lost = try await ada.json(.put, address, #"{"base":3,"start":15,"removed":"","inserted":"Four. ","name":"d"}"#)
            #expect(lost.status == .conflict && lost.text.contains("stories.unknown-revision"), "\(lost.text)")
            for _ in 0..<2 {
                let whole = try await send(#"{"base":0,"text":"One. Two. Three. Four. ","name":"d"}"#, to: begun.chapter, ada)
                #expect(whole.head > 1)
            }
            let text = try await app.text(begun.chapter)
            #expect(text.contains("One. Two. Three. Four. ") && text.components(separatedBy: "Four.").count == 2, "\(text)")
        }
    }
}
