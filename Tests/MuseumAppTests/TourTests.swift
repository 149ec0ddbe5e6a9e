import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct TourTests {
    /// Exhibits by their titles.
    private func hang(_ titles: [String], in museum: Museum, by owner: TestClient) async throws -> [ExhibitID] {
        for title in titles {
            _ = try await owner.post(
                MuseumPaths.adminNewExhibit(),
                fields: [("kind", "object"), ("title", title), ("isPublic", "true"), ("text", "The story of \(title).")])
        }
        let all = try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(isForStaff: true), from: 0, limit: 99)) }
        return titles.compactMap { title in all.first { $0.title == title }?.id }
    }

    private func tour(in museum: Museum) async throws -> TourID {
        try #require(try await museum.app.site.database.read { try $0.all(.tours(isForStaff: true)) }.last?.id)
    }

    private func stops(_ tour: TourID, in museum: Museum) async throws -> [ShownStop] {
        try await museum.app.site.database.read { try ShownStop.all(of: tour, isForStaff: true, in: $0) }
    }

    @Test(.covers("MUS-026"), arguments: Engine.available)
    func `a tour leads from stop to stop and says how far one has come`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let exhibits = try await hang(["Anchor", "Bell", "Compass"], in: museum, by: owner)
            let made = try await owner.upload(
                MuseumPaths.adminNewTour(), fields: [("title", "By sea"), ("text", "Ahoy."), ("isPublic", "true")], files: [])
            let tour = try await tour(in: museum)
            #expect(made.location == MuseumPaths.adminTourStops(tour))
            for exhibit in [exhibits[2], exhibits[0], exhibits[1], exhibits[0]] {
                #expect(try await owner.post(MuseumPaths.adminTourStops(tour), ["exhibit": exhibit.description]).status == .seeOther)
            }
            var all = try await stops(tour, in: museum)
            #expect(all.map(\.exhibit.title) == ["Compass", "Anchor", "Bell"], "an exhibit is a stop once")
            _ = try await owner.post(MuseumPaths.adminTourStop(tour, all[0].stop.id), ["action": "down", "text": ""])
            _ = try await owner.post(MuseumPaths.adminTourStop(tour, all[2].stop.id), ["action": "down", "text": ""])
            _ = try await owner.post(MuseumPaths.adminTourStop(tour, all[1].stop.id), ["text": "Told on the tour only."])
            all = try await stops(tour, in: museum)
            #expect(all.map(\.exhibit.title) == ["Anchor", "Compass", "Bell"])

            let guest = museum.app.guest
            #expect(try await guest.get(MuseumPaths.tours()).text.contains("By sea"))
            let begin = try await guest.get(MuseumPaths.tour(tour)).text
            #expect(!begin.contains(MuseumPaths.adminTour(tour)))
            #expect(try await owner.get(MuseumPaths.tour(tour)).text.contains("href=\"\(MuseumPaths.adminTour(tour))\""))
            #expect(begin.contains("Ahoy.") && begin.contains("3 stops") && begin.contains("href=\"\(MuseumPaths.tourStop(tour, all[0].stop.id))\""))
            let first = try await guest.get(MuseumPaths.tourStop(tour, all[0].stop.id)).text
            #expect(first.contains("Stop 1 of 3") && first.contains("Told on the tour only.") && !first.contains("The story of Anchor."))
            #expect(first.contains("rel=\"next\"") && !first.contains("rel=\"prev\"") && first.contains("data-read-aloud=\"stop-text\""))
            let second = try await guest.get(MuseumPaths.tourStop(tour, all[1].stop.id)).text
            #expect(
                second.contains("The story of Compass.") && second.contains("rel=\"prev\"")
                    && second.contains(MuseumPaths.tourStop(tour, all[2].stop.id)))
            let last = try await guest.get(MuseumPaths.tourStop(tour, all[2].stop.id)).text
            #expect(last.contains("End of the tour") && last.contains("Stop 3 of 3"))

            // An exhibit that is hidden is no stop for visitors, and the tour goes on past it.
            _ = try await owner.post(MuseumPaths.adminExhibit(all[1].exhibit.id), fields: [("kind", "object"), ("title", "Compass")])
            #expect(try await guest.get(MuseumPaths.tourStop(tour, all[1].stop.id)).status == .notFound)
            #expect(try await guest.get(MuseumPaths.tourStop(tour, all[0].stop.id)).text.contains("Stop 1 of 2"))
            #expect(try await owner.get(MuseumPaths.adminTourStops(tour)).text.contains("Hidden: visitors don’t see this stop."))
            // And one that is deleted leaves its tours.
            _ = try await owner.post(MuseumPaths.adminExhibitDelete(all[2].exhibit.id), ["confirmed": "true"])
            #expect(try await stops(tour, in: museum).map(\.exhibit.title) == ["Anchor", "Compass"])
        }
    }

    @Test(.covers("MUS-026", "MUS-047"), arguments: Engine.available)
    func `each stop says in which room it is, and the way on where that changes`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            for name in ["Sail loft", "Boat house"] { _ = try await owner.post(MuseumPaths.adminRooms(), ["name": name]) }
            let rooms = try await museum.app.site.database.read { try $0.all(.rooms) }
            let places = ["Anchor": "Sail loft", "Bell": "Sail loft", "Compass": "Boat house"]
            let exhibits = try await hang(["Anchor", "Bell", "Compass", "Drum"], in: museum, by: owner)
            _ = try await owner.upload(MuseumPaths.adminNewTour(), fields: [("title", "By sea"), ("isPublic", "true")], files: [])
            let tour = try await tour(in: museum)
            for (exhibit, title) in zip(exhibits, ["Anchor", "Bell", "Compass", "Drum"]) {
                let room = rooms.first { $0.name == places[title] }?.id.description ?? ""
                let fields = [("kind", "object"), ("title", title), ("room", room), ("isPublic", "true")]
                _ = try await owner.post(MuseumPaths.adminExhibit(exhibit), fields: fields)
                _ = try await owner.post(MuseumPaths.adminTourStops(tour), ["exhibit": exhibit.description])
            }
            var pages: [String] = []
            for stop in try await stops(tour, in: museum) {
                pages.append(try await museum.app.guest.get(MuseumPaths.tourStop(tour, stop.stop.id)).text)
            }
            #expect(pages[0].contains("Room: Sail loft") && !pages[0].contains("Next, in"), "the next one is here, too")
            #expect(pages[1].contains("Room: Sail loft") && pages[1].contains("Next, in Boat house"))
            #expect(pages[2].contains("Room: Boat house") && !pages[2].contains("Next, in"), "what has no room says none")
            #expect(!pages[3].contains("Room:"))
        }
    }

    @Test(.covers("MUS-026", "MUS-012"), arguments: Engine.available)
    func `a hidden tour is for those who make it, and only they change it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let refused = try await owner.upload(MuseumPaths.adminNewTour(), fields: [("title", " "), ("text", "x")], files: [])
            #expect(refused.status == .unprocessableContent && refused.text.contains("Enter a title."))
            _ = try await owner.upload(MuseumPaths.adminNewTour(), fields: [("title", "Not yet")], files: [])
            let tour = try await tour(in: museum)
            let exhibits = try await hang(["Anchor"], in: museum, by: owner)
            _ = try await owner.post(MuseumPaths.adminTourStops(tour), ["exhibit": exhibits[0].description])
            let stop = try #require(try await stops(tour, in: museum).first).stop.id
            let ada = try await museum.app.signedIn(.ada)
            for page in [MuseumPaths.tour(tour), MuseumPaths.tourStop(tour, stop), MuseumPaths.adminTours(), MuseumPaths.adminTourStops(tour)] {
                #expect(try await ada.get(page).status == .notFound, "\(page)")
            }
            #expect(try await owner.get(MuseumPaths.tourStop(tour, stop)).status == .ok)
            for change in [MuseumPaths.adminTourStop(tour, stop), MuseumPaths.adminTourStops(tour), MuseumPaths.adminTourDelete(tour)] {
                #expect(try await ada.post(change, ["action": "remove", "confirmed": "true"]).status == .notFound, "\(change)")
            }
            let other = TourID(tour.number + 1)
            #expect(try await owner.post(MuseumPaths.adminTourStop(other, stop), ["action": "remove"]).status == .notFound)
            let long = String(repeating: "a", count: Tour.longestText + 1)
            #expect(try await owner.post(MuseumPaths.adminTourStop(tour, stop), ["text": long]).status == .unprocessableContent)
            _ = try await owner.post(MuseumPaths.adminTourDelete(tour), ["confirmed": "true"])
            #expect(try await owner.get(MuseumPaths.tour(tour)).status == .notFound)
            #expect(try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(), from: 0, limit: 9)) }.count == 1)
        }
    }
}
