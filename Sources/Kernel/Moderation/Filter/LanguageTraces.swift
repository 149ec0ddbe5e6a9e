import Core

/// Languages with lists of which a text has at least a trace, by their small words: sentences of one language around those of another hide nothing.
struct LanguageTraces {
    private let found: [Language]

    init(_ tokens: [FilterToken]) {
        let words = Set(tokens.lazy.map(\.text))
        found = FilterResources.languages.filter { Self.smallWords[$0].map { !words.isDisjoint(with: $0) } ?? false }
    }

    /// All but one.
    func languages(besides language: Language) -> [Language] { found.filter { $0 != language } }

    /// Common words that are words of no other language here, nor of Danish.
    private static let smallWords: [Language: Set<String>] = [
        .english: set(
            """
            the and you your yours are was were been being of with this that these those has would shall should could cannot my mine we us our \
            they them their he she its not what who whom which where when why how please thanks thank from to about into because just only \
            very much many some any more most other than then there here now if or but does did doing want wants need needs help make makes \
            take give gives going come look looking know people money send buy cheap free click call offer work old new good great best also \
            always never every each day week weekend morning evening today tomorrow someone somebody anyone anybody everyone everybody \
            something anything nothing im ive dont doesnt didnt cant wont youre theyre thats like will had his is a am hate love thing things such too even still
            """),
        .swedish: set(
            """
            och att är inte jag ni hon ett till från för av hade vill måste får vara varit oss mitt mina ditt dina vår vårt våra hennes detta \
            här där när hur vad vem vilken varför också bara mycket många något någon några inga innan över eftersom utan behöver söker hjälp \
            hjälpa gärna tack snälla idag imorgon sedan redan kanske finns göra gör går ger tar köpa sälja säljer pengar betala betalar kronor \
            skicka hemma människor vecka dagar kväll morgon åt än
            """),
    ]

    private static func set(_ words: String) -> Set<String> { Set(words.split(separator: " ").map(String.init)) }
}
