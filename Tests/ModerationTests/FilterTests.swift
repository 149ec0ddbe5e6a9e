import Core
import TestSupport
import Testing

@testable import Moderation

/// The filter as it comes with Stoa, on sentences written for these tests.
@Suite(.covers("CORE-025", "VOL-035")) struct FilterTests {
    private let filter: ContentFilter

    init() throws { filter = ContentFilter(lists: try WordLists.seed()) }

    @Test(arguments: ["what a fucking mess", "F.U.C.K this", "f u c k off", "fuuuuck", "fսck", "f\u{200B}u\u{200B}ck", "this is bullsh1t", "b!tch"])
    func `a rude word is found in every disguise`(text: String) {
        let verdict = filter.judge(text, language: .english, app: "volunteers")
        #expect(verdict.kind == .profanity)
        #expect(verdict.action == .reject)
    }

    @Test(arguments: [
        "I grew up in Scunthorpe.", "My assistant teaches a class on grass and glass.", "Shiitake mushrooms for the cocktail party",
        "Charles Dickens, please", "She was passing the embassy.",
    ])
    func `an innocent word with a rude one inside passes`(text: String) {
        #expect(filter.judge(text, language: .english, app: "volunteers").matches == [])
    }

    @Test(arguments: ["Festen är slut klockan sex.", "En fantastisk dag i Hörby", "Pricka av listan, det är bra", "Med god fart över backen"])
    func `ordinary Swedish passes`(text: String) {
        #expect(filter.judge(text, language: .swedish, app: "volunteers").matches == [])
    }

    @Test(arguments: [
        ("Hjälp mig i trädgården, jag betalar 500 kr svart kontant.", Language.english), ("swisha mig 200 kr", .english),
        ("I will pay you 300 kronor for it", .swedish),
    ]) func `a money request is found whatever language the author's screen has`(text: String, screen: Language) {
        #expect(filter.judge(text, language: screen, app: "volunteers").kind == .money)
    }

    @Test(arguments: ["Festen är slut klockan sex.", "Kocken bjuder på fika, och det går med god fart."])
    func `ordinary Swedish passes on an English screen`(text: String) {
        #expect(filter.judge(text, language: .english, app: "volunteers").matches == [])
    }

    @Test(arguments: ["Jag är pank men behöver någon att prata med.", "I am broke and lonely, who would like to talk?"])
    func `to be poor is no request for money`(text: String) {
        #expect(filter.judge(text, language: .english, app: "volunteers").kind != .money)
    }

    @Test func `the author is told everything that has to be mended at once`() {
        let verdict = filter.judge("This fucking bike, swish me 500 kr on 070-123 45 67", language: .english, app: "volunteers")
        let reason = String(describing: verdict.reason)
        #expect(reason.contains("rude words") && reason.contains("given freely") && reason.contains("phone number"))
        #expect(verdict.kind == .profanity && verdict.action == .reject)
    }

    @Test func `a match names the rule and the place of the words`() throws {
        let verdict = filter.judge("Stäng dörren, din jävla latmask", language: .swedish, app: "volunteers")
        let match = try #require(verdict.matches.first { $0.kind == .profanity })
        #expect(match.words == "jävla")
        #expect(match.range == 18..<23)
        #expect(match.rule == "any.profanity:*jävla*")
    }
}
