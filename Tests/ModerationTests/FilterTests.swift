import Core
import Foundation
import Platform
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

    @Test(arguments: [
        "Festen är slut klockan sex.", "En fantastisk dag i Hörby", "Pricka av listan, det är bra", "Med god fart över backen",
        "Det är roligt att höra barnen läsa, och korsordet löser vi tillsammans.",
        "Jag skulle vilja höra hur ni löser sådant, nicka bara.",
    ])
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

    @Test(arguments: [
        "My cousin has just opened a beauty studio behind the station. Book a treatment this week and she has a gift for you!",
        "Min kusin har just öppnat en frisörsalong bakom stationen. Boka en behandling i veckan så har hon en present till dig!",
    ])
    func `an advertisement in a neighbour's voice waits for a moderator`(text: String) {
        let verdict = filter.judge(text, language: .english, app: "volunteers")
        #expect(verdict.kind == .spam && verdict.action == .hold)
    }

    @Test(arguments: [
        "The scouts hold a casino evening with chocolate coins, who deals the cards?", "Could you read the price list at the food bank aloud to me?",
        "Lotteriet på kyrkbasaren behöver någon som bakar, kan du hjälpa till?",
    ])
    func `words that advertisements use too are harmless in a request`(text: String) {
        #expect(filter.judge(text, language: .english, app: "volunteers").matches == [])
    }

    @Test func `a compound means what its last part means`() throws {
        let concepts = try Concepts("hair: *salong\npay: betal*")
        func meanings(_ text: String) -> [Concepts.ID] { concepts.of(FilterToken(text: text, range: 0..<text.count)) }
        #expect(meanings("frisörsalong").count == 1 && meanings("betalning").count == 1)
        #expect(meanings("salonger") == [] && meanings("obetald") == [] && meanings("frisörsalong") != meanings("betalning"))
    }

    @Test(arguments: ["Jag är pank men behöver någon att prata med.", "I am broke and lonely, who would like to talk?"])
    func `to be poor is no request for money`(text: String) {
        #expect(filter.judge(text, language: .english, app: "volunteers").kind != .money)
    }

    @Test func `the same words are listed once, whatever rules found them`() {
        let verdict = filter.judge("I pay 150 kr. I pay 150 kr! Invest 500 kr today.", language: .english, app: "volunteers")
        let listed = FilterVerdict.Match.once(verdict.matches).map { $0.words.lowercased() }
        #expect(verdict.matches.count > listed.count && Set(listed).count == listed.count)
    }

    @Test func `the author is told everything that has to be mended at once`() throws {
        let verdict = filter.judge("This fucking bike, swish me 500 kr on 070-123 45 67", language: .english, app: "volunteers")
        let reason = String(describing: verdict.reason)
        #expect(reason.contains("rude words") && reason.contains("Help here is free") && reason.contains("phone number"))
        #expect(verdict.kind == .profanity && verdict.action == .reject)
        // It is rejected: no moderator comes by herself.
        #expect(verdict.reason.reasons.count == 3 && !reason.contains("oderator"))
        let rude = filter.judge("This fucking bitch is a shit", language: .english, app: "volunteers")
        let first = try #require(rude.reason.reasons.first)
        #expect(first.key == "%1 aren’t allowed here. Say it without rude words.")
        let quoted = String(describing: first).components(separatedBy: "key: \"“%1”\"").count - 1
        let findings = Set(rude.matches.filter { $0.kind == .profanity }.map { $0.words.lowercased() })
        #expect(findings.count > 2 && quoted == findings.count, "each finding has quotation marks of its own: \(first)")
        let doubted = filter.judge("Who can help me to carry a sofa? 070-123 45 67", language: .english, app: "volunteers")
        #expect(doubted.reason.reasons == [doubted.reason] && String(describing: doubted.reason).contains("A moderator reads it first"))
    }

    @Test func `what the classifier names as the cause stays within a sentence`() throws {
        let text = "Min kusin har just öppnat en frisörsalong bakom stationen. Boka en behandling i veckan så har hon en present till dig!"
        let verdict = filter.judge(text, language: .swedish, app: "volunteers")
        let match = try #require(verdict.matches.first { $0.rule == Classifier.rule })
        #expect(!match.words.contains("."))
    }

    @Test(arguments: [Language.english, .swedish, Language("sw")])
    func `a text is read in the language it is written in, whatever the author's screen says`(screen: Language) {
        for (text, kind) in [
            ("Congratulations, you have won a free prize. Click here now to claim your money from us", FilterVerdict.Kind.spam),
            ("I will help you if you send me 50 dollars on PayPal first", .money),
            ("Jag hjälper dig om du swishar mig 200 kronor och det är bara idag", .money),
        ] {
            #expect(filter.judge(text, language: screen, app: "volunteers").kinds.contains(kind), "\(text)")
        }
        for text in [
            "Kocken har inte någon fart kvar, festen är slut och klockan är sex.", "The women of the assembly need glasses and cocktail shrimps.",
        ] {
            #expect(filter.judge(text, language: screen, app: "volunteers").matches == [], "\(text)")
        }
    }

    @Test(arguments: [
        "och det är så att jag inte vet, you are all fucking bitches, för att det är så",
        "å ä ö å ä ö Please all of you are fucking idiots å ä ö å ä ö",
    ])
    func `words of another language around them hide nothing`(text: String) {
        for screen in [Language.english, .swedish] { #expect(filter.judge(text, language: screen, app: "volunteers").action != .accept) }
    }

    @Test(arguments: [
        "Need a driver. 070 - 123 45 67", "070*123*45*67", "070_123_45_67", "call O7O 123 45 67", "Ring noll sju noll ett två tre fyra fem sex sju",
        "Write to anna (at) gmail (dot) com", "anna at gmail dot com", "anna @ gmail . com", "anna snabel-a gmail punkt com", "anna﹫gmail․com",
        "shop(.)com", "See shop。com", "SHOP . COM", "discord.gg/abc", "youtu.be/abc", "185.12.33.4/x",
    ])
    func `contact details and links are found where they hide`(text: String) {
        let kinds = filter.judge(text, language: .english, app: "volunteers").kinds
        #expect(!kinds.isDisjoint(with: [.contact, .link]))
    }

    @Test(arguments: [
        "Open on Tuesday 07.00-16.30", "The first point: two people, three chairs, one table, four cups.", "Come here . In Sweden we do it at home .",
        "We meet 10.30-12.00, 13.00-14.30 on 21.11.2026", "It cost 1.000.000.000 once", "3 chairs (2 tables), 14 plates, 20 forks.",
    ])
    func `times, amounts and points between words are no contact details`(text: String) {
        #expect(filter.judge(text, language: .english, app: "volunteers").kinds.isDisjoint(with: [.contact, .link]))
    }

    @Test func `a match names the rule and the place of the words`() throws {
        let verdict = filter.judge("Stäng dörren, din jävla latmask", language: .swedish, app: "volunteers")
        let match = try #require(verdict.matches.first { $0.kind == .profanity })
        #expect(match.words == "jävla")
        #expect(match.range == 18..<23)
        #expect(match.rule == "any.profanity:*jävla*")
    }
}
