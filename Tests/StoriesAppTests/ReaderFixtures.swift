import Core
import Database
import Foundation
import Platform
import Reading
import TestSupport
import Testing
import Web

@testable import StoriesApp

/// A story that readers can open.
struct Serial {
    let story: StoryID
    let publication: PublicationID
    var page: String { "/stories/\(story)" }
}

extension TestApp {
    /// Publishes a story with as many chapters as there are texts.
    func publishSerial(
        _ title: String, _ fields: [(String, String)] = [], chapters: [String] = ["The ferry was late. It was always late in winter."],
        by who: Cast = .ada
    ) async throws -> Serial {
        let author = try await signedIn(who)
        let own = Set(fields.map(\.0))
        let usual = [("description", "Of \(title), and what came of it."), ("language", "en"), ("rating", "general")].filter { !own.contains($0.0) }
        let made = try await author.post("/stories/write/new", fields: [("title", title)] + usual + fields)
        var chapter = try Self.chapter(in: made)
        let story = try await site.database.read { [chapter] db in try db.one(.chapter(chapter)).story }
        for (number, text) in chapters.enumerated() {
            if number > 0 { chapter = try Self.chapter(in: await author.post("/stories/\(story)/chapters")) }
            // Somebody who writes a lot within an hour waits for a moderator.
            clock.advance(by: .seconds(1200))
            _ = try await save(text + "\n\n" + Self.passage(of: "\(title) \(number)"), chapter, on: 0, by: who)
            #expect(try await author.post("/stories/chapters/\(chapter)/publish").status == .seeOther)
        }
        let publication = try #require(try await site.database.read { db in try db.one(.story(story)).publication })
        return Serial(story: story, publication: publication)
    }

    /// The services of the app.
    var stories: StoriesServices { get throws { try site.service(StoriesServices.self) } }

    /// Counts readers as the schedule does.
    func rank() async throws { try await stories.ranking.run() }

    private static func chapter(in answer: TestResponse) throws -> ChapterID {
        let address = try #require(answer.location, "\(answer.text)")
        return try #require(address.split(separator: "/").last.flatMap { ChapterID(String($0)) })
    }

    /// Words that differ from those of every other chapter: what somebody posts twice waits for a moderator.
    private static func passage(of name: String) -> String {
        let words = "ferry lamp winter harbour sister bread letter snow garden bench bucket pilot baker horse council voice river field candle roof"
            .split(separator: " ")
        var state = UInt32.fnv1a(name.utf8)
        return (0..<60).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return String(words[Int(state >> 16) % words.count])
        }.joined(separator: " ") + "."
    }

    /// Publishes one more chapter.
    func addChapter(to story: StoryID, by who: Cast = .ada) async throws {
        let author = try await signedIn(who)
        let chapter = try Self.chapter(in: await author.post("/stories/\(story)/chapters"))
        _ = try await save(Self.passage(of: "one more of \(story)"), chapter, on: 0, by: who)
        #expect(try await author.post("/stories/chapters/\(chapter)/publish").status == .seeOther)
    }

    /// Reads as far as the beginning of a chapter, counted from 0, or to the end of one that is on view with it.
    func read(_ story: Serial, to chapter: Int, by who: Cast, toEndOf last: Int? = nil, on device: String = "phone") async throws {
        let through = last.map { "\(Int32.max),\"throughSection\":\($0)" } ?? "3"
        let body = """
            {"section":\(chapter),"quote":{"exact":"The","prefix":"","suffix":""},"position":{"start":0,"end":3},"through":\(through),
            "device":"\(device)"}
            """
        let answer = try await signedIn(who).json(.put, "/api/v1/publications/\(story.publication)/position", body)
        #expect(answer.status == .ok, "\(answer.text)")
    }
}

/// Where a text stands in a page, for the order of a list.
func place(of words: String, in page: String) throws -> String.Index { try #require(page.range(of: words), "\(words) is missing").lowerBound }
