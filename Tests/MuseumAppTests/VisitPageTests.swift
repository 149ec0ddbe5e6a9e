import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct VisitPageTests {
    @Test(.covers("MUS-030", "MUS-047"))
    func `whoever wants to come finds hours, tickets, the way and a map without an account`() async throws {
        try await withMuseum(on: .sqlite) { museum in
            let christmas = try #require(Day("2099-12-25"))
            let day = Day(museum.app.site.clock.now(), in: museum.app.site.configuration.zone)
            let closed = try #require(OpeningHours.Exception(from: day.adding(3), through: day.adding(4), note: "Painting"))
            let later = try #require(OpeningHours.Exception(from: christmas, through: christmas, note: "Christmas"))
            let span = try #require(OpeningHours.Span(from: 660, until: 1020))
            try await museum.app.site.configure {
                $0.settings[MuseumSettings.address.id] = "3 Slip Lane & Å"
                $0.settings[MuseumSettings.tickets.id] = "Adults 12\nChildren free"
                $0.settings[MuseumSettings.gettingHere.id] = "Tram 3"
                $0.openingHours["museum"] = OpeningHours(days: Array(repeating: [span], count: 7), exceptions: [closed, later])
            }
            #expect(try await museum.app.guest.get(MuseumPaths.home()).text.contains("href=\"\(MuseumPaths.visit())\""))
            let page = try await museum.app.guest.get(MuseumPaths.visit()).text
            for words in ["11:00–17:00", "Painting", "Adults 12", "Children free", "Tram 3", "Getting here"] { #expect(page.contains(words)) }
            #expect(page.contains("https://www.openstreetmap.org/search?query=3%20Slip%20Lane%20%26%20%C3%85"))
            #expect(!page.contains("Accessibility") && !page.contains("Christmas"))
        }
    }

    @Test(.covers("MUS-030"), arguments: ["", "javascript:alert(1)//", "http://map.example/?q="])
    func `only a page of the web is a map`(search: String) async throws {
        try await withMuseum(on: .sqlite) { museum in
            try await museum.app.site.configure {
                $0.settings[MuseumSettings.address.id] = "3 Slip Lane"
                $0.settings[MuseumSettings.mapSearch.id] = search
            }
            let page = try await museum.app.guest.get(MuseumPaths.visit()).text
            #expect(page.contains("3 Slip Lane") && !page.contains("Show on a map"))
        }
    }
}
