import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct CalendarTests {
    private func plan(
        _ title: String, in museum: Museum, day: String = "2026-11-20", from: String = "18:00", until: String = "19:30"
    ) async throws -> EventID {
        let owner = try await museum.app.signedIn(.owner)
        let answer = try await owner.post(MuseumPaths.adminNewEvent(), form: fields(title, day, from, until))
        #expect(answer.status == .seeOther, "\(answer.text)")
        return try #require(try await museum.app.site.database.read { try $0.all(.upcoming(at: museum.now, limit: 99)) }.first { $0.title == title })
            .id
    }

    private func fields(_ title: String, _ day: String, _ from: String, _ until: String, place: String = "Great hall") -> [String: String] {
        ["title": title, "text": "Bring a coat; it’s cold, really.", "place": place, "day": day, "from": from, "until": until, "level": "0"]
    }

    /// The properties of the first event, unfolded.
    private func properties(_ response: TestResponse) -> [String: String] {
        let lines = response.text.replacing("\r\n ", with: "").components(separatedBy: "\r\n")
        return Dictionary(
            lines.compactMap { line in line.split(separator: ":", maxSplits: 1).map(String.init) }.filter { $0.count == 2 }.map { ($0[0], $0[1]) }
        ) { first, _ in first }
    }

    @Test(.covers("MUS-030", "MUS-031"), arguments: Engine.available)
    func `a calendar gets the events without an account, hears what changed, and sees what was cancelled`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let id = try await plan("Fog, horns; and \"light\" – ett ljus i mörkret för alla som inte kan sova om natten", in: museum)
            let guest = museum.app.guest
            let feed = try await guest.get(MuseumPaths.eventFeed())
            #expect(feed.status == .ok && feed["Content-Type"] == "text/calendar; charset=utf-8")
            for line in feed.text.components(separatedBy: "\r\n") { #expect(line.utf8.count <= 75 && !line.contains("\n"), "\(line)") }
            let first = properties(feed)
            #expect(first["SUMMARY"] == "Fog\\, horns\\; and \"light\" – ett ljus i mörkret för alla som inte kan sova om natten")
            #expect(first["SEQUENCE"] == "0" && first["STATUS"] == "CONFIRMED")

            let tag = try #require(feed["ETag"])
            #expect(try await guest.with("If-None-Match", tag).get(MuseumPaths.eventFeed()).status == .notModified)
            museum.app.clock.advance(by: .seconds(600))
            #expect(try await guest.get(MuseumPaths.eventFeed())["ETag"] == tag, "nothing changed")

            let owner = try await museum.app.signedIn(.owner)
            _ = try await owner.post(MuseumPaths.adminEvent(id), form: fields("Fog", "2026-11-20", "18:00", "19:30"))
            let renamed = properties(try await guest.get(MuseumPaths.eventFeed()))
            #expect(renamed["SEQUENCE"] == "0" && renamed["LAST-MODIFIED"] != first["LAST-MODIFIED"] && renamed["UID"] == first["UID"])
            _ = try await owner.post(MuseumPaths.adminEvent(id), form: fields("Fog", "2026-11-20", "18:30", "19:30"))
            #expect(properties(try await guest.get(MuseumPaths.eventFeed()))["SEQUENCE"] == "1")
            _ = try await owner.post(MuseumPaths.adminCancelEvent(id), ["confirmed": "true"])
            let cancelled = properties(try await guest.get(MuseumPaths.eventFile(id)))
            #expect(cancelled["SEQUENCE"] == "2" && cancelled["STATUS"] == "CANCELLED" && cancelled["UID"] == first["UID"])
            #expect(try await guest.get(MuseumPaths.eventFile(EventID(id.number + 1))).status == .notFound)
        }
    }

    @Test(.covers("MUS-030"), arguments: Engine.available)
    func `search engines read an event, and nothing that somebody wrote ends the element around it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let id = try await plan("</script><b>Fog", in: museum)
            let page = try await museum.app.guest.get(MuseumPaths.event(id)).text
            let json = try #require(page.firstMatch(of: /<script type="application\/ld\+json">(.*?)<\/script>/)?.1)
            let facts = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
            #expect(facts["name"] as? String == "</script><b>Fog" && facts["@type"] as? String == "Event")
            #expect((facts["startDate"] as? String)?.wholeMatch(of: /2026-11-20T18:00:00[+-][0-9]{2}:[0-9]{2}/) != nil)
            #expect(facts["eventStatus"] as? String == "https://schema.org/EventScheduled")
            #expect((facts["location"] as? [String: Any])?["name"] as? String != nil)
            #expect(page.contains("href=\"\(MuseumPaths.eventFile(id))\""))
        }
    }
}
