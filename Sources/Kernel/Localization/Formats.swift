import Core
import Foundation
import Synchronization

/// How a language writes numbers.
struct NumberFormat: Sendable {
    let groupingSeparator: String
    let decimalSeparator: String
    private let locale: Locale

    init(_ language: Language) {
        locale = Locale(identifier: language.localeIdentifier)
        groupingSeparator = locale.groupingSeparator ?? ","
        decimalSeparator = locale.decimalSeparator ?? "."
    }

    func integer(_ number: Int) -> String { (number < 0 ? "−" : "") + grouped(String(number.magnitude)) }

    func decimal(_ number: Double, fractionDigits: Int) -> String {
        let plain = String(format: "%.\(max(0, min(fractionDigits, 9)))f", number.magnitude)
        let parts = plain.split(separator: ".")
        guard number.isFinite, let whole = parts.first else { return "–" }
        let isNegative = number < 0 && plain.contains { $0 != "0" && $0 != "." }
        let fraction = parts.count > 1 ? decimalSeparator + parts[1] : ""
        return (isNegative ? "−" : "") + grouped(String(whole)) + fraction
    }

    /// A whole amount has no decimals, as people say it.
    func money(_ money: Money) -> String {
        let scale = money.decimals == 2 ? 100 : 1
        let decimals = money.minor.isMultiple(of: scale) ? 0 : money.decimals
        return (Decimal(money.minor) / Decimal(scale)).formatted(
            .currency(code: money.currency).locale(locale).precision(.fractionLength(decimals)))
    }

    private func grouped(_ digits: String) -> String {
        var result = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { result += groupingSeparator }
            result.append(digit)
        }
        return result
    }
}

/// How a language writes days and times in one time zone.
struct DateFormat: Sendable {
    private let dayStyle: Date.FormatStyle
    private let dateStyle: Date.FormatStyle
    private let timeStyle: Date.VerbatimFormatStyle
    private let weekdayStyle: Date.FormatStyle
    private let separator: String

    init(_ language: Language, _ timeZone: TimeZone) {
        let locale = Locale(identifier: language.localeIdentifier)
        let calendar = Calendar(identifier: .gregorian)
        dayStyle = Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale, calendar: calendar, timeZone: timeZone)
        dateStyle = Date.FormatStyle(date: .abbreviated, time: .omitted, locale: locale, calendar: calendar, timeZone: .gmt)
        timeStyle = Date.VerbatimFormatStyle(
            format: "\(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)", timeZone: timeZone,
            calendar: calendar)
        weekdayStyle = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: timeZone).weekday(.wide)
        separator = language.base == "sv" ? " kl.\u{a0}" : ", "
    }

    func day(_ instant: Instant) -> String { dayStyle.format(instant.date).unbroken }

    func date(_ day: Day) -> String { dateStyle.format(day.noon(in: .gmt).date).unbroken }

    /// A line may break between the day and the time only.
    func moment(_ instant: Instant) -> String { day(instant) + separator + time(instant) }

    func time(_ instant: Instant) -> String { timeStyle.format(instant.date) }

    func weekday(_ instant: Instant) -> String { weekdayStyle.format(instant.date) }
}

extension String {
    /// The same on one line: its spaces break no longer.
    fileprivate var unbroken: String { replacing(" ", with: "\u{a0}") }
}

/// Formats are dear to make and cheap to use, so each is made once per language and time zone.
final class FormatCache: Sendable {
    private struct Place: Hashable {
        let language: Language
        let timeZone: String
    }

    private struct Formats {
        var numbers: [Language: NumberFormat] = [:]
        var dates: [Place: DateFormat] = [:]
    }

    /// Guards the formats made so far.
    private let formats = Mutex(Formats())

    func numbers(_ language: Language) -> NumberFormat {
        formats.withLock { formats in
            if let format = formats.numbers[language] { return format }
            let format = NumberFormat(language)
            formats.numbers[language] = format
            return format
        }
    }

    func dates(_ language: Language, _ timeZone: TimeZone) -> DateFormat {
        let place = Place(language: language, timeZone: timeZone.identifier)
        return formats.withLock { formats in
            if let format = formats.dates[place] { return format }
            let format = DateFormat(language, timeZone)
            // Zones come from the site and its people: few in practice, and bounded in any case.
            if formats.dates.count >= 256 { formats.dates = [:] }
            formats.dates[place] = format
            return format
        }
    }
}
