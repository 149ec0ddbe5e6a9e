/// What words mean in a timetable. English as the specification has it comes last, so that the words of one other language, which
/// are looked up first, keep their meaning: `mar` is a Tuesday between Spanish days, and March otherwise.
struct TimetableWords {
    enum Meaning: Equatable {
        case weekday(Int)
        /// Several days by one word: the weekend, the working days.
        case weekdays(Int, Int)
        case month(Int)
        case publicHoliday, schoolHoliday
        case easter, week
        case state(Timetable.State)
        /// All day, every day.
        case always, daily
        case sun
        case to
        /// A word that adds nothing: `and`, `from`.
        case filler
    }

    private let language: [String: Meaning]

    /// The words of the first language that knows all that English doesn't.
    init(for words: Set<String>) {
        let unknown = words.filter { Self.english[$0] == nil }
        language = unknown.isEmpty ? [:] : Self.languages.first { language in unknown.allSatisfy { language[$0] != nil } } ?? [:]
    }

    subscript(_ word: String) -> Meaning? { language[word] ?? Self.english[word] }

    private static func table(_ days: [String], _ months: [String] = [], _ others: [String: Meaning] = [:]) -> [String: Meaning] {
        var table = others
        for (number, names) in days.enumerated() { for name in names.split(separator: " ") { table[String(name)] = .weekday(number) } }
        for (number, names) in months.enumerated() { for name in names.split(separator: " ") { table[String(name)] = .month(number + 1) } }
        return table
    }

    private static let english = table(
        [
            "mo mon monday mondays", "tu tue tues tuesday tuesdays", "we wed weds wednesday wednesdays", "th thu thur thurs thursday thursdays",
            "fr fri friday fridays", "sa sat saturday saturdays", "su sun sunday sundays",
        ],
        [
            "jan january", "feb february", "mar march", "apr april", "may", "jun june", "jul july", "aug august", "sep sept september",
            "oct october", "nov november", "dec december",
        ],
        [
            "ph": .publicHoliday, "holiday": .publicHoliday, "holidays": .publicHoliday, "sh": .schoolHoliday, "easter": .easter, "week": .week,
            "weeks": .week, "off": .state(.closed), "closed": .state(.closed), "close": .state(.closed), "open": .state(.open),
            "unknown": .state(.unknown), "daily": .daily, "everyday": .daily, "always": .always, "nonstop": .always, "sunrise": .sun,
            "sunset": .sun, "dawn": .sun, "dusk": .sun, "sundown": .sun, "to": .to, "till": .to, "til": .to, "until": .to, "through": .to,
            "thru": .to, "and": .filler, "from": .filler, "hours": .filler, "weekend": .weekdays(5, 6), "weekends": .weekdays(5, 6),
            "weekday": .weekdays(0, 4), "weekdays": .weekdays(0, 4),
        ])

    private static let languages = [german, dutch, french, spanish, italian, portuguese, swedish, polish, russian, ukrainian, asian]

    private static let german = table(
        [
            "mo montag montags", "di dienstag dienstags", "mi mittwoch mittwochs", "do donnerstag donnerstags", "fr freitag freitags",
            "sa samstag samstags sonnabend", "so sonntag sonntags",
        ],
        [
            "jan jänner januar", "feb februar", "mär mrz märz", "apr april", "mai", "jun juni", "jul juli", "aug august", "sep sept september",
            "okt oktober", "nov november", "dez dezember",
        ],
        [
            "feiertag": .publicHoliday, "feiertags": .publicHoliday, "feiertage": .publicHoliday, "ferien": .schoolHoliday,
            "geschlossen": .state(.closed), "ruhetag": .state(.closed), "geöffnet": .state(.open), "täglich": .daily, "bis": .to, "und": .filler,
            "uhr": .filler, "von": .filler, "ostern": .easter,
        ])
    private static let dutch = table(
        ["ma maandag", "di dinsdag", "wo woensdag", "do donderdag", "vr vrijdag", "za zaterdag", "zo zondag"],
        ["januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "", "okt oktober", "", ""],
        ["gesloten": .state(.closed), "tot": .to, "en": .filler, "uur": .filler])
    private static let french = table(
        [
            "lu lun lundi", "ma mar mardi", "me mer mercredi", "je jeu jeudi", "ve ven vendredi", "sa sam samedi",
            "di dim dimanche",
        ],
        ["janvier", "fév février", "mars", "avr avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "déc décembre"],
        ["fermé": .state(.closed), "ferme": .state(.closed), "à": .to, "au": .to, "et": .filler])
    private static let spanish = table(
        ["lu lun lunes", "ma mar martes", "mi mie mié miércoles", "ju jue jueves", "vi vie viernes", "sa sab sáb sábado", "do dom domingo"],
        [
            "ene enero", "febrero", "marzo", "abr abril", "mayo", "junio", "julio", "ago agosto", "septiembre", "octubre", "noviembre",
            "dic diciembre",
        ],
        ["cerrado": .state(.closed), "abierto": .state(.open), "a": .to, "y": .filler, "de": .filler])
    private static let italian = table(
        ["lu lun lunedì", "ma mar martedì", "me mer mercoledì", "gi gio giovedì", "ve ven venerdì", "sa sab sabato", "do dom domenica"],
        [
            "gen gennaio", "febbraio", "marzo", "aprile", "mag maggio", "giu giugno", "lug luglio", "ago agosto", "set settembre", "ott ottobre", "",
            "dic",
        ],
        ["chiuso": .state(.closed), "a": .to, "e": .filler])
    private static let portuguese = table(
        ["seg segunda", "ter terça", "qua quarta", "qui quinta", "sex sexta", "sab sáb sábado", "dom domingo"],
        [
            "janeiro", "fev fevereiro", "março", "abr abril", "mai maio", "junho", "julho", "ago agosto", "set setembro", "out outubro", "",
            "dez dezembro",
        ],
        ["fechado": .state(.closed), "a": .to, "às": .to, "e": .filler])
    private static let swedish = table(
        ["mån måndag", "tis tisdag", "ons onsdag", "tor tors torsdag", "fre fredag", "lör lördag lør", "sön söndag søn"],
        ["januari", "februari", "mars", "", "maj", "juni", "juli", "augusti", "", "okt oktober", "", ""],
        ["stängt": .state(.closed), "öppet": .state(.open), "dagligen": .daily, "till": .to, "och": .filler, "helgdag": .publicHoliday])
    private static let polish = table(
        ["pn pon", "wt", "śr", "cz czw", "pt", "sb sob", "nd ndz niedz"], [], ["nieczynne": .state(.closed), "do": .to])
    private static let russian = table(
        [
            "пн понедельник", "вт вторник", "ср среда", "чт четверг", "пт пятница", "сб суббота", "вс воскресенье",
        ], [], ["выходной": .state(.closed), "закрыто": .state(.closed), "до": .to])
    private static let ukrainian = table(["пн", "вт", "ср", "чт", "пт", "сб", "нд"])
    private static let asian = table([
        "月 月曜日 周一 星期一 월 월요일", "火 火曜日 周二 星期二 화 화요일", "水 水曜日 周三 星期三 수 수요일", "木 木曜日 周四 星期四 목 목요일",
        "金 金曜日 周五 星期五 금 금요일", "土 土曜日 周六 星期六 토 토요일", "日 日曜日 周日 星期日 일 일요일",
    ])
}
