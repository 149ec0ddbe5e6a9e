import Core

/// Times as the service writes them: local to Nairobi, which is three hours ahead of UTC all year.
enum NairobiTime {
    private static let ahead = Duration.seconds(3 * 3600)

    /// `20260119093000`
    static func stamp(_ moment: Instant) -> String { String((moment + ahead).rfc3339.filter(\.isNumber).prefix(14)) }

    /// The moment of a stamp; nil when it is none.
    static func moment(_ stamp: String) -> Instant? {
        guard stamp.utf8.count == 14, stamp.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let parts = split(stamp)
        let text = "\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])Z"
        guard let moment = Instant(rfc3339: text).map({ $0 - ahead }), self.stamp(moment) == stamp else { return nil }
        return moment
    }

    /// `2026-01-19 09:30:00`, as a statement has it.
    static func statement(_ moment: Instant) -> String { String((moment + ahead).rfc3339.replacing("T", with: " ").prefix(19)) }

    /// `19/1/26 at 9:30 AM`, as a text message has it.
    static func message(_ moment: Instant) -> String {
        let numbers = split(stamp(moment)).map { Int($0) ?? 0 }
        let hour = numbers[3] % 12 == 0 ? 12 : numbers[3] % 12
        let minute = numbers[4] < 10 ? "0\(numbers[4])" : "\(numbers[4])"
        return "\(numbers[2])/\(numbers[1])/\(numbers[0] % 100) at \(hour):\(minute) \(numbers[3] < 12 ? "AM" : "PM")"
    }

    /// `19012026093000123`: day first, with milliseconds, as the ids of requests have it.
    static func idStamp(_ moment: Instant) -> String {
        let parts = split(stamp(moment))
        let rest = String(moment.milliseconds % 1000 + 1000).dropFirst()
        return parts[2] + parts[1] + parts[0] + parts[3] + parts[4] + parts[5] + rest
    }

    /// Year, month, day, hour, minute, second.
    private static func split(_ stamp: String) -> [String] {
        var rest = stamp[...]
        return [4, 2, 2, 2, 2, 2].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }
    }
}
