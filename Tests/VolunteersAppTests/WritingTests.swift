import Core
import Foundation
import Moderation
import Platform
import TestSupport
import Testing
import Web

@testable import VolunteersApp

/// What an author learns of the filter before anything is sent.
@Suite(.covers("CORE-025", "VOL-022", "VOL-040")) struct WritingTests {
    @Test(arguments: Engine.available)
    func `the preview marks what would be sent back, and offers words that are allowed`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let help = try await app.category("Day-to-day help")
            let words = "Who drives me to the clinic on Friday? I'll pay you 200 kr for the petrol and your time."
            let preview = try await ada.post(VolunteersPaths.new(), fields("A lift to the clinic", words, category: help))
            #expect(preview.text.contains("This would be sent back to you") && preview.text.contains("<mark"))
            #expect(preview.text.contains("I’ll cover the petrol.") && preview.text.contains("Use these words"))
            // Nothing is stored yet, and who takes the words over has them in the form.
            #expect(try await app.posts().isEmpty)
            let better = "Who drives me to the clinic on Friday? I’ll cover the petrol."
            let form = try await ada.post(
                VolunteersPaths.new(),
                ["title": "A lift to the clinic", "body": better, "category": help.description, "area": "", "change": "true"])
            #expect(form.text.contains("\(better)</textarea>"))
            let fine = try await ada.post(VolunteersPaths.new(), fields("A lift to the clinic", better, category: help))
            #expect(!fine.text.contains("data-writing-check"))
            _ = try await ada.send("A lift to the clinic", better, in: help)
            #expect(try await bea.get(VolunteersPaths.home()).previews == ["A lift to the clinic"])
        }
    }

    @Test(arguments: Engine.available)
    func `while somebody writes, the filter says what it would stop and stores nothing`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let ada = try await app.user(.ada)
            let rude = try await ada.post(VolunteersPaths.check(), ["title": "Shovels", "body": "Bring your own fucking shovel this time."])
            #expect(rude.text.contains("data-use-body=\"Bring your own shovel this time.\""))
            let aside = try await ada.post(VolunteersPaths.check(), ["title": "Shovels", "body": "Bring a shovel and, fuck, warm gloves."])
            #expect(aside.text.contains("data-use-body=\"Bring a shovel and warm gloves.\""), "the commas go with what they set off")
            let unkind = try await ada.post(VolunteersPaths.check(), ["title": "Garden", "body": "Help with the garden, no foreigners please."])
            #expect(unkind.text.contains("A moderator would read this first") && !unkind.text.contains("data-use-body"))
            let sale = try await ada.post(VolunteersPaths.check(), ["title": "Mower", "body": "Selling my old mower, 600 kr."])
            #expect(sale.text.contains("This would be sent back to you") && !sale.text.contains("data-use-body"))
            let kind = try await ada.post(VolunteersPaths.check(), ["title": "Walks", "body": "Who walks with me on Sunday?"])
            #expect(kind.status == .ok && !kind.text.contains("data-writing-check"))
            #expect(try await app.posts().isEmpty)
        }
    }
}
