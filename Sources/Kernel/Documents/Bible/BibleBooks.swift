import Core

/// A book of the Bible as every edition knows it.
public struct BibleBookName: Sendable, Equatable {
    /// The USFM code, e.g. `1CO`.
    public let code: String
    /// The OSIS code, e.g. `1Cor`.
    public let osis: String
    /// The number of chapters.
    public let chapters: Int
    package let english: String
    package let swedish: String
    let englishShort: String
    let swedishShort: String
    /// Further names and abbreviations, in either language.
    let aliases: String

    /// The name as it is printed in a language; English where the language has none here.
    public func name(in language: Language) -> String { language.base == "sv" ? swedish : english }

    /// The abbreviation as it is printed.
    public func abbreviation(in language: Language) -> String { language.base == "sv" ? swedishShort : englishShort }
}

/// The 66 books of the Bible in their order, with English and Swedish names.
public enum BibleBooks {
    /// All books, Genesis to Revelation.
    public static let all: [BibleBookName] = table.map { row in
        BibleBookName(
            code: row.0, osis: row.1, chapters: row.2, english: row.3, swedish: row.4, englishShort: row.5, swedishShort: row.6,
            aliases: row.7)
    }

    /// The book of a USFM or OSIS code, in any case.
    public static func book(code: String) -> BibleBookName? { byCode[code.uppercased()] }

    /// The book that a name or abbreviation means, English or Swedish: `1 Kor.`, `Första Korinthierbrevet`, `I Corinthians`.
    public static func find(_ name: String) -> BibleBookName? {
        let key = BibleNameKey.of(name)
        return key.isEmpty ? nil : byName[key]
    }

    /// The book whose name is written nearly so: `Galations`, `Revelations`, `Matteusevangeliet`. Nil where two are equally near.
    static func nearest(to name: String) -> BibleBookName? {
        let key = BibleNameKey.of(name)
        guard key.count >= 5, key.count <= 40 else { return nil }
        let most = key.count < 8 ? 1 : 2
        var best: (book: BibleBookName, distance: Int)?
        var isOne = true
        // `2 Corinthans` is never 1 Corinthians.
        for (known, book) in byName where known.count >= 5 && known.first?.isNumber == key.first?.isNumber {
            if let digit = key.first, digit.isNumber, known.first != digit { continue }
            guard let distance = mistakes(Array(key), Array(known), most: most) else { continue }
            if let one = best, distance == one.distance, book != one.book { isOne = false }
            if best.map({ distance < $0.distance }) ?? true { (best, isOne) = ((book, distance), true) }
        }
        return isOne ? best?.book : nil
    }

    /// How many letters differ, are missing, too many or in each other's place; nil for more than `most`.
    private static func mistakes(_ one: [Character], _ other: [Character], most: Int) -> Int? {
        guard abs(one.count - other.count) <= most else { return nil }
        var before: [Int] = []
        var last = Array(0...other.count)
        for (row, letter) in one.enumerated() {
            var line = [row + 1]
            for (column, second) in other.enumerated() {
                var least = min(last[column] + (letter == second ? 0 : 1), last[column + 1] + 1, line[column] + 1)
                if row > 0, column > 0, letter == other[column - 1], one[row - 1] == second { least = min(least, before[column - 1] + 1) }
                line.append(least)
            }
            (before, last) = (last, line)
        }
        return last[other.count] <= most ? last[other.count] : nil
    }

    private static let byCode: [String: BibleBookName] = {
        var table: [String: BibleBookName] = [:]
        for book in all {
            table[book.code] = book
            table[book.osis.uppercased()] = book
        }
        return table
    }()

    private static let byName: [String: BibleBookName] = {
        var table: [String: BibleBookName] = [:]
        for book in all {
            let names = [book.code, book.osis, book.english, book.swedish, book.englishShort, book.swedishShort]
            for name in names + book.aliases.split(separator: " ").map(String.init) { table[BibleNameKey.of(name)] = book }
        }
        return table
    }()
}

