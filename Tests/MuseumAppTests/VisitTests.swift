import Analytics
import Core
import Database
import Foundation
import Localization
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

extension Museum {
    /// Puts the museum on the map, open around the clock unless a test says otherwise.
    func isOnTheMap(open hours: String = "24/7") async throws {
        try await app.site.configure {
            $0.settings[MuseumSettings.place.id] = "56.8777, 14.8091"
            $0.settings[MuseumSettings.hours.id] = hours
        }
    }

    /// A phone stays at the museum for some minutes, and sends where it is each minute.
    func stay(_ minutes: Int, _ client: TestClient, north metres: Double = 10) async throws -> TestResponse {
        let start = now
        let positions = (0...minutes).map { minute in
            #"{"at": "\#((start + .seconds(60 * minute)).rfc3339)", "latitude": \#(56.8777 + metres / 111_195), "longitude": 14.8091, "accuracy": 12}"#
        }
        app.clock.advance(by: .seconds(60 * minutes))
        return try await client.asProgram.json(.post, MuseumPaths.apiVisits(), #"{"positions": [\#(positions.joined(separator: ","))]}"#)
    }

    var visits: [Visit] {
        get async throws {
            try await app.site.database.read { try $0.all("SELECT \(Visit.columns) FROM museum_visit v ORDER BY v.id" as Query<Visit>) }
        }
    }
}

/// Members have their visits counted, where they want that.
@Suite struct VisitTests {
    private func turnOn(_ client: TestClient) async throws {
        #expect(try await client.post(MuseumPaths.privacy(), ["visits": "true"]).status == .seeOther)
    }

