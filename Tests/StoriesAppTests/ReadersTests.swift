import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import Reading
@testable import StoriesApp

@Suite("Readers of a story")
struct ReadersTests {
    @Test("an author sees how many came to each chapter and to its end, and only a handful are counted out", arguments: Engine.available)
    func readers(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let story = try await app.publishStory()
            let ada = try await app.signedIn(.ada)
            let address = "/stories/\(story.story)/readers"
            _ = try await app.signedIn(.bea).get("/read/\(story.publication)/0")
            let few = try await ada.get(address).text
            #expect(few.contains("Fewer than 5") && few.contains("Numbers below 5 aren’t shown"))
            #expect(try await app.signedIn(.bea).get(address).status == .forbidden)
            for who in [Cast.curator, .librarian, .supervisor, .moderator] {
                _ = try await app.signedIn(who).get("/read/\(story.publication)/0")
            }
            // Their own look counts for nobody.
            _ = try await ada.get("/read/\(story.publication)/0")
            let page = try await ada.get(address).text
            #expect(page.contains("<span>5 readers</span>") && !page.contains("Bea"))
        }
    }

    @Test("whoever is further on has come through the chapters before")
    func reach() {
        let sections = (0..<3).map {
            SectionSummary(
                number: $0, title: nil, language: nil, words: 100, wordsBefore: $0 * 100, length: 600, changedAt: Instant(milliseconds: 0))
        }
        // Six are in the first chapter, ten at the end of the second, seven have read everything.
        let chapters = Readership.chapters(sections, reach: [(20.0, 6), (66, 10), (100, 7)].map { Reach(progress: $0.0, readers: $0.1) })
        #expect(chapters.map(\.opened) == [.exactly(23), .exactly(17), .exactly(7)])
        #expect(chapters.map(\.finished) == [.exactly(17), .exactly(17), .exactly(7)])
        // Where readers stop: at the end of the first chapter a quarter of them, before the third most of the others.
        #expect(chapters.map(\.continued) == [73, 41, 100])
        #expect(Readership.chapters(sections, reach: [Reach(progress: 20, readers: 4)]).allSatisfy { $0.continued == nil })
        // Where nobody is any more looks like where a few are: it would tell how far a single reader came.
        #expect(ReaderCount(0) == .few && ReaderCount(4) == .few && ReaderCount(4).number == nil)
    }
}