/// The form in which names of books are compared: lower case, no marks, no spaces, ordinals as digits.
enum BibleNameKey {
    static func of(_ name: String) -> String {
        var words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map { folded($0) }
        if let first = words.first, words.count > 1, let number = ordinals[first] { words[0] = number }
        // `1:a Mosebok`, `1st John`
        if words.count > 2, words[1] == "a" || words[1] == "e", words[0].count == 1, words[0].first?.isNumber == true {
            words.remove(at: 1)
        }
        if words.count > 1, ["book", "the", "gospel", "epistle"].contains(words[0]) {
            words.removeAll { ["book", "of", "the", "gospel", "epistle", "according", "to"].contains($0) }
        }
        return words.joined()
    }

    private static func folded(_ word: Substring) -> String {
        var result = ""
        for scalar in word.unicodeScalars {
            switch scalar {
            case "å", "ä", "á", "à": result += "a"
            case "ö", "ó": result += "o"
            case "é", "è", "ë": result += "e"
            case "ü": result += "u"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static let ordinals: [String: String] = [
        "first": "1", "second": "2", "third": "3", "1st": "1", "2nd": "2", "3rd": "3", "i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5",
        "forsta": "1", "andra": "2", "tredje": "3", "fjarde": "4", "femte": "5", "1a": "1", "2a": "2", "3e": "3", "4e": "4", "5e": "5",
    ]
}

extension BibleBooks {
    /// Code, OSIS, chapters, English, Swedish, their abbreviations, other names.
    private static let table: [(String, String, Int, String, String, String, String, String)] = [
        ("GEN", "Gen", 50, "Genesis", "Första Moseboken", "Gen", "1 Mos", "ge gn 1mosebok 1moses 1moseboken"),
        ("EXO", "Exod", 40, "Exodus", "Andra Moseboken", "Ex", "2 Mos", "exo exod 2mosebok 2moses 2moseboken"),
        ("LEV", "Lev", 27, "Leviticus", "Tredje Moseboken", "Lev", "3 Mos", "le lv 3mosebok 3moses 3moseboken"),
        ("NUM", "Num", 36, "Numbers", "Fjärde Moseboken", "Num", "4 Mos", "nu nm nb 4mosebok 4moses 4moseboken"),
        ("DEU", "Deut", 34, "Deuteronomy", "Femte Moseboken", "Deut", "5 Mos", "deu dt de 5mosebok 5moses 5moseboken"),
        ("JOS", "Josh", 24, "Joshua", "Josua", "Josh", "Jos", "jsh josuasbok"),
        ("JDG", "Judg", 21, "Judges", "Domarboken", "Judg", "Dom", "jdg jgs domare domarebok domareboken"),
        ("RUT", "Ruth", 4, "Ruth", "Rut", "Ruth", "Rut", "rth ru rutsbok"),
        ("1SA", "1Sam", 31, "1 Samuel", "Första Samuelsboken", "1 Sam", "1 Sam", "1sa 1sm 1samuelsbok 1samuelsboken 1samuelsbok"),
        ("2SA", "2Sam", 24, "2 Samuel", "Andra Samuelsboken", "2 Sam", "2 Sam", "2sa 2sm 2samuelsbok 2samuelsboken"),
        ("1KI", "1Kgs", 22, "1 Kings", "Första Kungaboken", "1 Kgs", "1 Kung", "1ki 1kgs 1kin 1kon 1konungaboken 1kungabok 1kungaboken"),
        ("2KI", "2Kgs", 25, "2 Kings", "Andra Kungaboken", "2 Kgs", "2 Kung", "2ki 2kgs 2kin 2kon 2konungaboken 2kungabok 2kungaboken"),
        ("1CH", "1Chr", 29, "1 Chronicles", "Första Krönikeboken", "1 Chr", "1 Krön", "1ch 1chron 1krönikebok 1krönikeboken"),
        ("2CH", "2Chr", 36, "2 Chronicles", "Andra Krönikeboken", "2 Chr", "2 Krön", "2ch 2chron 2krönikebok 2krönikeboken"),
        ("EZR", "Ezra", 10, "Ezra", "Esra", "Ezra", "Esra", "ezr esr"),
        ("NEH", "Neh", 13, "Nehemiah", "Nehemja", "Neh", "Neh", "ne nehemia"),
        ("EST", "Esth", 10, "Esther", "Ester", "Esth", "Est", "es estersbok"),
        ("JOB", "Job", 42, "Job", "Job", "Job", "Job", "jb jobsbok"),
        ("PSA", "Ps", 150, "Psalms", "Psaltaren", "Ps", "Ps", "psa psalm pss psm psal psaltare psalmerna"),
        ("PRO", "Prov", 31, "Proverbs", "Ordspråksboken", "Prov", "Ords", "pro prv ordspråk ordspr ordspraksboken salomosordspråk"),
        ("ECC", "Eccl", 12, "Ecclesiastes", "Predikaren", "Eccl", "Pred", "ecc ec qoh qoheleth salomospredikare"),
        (
            "SNG", "Song", 8, "Song of Solomon", "Höga visan", "Song", "Höga v",
            "sng sos so songofsongs canticles hv höga högav högavisan höv"
        ),
        ("ISA", "Isa", 66, "Isaiah", "Jesaja", "Isa", "Jes", "is esaias"),
        ("JER", "Jer", 52, "Jeremiah", "Jeremia", "Jer", "Jer", "je jr"),
        ("LAM", "Lam", 5, "Lamentations", "Klagovisorna", "Lam", "Klag", "la klagov klagovisor"),
        ("EZK", "Ezek", 48, "Ezekiel", "Hesekiel", "Ezek", "Hes", "ezk eze hesek"),
        ("DAN", "Dan", 12, "Daniel", "Daniel", "Dan", "Dan", "da dn"),
        ("HOS", "Hos", 14, "Hosea", "Hosea", "Hos", "Hos", "ho"),
        ("JOL", "Joel", 3, "Joel", "Joel", "Joel", "Joel", "jol jl"),
        ("AMO", "Amos", 9, "Amos", "Amos", "Amos", "Am", "amo"),
        ("OBA", "Obad", 1, "Obadiah", "Obadja", "Obad", "Ob", "oba obadjas"),
        ("JON", "Jonah", 4, "Jonah", "Jona", "Jonah", "Jona", "jon jnh"),
        ("MIC", "Mic", 7, "Micah", "Mika", "Mic", "Mika", "mik"),
        ("NAM", "Nah", 3, "Nahum", "Nahum", "Nah", "Nah", "nam na"),
        ("HAB", "Hab", 3, "Habakkuk", "Habackuk", "Hab", "Hab", "habakuk"),
        ("ZEP", "Zeph", 3, "Zephaniah", "Sefanja", "Zeph", "Sef", "zep zp sefania"),
        ("HAG", "Hag", 2, "Haggai", "Haggaj", "Hag", "Hagg", "hg"),
        ("ZEC", "Zech", 14, "Zechariah", "Sakarja", "Zech", "Sak", "zec zc sakaria"),
        ("MAL", "Mal", 4, "Malachi", "Malaki", "Mal", "Mal", "ml malakias"),
        ("MAT", "Matt", 28, "Matthew", "Matteusevangeliet", "Matt", "Matt", "mat mt matteus matthäus matteusev matth mattheus"),
        ("MRK", "Mark", 16, "Mark", "Markusevangeliet", "Mark", "Mark", "mrk mk mr markus markusev"),
        ("LUK", "Luke", 24, "Luke", "Lukasevangeliet", "Luke", "Luk", "lk lu lukas lukasev"),
        ("JHN", "John", 21, "John", "Johannesevangeliet", "John", "Joh", "jhn jn johannes johannesev"),
        ("ACT", "Acts", 28, "Acts", "Apostlagärningarna", "Acts", "Apg", "act ac actsoftheapostles apostlag apostlagärning gärningarna"),
        ("ROM", "Rom", 16, "Romans", "Romarbrevet", "Rom", "Rom", "ro rm romarna romare"),
        (
            "1CO", "1Cor", 16, "1 Corinthians", "Första Korinthierbrevet", "1 Cor", "1 Kor",
            "1co 1korintierbrevet 1korint 1korinthierna 1korintierna"
        ),
        (
            "2CO", "2Cor", 13, "2 Corinthians", "Andra Korinthierbrevet", "2 Cor", "2 Kor",
            "2co 2korintierbrevet 2korint 2korinthierna 2korintierna"
        ),
        ("GAL", "Gal", 6, "Galatians", "Galaterbrevet", "Gal", "Gal", "ga galaterna"),
        ("EPH", "Eph", 6, "Ephesians", "Efesierbrevet", "Eph", "Ef", "ephes efes efesierna"),
        ("PHP", "Phil", 4, "Philippians", "Filipperbrevet", "Phil", "Fil", "php pp filip filipperna"),
        ("COL", "Col", 4, "Colossians", "Kolosserbrevet", "Col", "Kol", "kolosserna"),
        ("1TH", "1Thess", 5, "1 Thessalonians", "Första Thessalonikerbrevet", "1 Thess", "1 Thess", "1th 1tess 1tessalonikerbrevet 1thes"),
        ("2TH", "2Thess", 3, "2 Thessalonians", "Andra Thessalonikerbrevet", "2 Thess", "2 Thess", "2th 2tess 2tessalonikerbrevet 2thes"),
        ("1TI", "1Tim", 6, "1 Timothy", "Första Timotheosbrevet", "1 Tim", "1 Tim", "1ti 1timoteusbrevet 1timotheus"),
        ("2TI", "2Tim", 4, "2 Timothy", "Andra Timotheosbrevet", "2 Tim", "2 Tim", "2ti 2timoteusbrevet 2timotheus"),
        ("TIT", "Titus", 3, "Titus", "Titusbrevet", "Titus", "Tit", "ti"),
        ("PHM", "Phlm", 1, "Philemon", "Filemonbrevet", "Phlm", "Filem", "phm phile philem pm"),
        ("HEB", "Heb", 13, "Hebrews", "Hebreerbrevet", "Heb", "Hebr", "hebreerna"),
        ("JAS", "Jas", 5, "James", "Jakobsbrevet", "Jas", "Jak", "jam jm jakob jakobs"),
        ("1PE", "1Pet", 5, "1 Peter", "Första Petrusbrevet", "1 Pet", "1 Petr", "1pe 1pt 1petrus"),
        ("2PE", "2Pet", 3, "2 Peter", "Andra Petrusbrevet", "2 Pet", "2 Petr", "2pe 2pt 2petrus"),
        ("1JN", "1John", 5, "1 John", "Första Johannesbrevet", "1 John", "1 Joh", "1jn 1jo 1johannes"),
        ("2JN", "2John", 1, "2 John", "Andra Johannesbrevet", "2 John", "2 Joh", "2jn 2jo 2johannes"),
        ("3JN", "3John", 1, "3 John", "Tredje Johannesbrevet", "3 John", "3 Joh", "3jn 3jo 3johannes"),
        ("JUD", "Jude", 1, "Jude", "Judasbrevet", "Jude", "Jud", "judas"),
        (
            "REV", "Rev", 22, "Revelation", "Uppenbarelseboken", "Rev", "Upp",
            "re rv uppb uppenbarelsen revelationofjohn revelationtojohn johannesuppenbarelse apocalypse revelations"
        ),
    ]
}
