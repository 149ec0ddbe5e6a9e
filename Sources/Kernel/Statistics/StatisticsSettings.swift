import Core
import Platform

/// What administrators choose about statistics.
enum StatisticsSettings {
    static let years = Setting<Int>(
        "statistics.years", "Years to keep statistics",
        hint: "Older daily totals are deleted. 0 keeps them for ever. They contain no names.", initial: 0, limits: 0...50)

    static let all = [years.declaration]
}
