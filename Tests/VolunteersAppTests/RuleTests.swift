import Core
import Foundation
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct RuleTests {
    @Test(arguments: [
        "Storgatan 12", "Come to Kungsvägen 3b please", "12 Garden Street", "Garden Street 12", "Bokgränd 7, porten till vänster", "KYRKVÄGEN 101",
        "Storgatan12", "storgatan12B", "Storgatan nr 12", "Kom till Kungsvägen, nummer 3", "Garden Street no. 12",
    ])
    func `a street with a number is an address`(_ words: String) { #expect(Area.holdsAddress(words)) }

    @Test(arguments: [
        "We are 12 people", "In Teleborg, near the castle", "På Storgatan i centrum", "Since 2015 we drive the long road", "Three hours on the 14th",
        "Väg 23", "Along the E4 road", "Storgatan är nummer ett", "A4 paper for the street party",
    ])
    func `a place, a time or a count is none`(_ words: String) { #expect(!Area.holdsAddress(words)) }

    @Test func `an area has no numbers`() {
        #expect(Area.isTooExact("352 33 Växjö") && Area.isTooExact("Teleborg 4") && Area.isTooExact("Öster ٣"))
        #expect(!Area.isTooExact("Norr om sjön") && !Area.isTooExact(""))
    }

    @Test func `requests that ask for the same are similar, in either language, and others are not`() {
        let dog = Similarity(title: "Somebody to walk my dog", body: "Kalle is old and friendly, and I broke my foot.")
        let same = Similarity(title: "Walking the dog in Teleborg", body: "My foot is broken and the dog needs walks.")
        let piano = Similarity(title: "Carry a piano", body: "Two stairs, six people, soup for everybody.")
        #expect(dog.score(against: same) >= Similarity.least)
        #expect(dog.score(against: piano) < Similarity.least)
        let hund = Similarity(title: "Hundvakt en vecka", body: "Jag behöver hjälp med hunden.")
        #expect(hund.score(against: Similarity(title: "Sökes: hundvakten", body: "En vecka i maj")) >= Similarity.least)
        #expect(hund.score(against: hund) == 1 && Similarity(title: "", body: "").score(against: hund) == 0)
    }

    @Test(arguments: Engine.available)
    func `open requests that are alike are shown while writing and before confirming`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let animals = try await app.category("Animals")
            try await ada.send("Somebody to walk my dog", "Kalle is old and friendly, and I broke my foot.", in: animals)
            let check = try await bea.post(VolunteersPaths.new(), fields("Walk a dog for me", "My foot is broken.", category: animals))
            #expect(check.text.contains("Similar open requests") && check.text.contains("Somebody to walk my dog"))
            let found = try await bea.asProgram.get(VolunteersPaths.similar() + "?title=walk%20dog&body=&category=\(animals)")
            #expect(found.text.contains("Somebody to walk my dog"))
            let mine = try await ada.asProgram.get(VolunteersPaths.similar() + "?title=walk%20dog&body=&category=\(animals)")
            #expect(mine.text == "[]")
            let undecided = try await bea.asProgram.get(VolunteersPaths.similar() + "?title=walk%20my%20dog&body=")
            #expect(undecided.text.contains("Somebody to walk my dog"), "before a category is chosen")
            let elsewhere = try await app.category("Day-to-day help")
            let other = try await bea.asProgram.get(VolunteersPaths.similar() + "?title=walk%20my%20dog&body=&category=\(elsewhere)")
            #expect(other.text.contains("Somebody to walk my dog"), "whatever category somebody else chose")
        }
    }
}
