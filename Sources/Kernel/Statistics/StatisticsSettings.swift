import Core
import Platform

/// What administrators choose about statistics.
enum StatisticsSettings {
    static let years = Setting<Int>(
        "statistics.years", "Years that statistics are kept",
        hint: "Sums of days that are older are forgotten. 0 keeps them for ever; nobody can be recognised in them.", initial: 0, limits: 0...50)

    static let all = [years.declaration]
}
