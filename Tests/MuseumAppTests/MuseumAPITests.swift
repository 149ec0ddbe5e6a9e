import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct MuseumAPITests {
    private func list(_ response: TestResponse) throws -> [[String: Any]] {
        try #require(response.json["items"] as? [[String: Any]], "\(response.text)")
    }

    @Test(.covers("MUS-026", "MUS-030", "CORE-022"), arguments: Engine.available)
    func `programs read the gallery page by page, and nothing that is hidden`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            _ = try await owner.post(MuseumPaths.adminRooms(), ["name": "The tower", "text": "Up the stairs."])
            for number in 1...5 {
                let shown = number == 3 ? [] : [("isPublic", "true")]
                _ = try await owner.post(
                    MuseumPaths.adminNewExhibit(),
                    fields: [("kind", "object"), ("title", "Lamp \(number)"), ("room", number == 5 ? "1" : "")] + shown)
            }
            let program = museum.app.guest.asProgram
            #expect(try await program.get(MuseumPaths.apiRooms()).text.contains("Up the stairs."))
            var titles: [String] = []
            var after: String?
            repeat {
                let page = try await program.get(link(MuseumPaths.apiExhibits(), query: ["limit": "2", "after": after]))
                titles += try list(page).compactMap { $0["title"] as? String }
                after = page.json["next"] as? String
            } while after != nil && titles.count < 10
            #expect(titles == ["Lamp 5", "Lamp 1", "Lamp 2", "Lamp 4"])
            let found = try list(try await program.get(link(MuseumPaths.apiExhibits(), query: ["q": "lamp 2"])))
            let id = try #require(found.first?["id"].flatMap { ExhibitID("\($0)") })
            #expect(try await program.get(MuseumPaths.apiExhibit(id)).json["title"] as? String == "Lamp 2")
            let hidden = try #require(
                try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(words: "lamp 3", isForStaff: true), from: 0, limit: 1)) }
                    .first)
            #expect(try await owner.asProgram.get(MuseumPaths.apiExhibit(hidden.id)).status == .notFound)
            #expect(try await program.get(link(MuseumPaths.apiExhibits(), query: ["limit": "201"])).status == .unprocessableContent)
        }
    }

    @Test(.covers("MUS-031", "MUS-008"), arguments: Engine.available)
    func `a program takes a place at an event for its person, by the rules of the page`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            for (title, level) in [("A talk", "0"), ("For friends", "1")] {
                _ = try await owner.post(
                    MuseumPaths.adminNewEvent(),
                    ["title": title, "day": "2026-11-20", "from": "18:00", "until": "19:00", "places": "1", "level": level])
            }
            let ada = try await museum.app.signedIn(.ada).asProgram, bea = try await museum.app.signedIn(.bea).asProgram
            let events = try await museum.app.site.database.read { try $0.all(.upcoming(at: museum.now, limit: 9)) }
            let talk = try #require(events.first { $0.title == "A talk" }).id, friends = try #require(events.first { $0.title == "For friends" }).id
            #expect(try await museum.app.guest.asProgram.get(MuseumPaths.apiEvents()).text.contains("For friends"))
            #expect(try await museum.app.guest.asProgram.send(.put, MuseumPaths.apiRegistration(talk)).status == .unauthorized)
            for _ in 0..<2 {
                #expect(try await ada.send(.put, MuseumPaths.apiRegistration(talk)).json["status"] as? String == "registered")
            }
            #expect(try await bea.send(.put, MuseumPaths.apiRegistration(talk)).json["status"] as? String == "waiting")
            #expect(try await bea.get(MuseumPaths.apiEvent(talk)).json["free"] as? Int == 0)
            #expect(try await ada.send(.delete, MuseumPaths.apiRegistration(talk)).status == .noContent)
            #expect(try await bea.send(.put, MuseumPaths.apiRegistration(talk)).json["status"] as? String == "registered")
            #expect(try await ada.send(.put, MuseumPaths.apiRegistration(friends)).problem?.code == "museum.event-members")
            #expect(try await ada.get(MuseumPaths.apiMembership()).status == .notFound)

            let tier = try await museum.tier("Friend")
            _ = try await museum.member(try await museum.app.signedIn(.ada), of: tier)
            let mine = try await ada.get(MuseumPaths.apiMembership())
            #expect((mine.json["tier"] as? [String: Any])?["name"] as? String == "Friend")
            #expect(try await ada.send(.put, MuseumPaths.apiRegistration(friends)).json["status"] as? String == "registered")
            #expect(try await museum.app.guest.asProgram.get(MuseumPaths.apiTiers()).text.contains("Friend"))
        }
    }
}
