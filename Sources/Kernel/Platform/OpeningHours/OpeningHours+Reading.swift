public import Core

extension OpeningHours {
    /// Why hours that somebody typed were not taken. Each is said beside the field.
    public enum Mistake: Error, Equatable {
        case unreadable
        case backwards
        /// `9-5`: the hours that are meant, as they are typed.
        case afternoon(String)
        case overlapping
    }

    /// Reads the hours of a day as people type them: `08:00–12:00, 13:00–17:30`, also `8-12`, `8.00 - 12.00`, `0800–1200` and `8 am–5 pm`,
    /// with commas or semicolons between. Nothing typed is closed.
    public static func read(_ typed: String) throws(Mistake) -> [Span] {
        var spans: [Span] = []
        for part in typed.split(whereSeparator: { $0 == "," || $0 == ";" || $0.isNewline }) where !part.allSatisfy(\.isWhitespace) {
            let pair = part.split(omittingEmptySubsequences: false, whereSeparator: { "-–—‒−".contains($0) })
            guard pair.count == 2, let from = minutes(pair[0]), let until = minutes(pair[1]) else { throw .unreadable }
            // Midnight at the end of a day is also written as the beginning of the next. What ends as it begins is no span, at midnight as
            // at any other time: all day is 00:00–24:00.
            guard from != until, let span = Span(from: from, until: until == 0 ? 1440 : until) else {
                // Nobody opens in the morning and closes before that; many don’t say “pm”.
                guard until < from, from < 720, until + 720 > from, let meant = Span(from: from, until: until + 720) else { throw .backwards }
                throw .afternoon(text([meant]))
            }
            spans.append(span)
        }
        spans.sort { $0.from < $1.from }
        for (earlier, later) in zip(spans, spans.dropFirst()) where later.from < earlier.until { throw .overlapping }
        return spans
    }

    /// `08:00–12:00, 13:00–17:30`, which ``read(_:)`` takes again; nothing where it is closed.
    public static func text(_ spans: [Span]) -> String { spans.map { "\(clock($0.from))–\(clock($0.until))" }.joined(separator: ", ") }

    /// `08:00` of 480.
    public static func clock(_ minutes: Int) -> String {
        let (hour, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
    }

    private static func minutes(_ typed: Substring) -> Int? {
        let clean = typed.filter { !$0.isWhitespace }.lowercased()
        guard let match = clean.wholeMatch(of: /([0-9]{1,2})(?:[:.h]?([0-9]{2}))?h?(?:([ap])\.?m\.?)?/), var hour = Int(match.1) else { return nil }
        let minute = match.2.flatMap { Int($0) } ?? 0
        if let half = match.3 {
            guard (1...12).contains(hour) else { return nil }
            hour = hour % 12 + (half == "p" ? 12 : 0)
        }
        guard minute < 60, hour * 60 + minute <= 1440 else { return nil }
        return hour * 60 + minute
    }
}

extension OpeningHours.Exception {
    /// Its day, or its first and last.
    public var dates: Text { first == last ? "\(first)" : "\(first) – \(last)" }
}

extension OpeningHours.Mistake {
    /// What to do about it.
    public var words: Text {
        switch self {
        case .unreadable: "Enter hours like 08:00–12:00, 13:00–17:30."
        case .backwards:
            "The closing time must be later. All day is 00:00–24:00. Enter hours past midnight on two days, like 18:00–24:00 and 00:00–02:00."
        case .afternoon(let meant): "Did you mean \(meant)?"
        case .overlapping: "These hours overlap."
        }
    }
}
