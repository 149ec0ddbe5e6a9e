import Core
import Foundation
import Platform
import TestSupport
import Testing

@testable import Moderation

/// What neighbours write to each other: the innocent passes, what harms or shuts out waits for a moderator.
@Suite(.covers("CORE-025", "VOL-035", "VOL-046")) struct NeighbourTests {
    private let filter: ContentFilter

    init() throws { filter = ContentFilter(lists: try WordLists.seed()) }

    @Test(arguments: [
        "Nobody is paid, we all help for free.", "I can pay for the petrol and parking.", "Jag betalar gärna för bensinen.",
        "Lift needed to the vet on Thursday, I'll chip in for diesel.", "Keep the receipts and the club will pay you back.",
        "Spara kvittot så får du tillbaka pengarna av föreningen.", "Du behöver inte swisha mig, det var ju bara ett par mackor.",
        "I won't take a penny for it.", "Ingen av oss får betalt.", "Cash only at the café, so who comes with my grandmother?",
        "The council pays for the plants if we do the digging.", "Kommunen betalar växterna om vi gräver.",
        "Någon organist? Arvode finns tyvärr inte.", "I need to borrow four chairs for Saturday.", "My phone keeps saying I've won a prize.",
    ])
    func `expenses are no pay, and who says no asks for nothing`(text: String) {
        let found = filter.judge(text, language: .english, app: "volunteers")
        #expect(found.action == .accept, "\(found.matches)")
    }

    @Test(arguments: [
        "lazy idiots", "Lazy idiots never answer anyone here.", "The people here are a bunch of lazy idiots.", "Idiots like you ruin this place.",
        "Those stupid morons at number 4 park here again.", "My neighbours are complete idiots.", "lata idioter",
        "Folk här är en samling lata idioter.", "De dumma idioterna på fyran parkerar här igen.", "Bo är en lat idiot, hjälp honom inte.",
    ])
    func `insults at people wait for a moderator, in whatever language the page is`(text: String) {
        for language in [Language.english, .swedish] {
            let found = filter.judge(text, language: language, app: "volunteers")
            #expect(found.kinds.contains(.toxicity) && found.action == .hold, "\(language.rawValue): \(found.matches)")
        }
    }

    @Test(arguments: [
        "Don't be an idiot like me: book the van early.", "I'm an idiot, I locked myself out. Can anyone help?",
        "We are complete idiots with computers, please help.", "I was a lazy idiot and let the garden grow wild.",
        "Looking for a complete idiot's guide to knitting.", "Lazy dog needs walks.", "Stupid question perhaps: who can help with taxes?",
        "Var inte en idiot som jag: boka bilen i tid.", "Jag är en idiot och har låst mig ute. Kan någon hjälpa?",
        "Vi är riktiga idioter på datorer, hjälp oss gärna.", "Idioten av Dostojevskij: vem vill läsa den med mig?",
    ])
    func `who calls themselves an idiot insults nobody`(text: String) {
        let found = filter.judge(text, language: .english, app: "volunteers")
        #expect(found.action == .accept, "\(found.matches)")
    }

    @Test(arguments: [
        "I pay 150 kr an hour and the petrol.", "Jag betalar 150 kr i timmen plus bensinen.",
        "Driving you costs 300 each way. I charge 20 an hour too.",
    ])
    func `pay beside expenses is still pay`(text: String) {
        #expect(filter.judge(text, language: .english, app: "volunteers").kinds.contains(.money))
    }

    @Test(arguments: [
        "The old dyke gave way behind the mill and our cellar is full of water.", "My bitch, a Labrador, had six puppies.",
        "I enclose the recipe for cock-a-leekie.", "The cock crows at four, would anyone with hens take him?",
        "The tits are nesting in the box in our garden.", "Faggots and peas on the menu at the pensioners' lunch.",
    ])
    func `a word with two meanings is read by its neighbours`(text: String) {
        let found = filter.judge(text, language: .english, app: "volunteers")
        #expect(found.action == .accept, "\(found.matches)")
    }

    @Test(arguments: ["You stupid bitch, you let my dog out.", "Show us your tits in the garden.", "Suck my cock, you hen."])
    func `a rude word stays rude whatever animal stands beside it`(text: String) {
        #expect(filter.judge(text, language: .english, app: "volunteers").kinds.contains(.profanity))
    }

    @Test(arguments: [
        ("No foreigners please.", FilterVerdict.Kind.exclusion), ("Bara riktiga svenskar tack.", .exclusion),
        ("Snitches get stitches.", .harm), ("Säg inget till mamma att vi träffas.", .harm), ("Hope your house burns down with you in it.", .harm),
        ("People like Ahmed should go back.", .hate), ("I'll shoot the next dog I see loose.", .harm),
        ("Nästa gång släpper jag hunden på dig.", .harm),
        ("I have pictures of you from the sauna, come over or the whole corridor gets them.", .harm),
        ("Would like help in the home, but no dark people.", .exclusion), ("Jag tar helst hjälp av en riktig svensk.", .exclusion),
    ])
    func `what harms a person or shuts somebody out waits for a moderator`(text: String, kind: FilterVerdict.Kind) {
        let found = filter.judge(text, language: .english, app: "volunteers")
        #expect(found.action == .hold && found.kinds.contains(kind), "\(found.matches)")
    }

    @Test func `a rule may name words once and mean them again`() throws {
        let book = try PhraseBook("[money]\n@coins = cent|krona\ngive @coins\n[innocent money]\nnever ... @coins", language: "en")
        func found(_ text: String) -> Int { book.read(FilterTokens(GlyphText(text).glyphs, places: []).tokens).hits.count }
        #expect(found("give krona") == 1 && found("give cent") == 1 && found("never give cent") == 0)
        #expect(throws: FilterResources.Broken.self) { try PhraseBook("[money]\ngive @unknown", language: "en") }
        #expect(throws: FilterResources.Broken.self) { try PhraseBook("[innocent nonsense]\nx", language: "en") }
    }
}
