import Core
import Foundation
import Markup

/// A line over time, drawn by the server. Who cannot see it hears the latest, the lowest and the highest value.
public struct LineChart: HTML {
    private let title: Text
    private let points: [(at: Instant, value: Double)]
    private let words: (Double) -> Text

    /// A line through the points, in the order of time; `words` says a value.
    public init(title: Text, points: [(at: Instant, value: Double)], words: @escaping (Double) -> Text) {
        self.title = title
        self.points = points
        self.words = words
    }

    private static let (width, height) = (600.0, 160.0)

    /// The figure.
    public var body: some HTML {
        figure(.class("chart")) {
            figcaption {
                span(.class("chart-title")) { title }
                if let last = points.last { span(.class("chart-value")) { words(last.value) } }
            }
            if points.count > 1, let first = points.first, let last = points.last {
                svg(
                    .custom("viewBox", "0 0 \(Int(Self.width)) \(Int(Self.height))"), .custom("preserveAspectRatio", "none"), .custom("role", "img"),
                    .aria("label", "\(title): now \(words(last.value)), at least \(words(least)), at most \(words(most))")
                ) {
                    SVG.path(
                        .class("chart-area"),
                        .custom("d", path(first.at, last.at) + " L\(Int(Self.width)) \(Int(Self.height)) L0 \(Int(Self.height)) Z"))
                    SVG.path(.class("chart-line"), .custom("d", path(first.at, last.at)))
                }
                p(.class("chart-scale")) {
                    span { "\(moment: first.at)" as Text }
                    " "
                    span { "\(moment: last.at)" as Text }
                }
                p(.class("chart-scale")) { "Highest: \(words(most))" as Text }
            } else {
                p(.class("muted")) { "Not enough data yet." }
            }
        }
    }

    private var most: Double { points.map(\.value).max() ?? 0 }
    private var least: Double { points.map(\.value).min() ?? 0 }

    private func path(_ first: Instant, _ last: Instant) -> String {
        let time = max(1, Double((last - first).wholeMilliseconds))
        let top = max(most, 0.000_001)
        return points.enumerated().map { index, point in
            let x = Double((point.at - first).wholeMilliseconds) / time * Self.width
            let y = Self.height - 4 - point.value / top * (Self.height - 12)
            return "\(index == 0 ? "M" : "L")\(rounded(x)) \(rounded(y))"
        }.joined(separator: " ")
    }

    private func rounded(_ number: Double) -> String { String((number * 10).rounded() / 10) }
}
