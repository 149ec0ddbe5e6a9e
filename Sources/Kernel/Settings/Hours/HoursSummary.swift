import Core
import Platform

extension OpeningHours {
    /// The hours of a week in a line: days that follow one another with the same hours together.
    var week: Text {
        var runs: [(first: Int, last: Int, hours: String)] = []
        for (day, spans) in days.enumerated() where !spans.isEmpty {
            let hours = Self.text(spans)
            if let run = runs.last, run.last == day - 1, run.hours == hours {
                runs[runs.count - 1].last = day
            } else {
                runs.append((day, day, hours))
            }
        }
        // Some languages write a day with a capital only where a line begins.
        let words = runs.enumerated().map { place, run -> Text in
            let (first, last) = ((place == 0 ? Self.dayNames : Self.dayNamesInside)[run.first], Self.dayNamesInside[run.last])
            return run.first == run.last ? "\(first) \(run.hours)" : "\(first)–\(last) \(run.hours)"
        }
        return words.dropFirst().reduce(words.first ?? "Always open") { "\($0) · \($1)" }
    }
}
