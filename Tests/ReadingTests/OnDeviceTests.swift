import Core
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Reading

@Suite("Reading without a connection")
struct OnDeviceTests {
    @Test(.covers("CORE-034", "STO-032"), arguments: Engine.available)
    func `anybody opens the list of what their device keeps, and is told without a script that it needs one`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            for reader in [app.guest, try await app.signedIn(.ada)] {
                let page = try await reader.get("/read/kept")
                #expect(page.status == .ok)
                #expect(page.text.contains("Turn on JavaScript to see this list."))
                #expect(page.text.contains("of 200 MB used"))
            }
        }
    }

    @Test(.covers("CORE-034"), arguments: Engine.available)
    func `a text can be kept, a recording or a draft can’t`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let (book, draft, recording) = (try await app.addBook(), try await app.addBook(.staff, owner: 2), try await app.addRecording(owner: 3))
            #expect(try await app.guest.get("/read/\(book)/0").text.contains("data-keep=\"\(book)\""))
            #expect(try await !app.guest.get("/read/\(recording)/0").text.contains("data-keep="))
            #expect(try await app.guest.get("/read/\(draft)/0").status == .notFound)
        }
    }

    @Test(.covers("STO-032", "CORE-034"), arguments: Engine.available)
    func `a new chapter leaves the dates of the others alone, so that a device fetches that chapter only`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let chapters = Book.chapters
            _ = try await app.amendBook(id, to: ["1", "2"], [chapters[0], chapters[1]])
            let before = try await app.keptDates(id)
            app.clock.advance(by: .seconds(60))
            _ = try await app.amendBook(id, to: ["1", "2", "3"], [chapters[0], chapters[1], chapters[2]])
            let after = try await app.keptDates(id)
            #expect(after.edition == before.edition + 1)
            #expect(Array(after.dates.prefix(2)) == before.dates)
            #expect(after.dates.count == 3 && after.dates[2] > before.dates[1])
        }
    }

    @Test(.covers("STO-039", "CORE-034"), arguments: Engine.available)
    func `a place from a while ago loses to a later one of the same device, and to a later device`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            _ = try await ada.keepPlace(1, of: id, device: "phone")
            app.clock.advance(by: .seconds(600))
            #expect(try await ada.keepPlace(2, of: id, device: "phone", secondsAgo: 900)["section"] as? Int == 1)
            #expect(try await ada.keepPlace(2, of: id, device: "phone", secondsAgo: 300)["section"] as? Int == 2)
            _ = try await ada.keepPlace(0, of: id, device: "tablet", secondsAgo: 400)
            #expect(try await ada.get("/read/\(id)").location?.hasPrefix("/read/\(id)/2") == true)
            _ = try await ada.keepPlace(0, of: id, device: "tablet", secondsAgo: 100)
            #expect(try await ada.get("/read/\(id)").location?.hasPrefix("/read/\(id)/0") == true)
            #expect(try await ada.json(.put, ReadingPaths.apiPosition(id), placeJSON(0, "phone", -5)).status == .unprocessableContent)
        }
    }

    @Test(.covers("CORE-034"), arguments: Engine.available)
    func `keeping a book isn’t opening it`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.with("Purpose", "prefetch").get("/read/\(id)/0").status == .ok)
            #expect(try await (ada.get(ReadingPaths.apiPosition(id)).json["items"] as? [Any])?.isEmpty == true)
        }
    }
}

extension TestApp {
    /// What a device compares with what it kept.
    fileprivate func keptDates(_ id: PublicationID) async throws -> (edition: Int, dates: [String]) {
        let json = try await guest.get(ReadingPaths.api(id)).json
        let sections = json["sections"] as? [[String: Any]] ?? []
        return (json["edition"] as? Int ?? 0, sections.compactMap { $0["changedAt"] as? String })
    }
}

private func placeJSON(_ chapter: Int, _ device: String, _ secondsAgo: Int?) -> String {
    let age = secondsAgo.map { ", \"secondsAgo\": \($0)" } ?? ""
    return """
        {"section": \(chapter), "quote": {"exact": "", "prefix": "", "suffix": "The"}, "position": {"start": 0, "end": 0}, "through": 5,
         "device": "\(device)"\(age)}
        """
}

extension TestClient {
    /// Sends a place as a program does that knows how long ago it was read.
    fileprivate func keepPlace(_ chapter: Int, of id: PublicationID, device: String, secondsAgo: Int? = nil) async throws -> [String: Any] {
        try await json(.put, ReadingPaths.apiPosition(id), placeJSON(chapter, device, secondsAgo)).json
    }
}
