import Core
import Platform

/// What administrators choose about statistics.
enum StatisticsSettings {
    static let years = Setting<Int>(
        "statistics.years", "Statistics",
        hint: "Years to keep daily totals. They contain no names. 0: for ever.", initial: 0, limits: 0...50, topic: .retention, unit: .years)

    static let all = [years.declaration]
}
