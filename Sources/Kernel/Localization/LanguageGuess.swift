import Core

/// Guesses the language of a text from its script and its commonest words.
public enum LanguageGuess {
    /// The language; nil when the text is too short or too mixed to tell.
    public static func of(_ text: some StringProtocol) -> Language? {
        let sample = text.prefix(20_000)
        if let language = byScript(sample) { return language }
        var scores: [String: Int] = [:]
        var words = 0
        for word in sample.lowercased().split(whereSeparator: { !$0.isLetter && $0 != "'" }) {
            words += 1
            for language in commonWords[String(word)] ?? [] { scores[language, default: 0] += 1 }
        }
        let ranked = scores.sorted { $0.value > $1.value }
        guard words >= 12, let best = ranked.first, best.value * 8 >= words else { return nil }
        let second = ranked.count > 1 ? ranked[1].value : 0
        return best.value * 10 >= second * 11 ? Language(best.key) : nil
    }

    /// Which of a few languages a text is written in, also a short one; nil when it does not say.
    ///
    /// For what people write in an app that speaks these languages: the language of their screen says little about it.
    public static func of(_ text: some StringProtocol, among languages: [Language]) -> Language? {
        var scores: [String: Int] = [:]
        for word in text.prefix(5000).lowercased().split(whereSeparator: { !$0.isLetter && $0 != "'" }) {
            for language in commonWords[String(word)] ?? [] { scores[language, default: 0] += 1 }
            for (language, letters) in ownLetters where word.contains(where: letters.contains) { scores[language, default: 0] += 1 }
        }
        let ranked = languages.map { (language: $0, score: scores[$0.base] ?? 0) }.sorted { $0.score > $1.score }
        guard let best = ranked.first, best.score >= 2 else { return nil }
        return ranked.count == 1 || best.score > ranked[1].score ? best.language : nil
    }

    /// Letters that tell a language from its neighbours in an app, not from every other one.
    private static let ownLetters: [String: Set<Character>] = ["sv": ["å", "ä", "ö"]]

    /// One language per script is enough where a script has one common language.
    private static func byScript(_ sample: some StringProtocol) -> Language? {
        var counts: [String: Int] = [:]
        var letters = 0
        for scalar in sample.unicodeScalars where scalar.properties.isAlphabetic {
            letters += 1
            switch scalar.value {
            case 0x0600...0x06FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: counts["ar", default: 0] += 1
            case 0x0590...0x05FF: counts["he", default: 0] += 1
            case 0x0370...0x03FF, 0x1F00...0x1FFF: counts["el", default: 0] += 1
            case 0x0400...0x04FF: counts["ru", default: 0] += 1
            case 0x3040...0x30FF: counts["ja", default: 0] += 3
            case 0x4E00...0x9FFF: counts["zh", default: 0] += 1
            case 0xAC00...0xD7AF: counts["ko", default: 0] += 1
            case 0x0900...0x097F: counts["hi", default: 0] += 1
            default: break
            }
        }
        guard letters >= 12, let best = counts.max(by: { $0.value < $1.value }), best.value * 2 > letters else { return nil }
        return Language(best.key)
    }

    private static let commonWords: [String: [String]] = {
        let lists = [
            "en":
                "the of and to in that is was he for it with as his on be at by had not are but from or have an they which one you were her all she there would their we him been has when who will more no if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through",
            "sv":
                "och att det som en på är av för med till den har de inte om ett han men var jag sig från vi så kan man när år säger hon under också efter eller nu sin där vid mot ska skulle kommer ut får finns vara hade alla andra mycket än här då sedan över bara in blir upp även vad få två vill ha många hur mer går sverige detta denna dem eder äro icke",
            "no":
                "og det at i er på til som en for med han av ikke der så var meg seg men ett har om vi min mitt ha hadde hun nå over da ved fra du ut sin dem oss opp man kan hans hvor eller hva skal selv sjøl her alle vil bli ble blitt kunne inn når være kom noen noe ville dere etter",
            "da":
                "og i jeg det at en den til er som på de med han af for ikke der var mig sig men et har om vi min havde ham hun nu over da fra du ud sin dem os op man hans hvor eller hvad skal selv her alle vil blev kunne ind når være kom noget ville efter",
            "de":
                "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde",
            "fr":
                "de la le et les des en un du une que est pour qui dans a par plus pas au sur ne se ce il sont avec son ou comme mais nous vous elle cette ses leur on était être aux fait deux même sans tout ont je d'un",
            "es":
                "de la que el en y a los se del las un por con no una su para es al lo como más pero sus le ha me sin sobre este ya entre cuando todo esta ser son dos también fue había era muy años hasta desde está mi porque qué",
            "fi":
                "ja on ei että se hän oli joka mutta ovat niin kun kuin myös tai jos sen ole jotka minä sitä hänen mitä olen vain nyt jo mukaan sekä kanssa tämä siitä ollut voi",
            "sw":
                "na ya wa kwa ni katika la za kuwa hii cha au kama hiyo huo yake wake alikuwa kila yesu mungu watu bwana lakini wote huyo akasema wakati basi yangu yenu hivyo nao naye vya hata kwamba mimi ninyi wao yao",
            "it":
                "di e il la che in a per un è del non una con sono le si da come i al più lo ha della anche ma dei nel alla se o gli mi suo questo era essere dal delle loro",
            "nl":
                "de het een en van in is dat op te zijn met voor niet aan er die hij maar om ook als dan bij nog uit naar zij was door over heeft ze hebben wat had wordt kan of mijn",
            "pt":
                "de a o que e do da em um para é com não uma os no se na por mais as dos como mas foi ao ele das tem à seu sua ou ser quando muito há nos já está eu também só pelo pela",
        ]
        var table: [String: [String]] = [:]
        for (language, words) in lists { for word in words.split(separator: " ") { table[String(word), default: []].append(language) } }
        return table
    }()
}
