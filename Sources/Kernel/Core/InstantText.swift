import Foundation

extension Instant {
    /// `2026-11-20T09:30:00.000Z` (RFC 3339), the form of every time in JSON, feeds and the log. Written by hand because
    /// every line of the log and every row of the API needs one.
    public var rfc3339: String {
        let (days, inDay) = milliseconds.flooredDivision(by: 86_400_000)
        let (year, month, day) = Self.civil(days)
        guard (0...9999).contains(year) else { return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
        return String(unsafeUninitializedCapacity: 24) { buffer in
            var end = 0
            func put(_ value: Int64, _ digits: Int, _ after: UInt8) {
                var rest = value
                for index in stride(from: end + digits - 1, through: end, by: -1) {
                    buffer[index] = 0x30 + UInt8(truncatingIfNeeded: rest % 10)
                    rest /= 10
                }
                buffer[end + digits] = after
                end += digits + 1
            }
            put(year, 4, UInt8(ascii: "-"))
            put(month, 2, UInt8(ascii: "-"))
            put(day, 2, UInt8(ascii: "T"))
            put(inDay / 3_600_000, 2, UInt8(ascii: ":"))
            put(inDay / 60_000 % 60, 2, UInt8(ascii: ":"))
            put(inDay / 1000 % 60, 2, UInt8(ascii: "."))
            put(inDay % 1000, 3, UInt8(ascii: "Z"))
            return end
        }
    }

    /// Reads RFC 3339, with or without a fraction of a second.
    public init?(rfc3339 text: String) {
        let date = (try? Date(text, strategy: .iso8601)) ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        guard let date else { return nil }
        self.init(date)
    }

    /// Year, month and day of a count of days since 1970, in the proleptic Gregorian calendar. Years are counted from
    /// March, so that the leap day is the last of a year.
    static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let (era, dayOfEra) = (days + 719_468).flooredDivision(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> (Int64, Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
