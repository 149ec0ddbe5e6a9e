import Core
import Database
import Interface
import Markup
import Platform

/// How many words somebody means to write a day.
struct DailyGoal: Sendable, Equatable {
    static let range = 1...100_000

    let words: Int?

    /// As a form sends it; empty is none.
    /// - Throws: ``StoryRefusal/invalid(_:)``.
    init(form text: String) throws(StoryRefusal) {
        let digits = text.filter { !$0.isWhitespace && $0 != "," && $0 != "." }
        try self.init(words: digits.isEmpty ? nil : Int(digits) ?? 0)
    }

    init(words: Int?) throws(StoryRefusal) {
        if let words, !Self.range.contains(words) {
            throw .invalid(["wordsPerDay": "Enter a number from \(Self.range.lowerBound) to \(Self.range.upperBound)."])
        }
        self.words = words
    }
}

/// How far somebody is today, as a quiet line under the text.
struct GoalProgress: HTML {
    let goal: Int
    let today: Int

    var body: some HTML {
        // The words beside it say the same.
        progress(
            .class("editor-goal"), .data("goal", String(goal)), .data("today", String(today)), .custom("max", String(goal)),
            .value(String(min(today, goal))), .aria("hidden", true)
        ) {}
        span(.class("muted"), .data("goal-words")) { Self.words(today, of: goal) }
    }

    /// The same for the script, which fills in the first number.
    static func words(_ today: Int, of goal: Int) -> Text { "\(today) of \(goal) words today" }
}
