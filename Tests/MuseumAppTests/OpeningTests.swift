import Core
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// How the installed app begins, and what it says without a connection.
@Suite struct OpeningTests {
    @Test(.covers("MUS-041"), arguments: Engine.available)
    func `the app opens with the museum’s sign above a page that is complete`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let opened = try await museum.app.guest.get(MuseumPaths.home()).text
            #expect(opened.contains("data-museum-opening") && opened.contains("museum-hero"))
            let reached = try await museum.app.guest.with("Referer", "http://localhost/museum/gallery").get(MuseumPaths.home()).text
            #expect(!reached.contains("data-museum-opening") && reached.contains("museum-hero"))
        }
    }

    @Test(.covers("MUS-041"), arguments: Engine.available)
    func `installed, it has a name, a colour and icons for the system’s own opening screen`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let manifest = try await museum.app.guest.get("/manifest.webmanifest?app=museum")
            #expect(manifest.json["start_url"] as? String == "/museum" && manifest.json["display"] as? String == "standalone")
            #expect(manifest.json["background_color"] as? String != nil && manifest.json["name"] as? String == "Museum")
            let icons = try #require(manifest.json["icons"] as? [[String: Any]])
            for icon in icons { #expect(try await museum.app.guest.get(try #require(icon["src"] as? String)).status == .ok) }
            #expect(icons.contains { $0["sizes"] as? String == "512x512" })
        }
    }

    @Test(.covers("MUS-030", "MUS-037"))
    func `hours that are kept say at every moment what the text says, and another text counts at once`() async throws {
        try await withMuseum(on: .sqlite) { museum in
            let (site, kept) = (museum.app.site, try museum.services.hours)
            let texts = [
                "Nov-Mar: Sa-Su 11:00-15:00; Apr-Oct: Tu-Su 10:00-18:00; Th[1] 10:00-21:00; PH off", "Mo-Su 22:00-02:00; 2026-12-25 off", "no hours",
                "",
            ]
            for text in texts {
                try await site.configure { all in
                    all.settings[MuseumSettings.hours.id] = text
                    all.settings[MuseumSettings.holidays.id] = "2026-05-01"
                }
                for country in ["", "SE"] {
                    try await site.configure { $0.settings[MuseumSettings.holidayCountry.id] = country }
                    for hour in 0..<(9 * 24) {
                        let moment = museum.now + .seconds(hour * 3600 + 61)
                        #expect(kept.nextChange(after: moment) == MuseumHours.of(site)?.nextChange(after: moment), "\(text) \(hour)")
                    }
                    // A clock that is set back.
                    #expect(kept.nextChange(after: museum.now) == MuseumHours.of(site)?.nextChange(after: museum.now))
                    #expect((kept.current == nil) == (MuseumHours.of(site) == nil))
                }
            }
        }
    }

    @Test(.covers("MUS-059"), arguments: Engine.available)
    func `every page brings the words for when there is no connection`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            for page in [MuseumPaths.home(), MuseumPaths.gallery(), MuseumPaths.events(), MuseumPaths.tiers()] {
                let text = try await museum.app.guest.get(page).text
                let words = "If you’ve opened your entrance code on this device, it still works."
                #expect(text.contains("data-offline") && text.contains(words), "\(page)")
            }
            #expect(try await museum.app.guest.get("/offline").text.contains("This page needs a connection."))
        }
    }
}
