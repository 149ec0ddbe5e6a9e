import Core
import Foundation
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// Devices that several people use: tablets of staff, and screens on which nobody is signed in.
@Suite struct SharedDeviceTests {
    @Test(.covers("CAF-042"), arguments: Engine.available)
    func `a tablet of staff keeps its language, whoever signs in on it, and their accounts keep theirs`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let chosen = try await owner.post(SitePaths.preferences(), ["language": "sw", "then": CafeteriaPaths.counter()])
            #expect(chosen.cookies["language-work"] == "sw", "the device keeps it")
            func language(_ client: TestClient, _ path: String) async throws -> String {
                try await client.get(path).text.firstMatch(of: /<html[^>]* lang="([a-z-]+)"/).map { String($0.1) } ?? ""
            }
            let elsewhere = try await cafeteria.app.signedIn(.owner)
            for path in [CafeteriaPaths.counter(), CafeteriaPaths.orders()] {
                #expect(try await language(elsewhere, path) == "en", "the account has no part in it: \(path)")
            }
            let tablet = elsewhere.carrying("language-work", "sw")
            for path in [CafeteriaPaths.counter(), CafeteriaPaths.kitchen(), CafeteriaPaths.sale(), CafeteriaPaths.cashUps()] {
                #expect(try await language(tablet, path) == "sw", "\(path)")
            }
            #expect(try await language(tablet, CafeteriaPaths.orders()) == "en", "what is one's own is in one's own language")
            let portal = try await owner.post(SitePaths.preferences(), ["language": "sw", "then": CafeteriaPaths.adminMenu()])
            #expect(portal.cookies["language-work"] == nil, "the portal is the account's, also where staff of the app work in it")
        }
    }

    @Test(.covers("CAF-043"), arguments: Engine.available)
    func `a display is read in the language that was chosen for it`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let staff = try await cafeteria.app.signedIn(.owner)
            let made = try await staff.post(CafeteriaPaths.displays(), ["name": "Hall", "language": "sw"]).text
            let path = try #require(made.firstMatch(of: /value="[^"]*(\/cafeteria-display\/[^"]+)"/)?.1, "\(made)")
            #expect(try await cafeteria.app.guest.get(String(path)).text.contains("lang=\"sw\""))
        }
    }

    @Test(.covers("CAF-043"), arguments: Engine.available)
    func `a screen whose link was ended says so, and how to get a new one`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let staff = try await cafeteria.app.signedIn(.owner)
            let made = try await staff.post(CafeteriaPaths.displays(), ["name": "Hall"]).text
            let path = String(try #require(made.firstMatch(of: /value="[^"]*(\/cafeteria-display\/[^"]+)"/)?.1, "\(made)"))
            let id = try #require(try await cafeteria.services.displays.all().first?.id)
            _ = try await staff.post(CafeteriaPaths.endDisplay(id))
            let ended = try await cafeteria.app.guest.get(path)
            #expect(ended.status == .notFound && ended.text.contains("This display has been ended"))
            #expect(ended.text.contains("make a new link under Displays at the counter") && ended.text.contains(CafeteriaPaths.displays()))
            let refused = try await cafeteria.app.guest.asProgram.get(path)
            #expect(refused.problem?.code == "cafeteria.display-ended")
        }
    }

    @Test(.covers("CAF-043"), arguments: Engine.available)
    func `what is chosen of an item is added with how many there are, and the menu stays in sight`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (tea, cake) = (try await cafeteria.item("Tea", price: 100_00), try await cafeteria.item("Cake"))
            let sizes = try await cafeteria.choices(of: tea, least: 1, most: 1, [("Small", 0), ("Large", 30_00)])
            let staff = try await cafeteria.app.signedIn(.owner)
            let asked = try await staff.post(CafeteriaPaths.sale(), ["choose": tea.description]).text
            #expect(asked.contains("name=\"add\" value=\"\(tea)\"") && asked.contains("Cake"), "\(asked)")
            let sold = try await staff.post(CafeteriaPaths.sale(), ["add": "\(tea)", "choice": "\(sizes[1])", "quantity": "2"]).text
            #expect(sold.contains("name=\"line\" value=\"\(tea)*2*\(sizes[1])\"") && sold.contains("KES\u{A0}260"), "\(sold)")
            let wrongs = [
                ["add": "\(tea)"], ["add": "\(cake)", "choice": "\(sizes[1])"], ["add": "\(tea)", "choice": "99999"],
                ["add": "\(tea)", "choice": "\(sizes[1])", "quantity": "0"],
            ]
            for wrong in wrongs {
                let refused = try await staff.post(CafeteriaPaths.sale(), form: wrong).text
                #expect(!refused.contains("name=\"line\""), "\(wrong)")
            }
        }
    }
}