    @Test(.covers("MUS-035", "MUS-039", "MUS-045"), arguments: Engine.available)
    func `a member who turned it on has a visit, which staff find by day and by member`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.isOnTheMap()
            let ada = try await museum.app.signedIn(.ada)
            _ = try await museum.member(ada, of: museum.tier("Household"))
            try await turnOn(ada)
            let answer = try await museum.stay(45, ada)
            #expect(answer.json["state"] as? String == "on")
            #expect(try await museum.visits.map(\.stay.length) == [.seconds(45 * 60)])
            let day = Day(museum.now - .seconds(45 * 60), in: museum.app.site.configuration.zone)
            let owner = try await museum.app.signedIn(.owner)
            let page = try await owner.get(MuseumPaths.adminVisits() + "?day=\(day)").text
            #expect(page.contains(Cast.ada.name) && page.contains("45 min"), "\(page)")
            let table = try await owner.get(MuseumPaths.adminVisitExport() + "?day=\(day)").text
            #expect(table.contains("\(Cast.ada.name),") && table.contains(",45,no"), "\(table)")
            #expect(try await owner.get(MuseumPaths.adminVisits() + "?day=2001-01-01").text.contains("No recorded stays on this day"))
            // Another visit, of which only the entrance knows: it counts, and its length doesn't.
            museum.app.clock.advance(by: .seconds(3 * 3600))
            let phone = try await museum.phone(of: ada)
            _ = try await museum.scan(phone.code(at: museum.now), by: owner)
            let visitors = try await museum.app.site.database.read { try $0.all(.visitors(limit: 10)) }
            #expect(try await owner.get(MuseumPaths.adminVisits() + "?q=nobody").text.contains("Try another name."))
            #expect(try await owner.get(MuseumPaths.adminVisits() + "?q=ada").text.contains(Cast.ada.name))
            let often = try await owner.get(MuseumPaths.adminVisitorExport()).text
            #expect(often.contains("\(Cast.ada.name),2,45,"), "\(often)")
            #expect(visitors.map(\.visits) == [2] && visitors.map(\.average) == [.seconds(45 * 60)])
            #expect(try await ada.get(MuseumPaths.adminVisits()).status == .notFound)
            #expect(try await ada.get(MuseumPaths.privacy()).text.contains("45 min"))
            let trail = try await museum.app.auditTrail()
            #expect(trail.contains("museum.visit.read"), "\(trail)")
        }
    }

    @Test(.covers("MUS-036", "MUS-045", "CORE-022"), arguments: Engine.available)
    func `without the choice nothing is recorded, and everything else works`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.isOnTheMap()
            let ada = try await museum.app.signedIn(.ada)
            _ = try await museum.member(ada, of: museum.tier("Household"))
            let phone = try await museum.phone(of: ada)
            #expect(try await museum.stay(45, ada).json["state"] as? String == "off")
            let scanned = try await museum.scan(phone.code(at: museum.now), by: museum.app.signedIn(.owner))
            #expect(scanned.result == "admitted")
            #expect(try await museum.visits.isEmpty)
            for page in [MuseumPaths.home(), MuseumPaths.profile(), MuseumPaths.code(), MuseumPaths.gallery()] {
                #expect(try await ada.get(page).status == .ok, "\(page)")
            }
            #expect(try await ada.get(MuseumPaths.privacy()).text.contains("name=\"visits\" value=\"true\">"))
        }
    }

    @Test(.covers("MUS-045", "MUS-056", "CORE-022"), arguments: Engine.available)
    func `turning it off deletes what was recorded`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.isOnTheMap()
            let ada = try await museum.app.signedIn(.ada)
            _ = try await museum.member(ada, of: museum.tier("Household"))
            try await turnOn(ada)
            _ = try await museum.stay(45, ada)
            #expect(try await museum.visits.count == 1)
            _ = try await ada.post(MuseumPaths.privacy(), [:])
            #expect(try await museum.visits.isEmpty)
            #expect(try await museum.stay(45, ada).json["state"] as? String == "off")
            #expect(try await museum.visits.isEmpty)
        }
    }

    @Test(.covers("MUS-056", "CORE-022"), arguments: Engine.available)
    func `what a member opens is recorded under their name only where they chose so, and the page says which`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let ada = try await museum.app.signedIn(.ada)
            #expect(try await ada.get(MuseumPaths.privacy()).text.contains("What you open isn’t recorded under your name."))
            for page in [MuseumPaths.home(), MuseumPaths.gallery(), MuseumPaths.tiers()] { _ = try await ada.get(page) }
            let person = try await museum.app.person(.ada)
            let analytics = museum.app.site.analytics
            #expect(try await museum.app.site.database.read { try analytics.interactions(of: person, in: $0) }.isEmpty)
            try await museum.app.site.write(by: person, once: nil) { try analytics.setNames(true, person, in: $0) }
            #expect(try await ada.get(MuseumPaths.privacy()).text.contains("What you open is recorded under your name."))
        }
    }

    @Test(.covers("MUS-035"), arguments: Engine.available)
    func `the entrance begins the visit that the phone goes on with`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.isOnTheMap()
            let ada = try await museum.app.signedIn(.ada)
            _ = try await museum.member(ada, of: museum.tier("Household"))
            let phone = try await museum.phone(of: ada)
            try await turnOn(ada)
            museum.app.clock.advance(by: .seconds(60))
            let arrival = museum.now
            #expect(try await museum.scan(phone.code(at: museum.now), by: museum.app.signedIn(.owner)).result == "admitted")
            #expect(try await museum.visits.map(\.counts) == [true])
            museum.app.clock.advance(by: .seconds(60))
            let answer = try await museum.stay(30, ada)
            #expect(answer.status == .ok, "\(answer.text)")
            let visit = try #require(try await museum.visits.first)
            #expect(try await museum.visits.count == 1 && visit.stay.isConfirmed)
            #expect(visit.stay.arrival == arrival && visit.stay.length == .seconds(31 * 60))
        }
    }

    @Test(.covers("MUS-024", "MUS-035"), arguments: Engine.available)
    func `a gate that was offline confirms the visit that the phone told of, and makes no second one`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.isOnTheMap()
            let ada = try await museum.app.signedIn(.ada)
            _ = try await museum.member(ada, of: museum.tier("Household"))
            let phone = try await museum.phone(of: ada)
            try await turnOn(ada)
            let seen = museum.now + .seconds(300)
            _ = try await museum.stay(30, ada)
            museum.app.clock.advance(by: .seconds(4 * 3600))
            _ = try await museum.stay(10, ada)
            let owner = try await museum.app.signedIn(.owner)
            let sent = try await museum.upload([(phone.code(at: seen), "n-1", seen, true)], from: "north", by: owner)
            #expect(sent.results == ["admitted"])
            #expect(try await museum.visits.map(\.stay.isConfirmed) == [true, false])
        }
    }

    @Test(.covers("MUS-037", "MUS-038"), arguments: Engine.available)
    func `while the museum is closed, or its hours are unknown, phones are told to wait and nothing counts`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let ada = try await museum.app.signedIn(.ada)
            _ = try await museum.member(ada, of: museum.tier("Household"))
            try await turnOn(ada)
            for hours in ["off", ""] {
                try await museum.isOnTheMap(open: hours)
                #expect(try await ada.asProgram.get(MuseumPaths.apiVisits()).json["state"] as? String == "closed")
                #expect(try await museum.stay(20, ada).json["state"] as? String == "closed")
                #expect(try await museum.visits.isEmpty, "\(hours)")
            }
            // The weekly hours of the site count where there is no text.
            let always = try #require(OpeningHours.Span(from: 0, until: 1440))
            try await museum.app.site.configure { $0.openingHours["museum"] = OpeningHours(days: Array(repeating: [always], count: 7)) }
            _ = try await museum.stay(20, ada)
            #expect(try await museum.visits.count == 1)
        }
    }

    @Test(.covers("MUS-035", "MUS-040", "MUS-060"), arguments: Engine.available)
    func `positions of yesterday, of tomorrow and of nowhere count for nothing, and neither do those of guests`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.isOnTheMap()
            let ada = try await museum.app.signedIn(.ada)
            _ = try await museum.member(ada, of: museum.tier("Household"))
            // Sent now, of before the choice.
            let early = museum.now - .seconds(1800)
            try await turnOn(ada)
            func send(_ position: String, by client: TestClient) async throws -> TestResponse {
                try await client.asProgram.json(.post, MuseumPaths.apiVisits(), #"{"positions": [\#(position)]}"#)
            }
            for (at, latitude) in [(early, 56.8777), (museum.now + .days(1), 56.8777), (museum.now, 956.0)] {
                let sent = try await send(#"{"at": "\#(at.rfc3339)", "latitude": \#(latitude), "longitude": 14.8091}"#, by: ada)
                #expect(sent.status == .ok, "\(sent.text)")
            }
            #expect(try await museum.visits.isEmpty)
            #expect(try await send("", by: museum.app.guest).status == .unauthorized)
            let flood = Array(repeating: #"{"at": "\#(museum.now.rfc3339)", "latitude": 1, "longitude": 1}"#, count: 201).joined(separator: ",")
            #expect(try await send(flood, by: ada).problem?.code == "museum.too-many-positions-at-once")
            // Whoever is no member any more.
            let bea = try await museum.app.signedIn(.bea)
            try await turnOn(bea)
            #expect(try await museum.stay(20, bea).json["state"] as? String == "off")
        }
    }

    @Test(.covers("MUS-040"), arguments: Engine.available)
    func `a phone without a position is noted, and nothing is refused`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.isOnTheMap()
            let ada = try await museum.app.signedIn(.ada)
            #expect(try await ada.post(MuseumPaths.privacy(), ["visits": "true", "failure": "denied"]).status == .seeOther)
            #expect(try await ada.get(MuseumPaths.privacy()).text.contains("Your browser doesn’t share your location."))
            let told = try await ada.asProgram.json(.post, MuseumPaths.apiVisitFailures(), #"{"reason": "timeout"}"#)
            #expect(told.status == .noContent)
            #expect(try await museum.app.signedIn(.owner).get(MuseumPaths.adminVisits()).text.contains("1 phone gave no location"))
            // It finds its place again.
            _ = try await museum.member(ada, of: museum.tier("Household"))
            _ = try await museum.stay(10, ada)
            #expect(try await !museum.app.signedIn(.owner).get(MuseumPaths.adminVisits()).text.contains("gave no location"))
        }
    }

    @Test(.covers("MUS-039", "MUS-022"), arguments: Engine.available)
    func `the portal shows by the hour who was admitted, with whom, once more, and who wasn't`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (owner, ada) = (try await museum.app.signedIn(.owner), try await museum.app.signedIn(.ada))
            _ = try await museum.member(ada, of: museum.tier("Household", guests: 2))
            let phone = try await museum.phone(of: ada)
            let (zone, day) = (museum.app.site.configuration.zone, Day(museum.now, in: museum.app.site.configuration.zone))
            #expect(try await museum.scan(phone.code(at: museum.now), by: owner).result == "admitted")
            #expect(try await museum.scan(phone.code(at: museum.now), by: owner).result == "used")
            #expect(try await museum.scan(phone.code(at: museum.now), again: true, by: owner).result == "reentry")
            let start = day.start(in: zone)
            let hours = try await museum.app.site.database.read { try $0.all(.entranceHours(of: day, from: start)) }
            #expect(hours.map { [$0.members, $0.guests, $0.again, $0.refused] } == [[1, 0, 1, 1]])
            let first = try #require(hours.first)
            #expect(start + .seconds(first.hour * 3600) <= museum.now)
            let page = try await owner.get(MuseumPaths.adminVisits()).text
            #expect(page.contains("Entrance by the hour") && page.contains("Not admitted"))
            #expect(try await !owner.get(MuseumPaths.adminVisits() + "?day=2001-01-01").text.contains("Entrance by the hour"))
        }
    }

    @Test(.covers("MUS-039", "CORE-043"), arguments: Engine.available)
    func `visits that are too short or too old are gone in the morning`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.isOnTheMap()
            let ada = try await museum.app.signedIn(.ada)
            _ = try await museum.member(ada, of: museum.tier("Household"))
            try await turnOn(ada)
            _ = try await museum.stay(2, ada)
            #expect(try await museum.visits.count == 1)
            #expect(try await museum.app.signedIn(.owner).get(MuseumPaths.adminVisits()).text.contains("No recorded stays on this day"))
            museum.app.clock.advance(by: .days(2))
            try await museum.app.runJobs()
            #expect(try await museum.visits.isEmpty)
            let (recording, person) = (try museum.services.visits, try await museum.app.person(.ada))
            let start = museum.now
            museum.app.clock.advance(by: .seconds(1800))
            let positions = (0...30).compactMap { Position(at: start + .seconds(60 * $0), latitude: 56.8777, longitude: 14.8091) }
            #expect(try await museum.app.site.write(by: person, once: nil) { try recording.take(positions, of: person, in: $0) } != .off)
            museum.app.clock.advance(by: .days(2))
            try await museum.app.runJobs()
            #expect(try await museum.visits.map(\.isOver) == [true])
            museum.app.clock.advance(by: .days(366))
            try await museum.app.runJobs()
            #expect(try await museum.visits.isEmpty)
        }
    }

    @Test(.covers("MUS-035", "CORE-020"), arguments: Engine.available)
    func `visits are in the copy of a person’s data, and go with the account`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.isOnTheMap()
            let ada = try await museum.app.signedIn(.ada)
            _ = try await museum.member(ada, of: museum.tier("Household"))
            try await turnOn(ada)
            let answer = try await museum.stay(30, ada)
            #expect(answer.status == .ok, "\(answer.text)")
            let person = try await museum.app.person(.ada)
            let data = MuseumData(services: try museum.services)
            try await museum.app.site.write(by: nil) { try data.erase(person, in: $0) }
            #expect(try await museum.visits.isEmpty)
            #expect(try await museum.app.site.database.read { try $0.first(.choice(of: person)) } == nil)
        }
    }

    @Test(
        .covers("MUS-037", "MUS-060"),
        arguments: [
            (MuseumSettings.hours.id, "Mo-Fr 25:00-26:00", "There’s no such time or date: 25:00-26:00"),
            (MuseumSettings.hours.id, "Mo-Fr 10:00-17:00 Sa 11:00-16:00", "Put a semicolon between the rules"),
            (MuseumSettings.holidays.id, "Christmas", "This one doesn’t: Christmas"),
            (MuseumSettings.place.id, "Växjö", "Enter latitude and longitude"),
        ])
    func `hours, holidays and places that make no sense are refused in words`(_ setting: String, _ value: String, _ words: String) async throws {
        try await withMuseum(on: .sqlite) { museum in
            let rules = museum.app.site.extensions[.settingGuards].filter { $0.setting == setting }
            let owner = try await museum.app.person(.owner)
            let refusal = try await museum.app.site.database.read { db -> Problem? in
                do {
                    for rule in rules { try rule.check(value, by: owner, in: db) }
                    return nil
                } catch let problem as Problem { return problem }
            }
            let said = museum.app.site.messages.render(try #require(refusal?.fields[setting]), in: .english, timeZone: .gmt)
            #expect(said.contains(words), "\(said)")
        }
    }
}
