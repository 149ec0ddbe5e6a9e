import Core
import Markup

/// Amounts period by period, as a line or as bars, with the same figures in a table. Drawn by the server, so it needs no
/// script; who cannot see it hears the highest and the latest value and can open the table (WCAG 1.1.1).
public struct SeriesChart: HTML {
    /// How it is drawn.
    public enum Style: String, Sendable, CaseIterable { case line, bars }

    /// One line, or one colour of the bars.
    public struct Series {
        let name: Text
        let values: [Double?]

        /// A value for each period; nil where nothing is known.
        public init(_ name: Text, _ values: [Double?]) {
            self.name = name
            self.values = values
        }
    }

    /// More series than this can not be told apart; the last takes up the rest.
    public static let mostSeries = 6
    private static let (width, height) = (600.0, 160.0)

    private let title: Text
    private let total: Text?
    private let style: Style
    private let periods: [Text]
    private let series: [Series]
    private let words: (Double) -> Text
    private let address: String?

    /// A chart of up to ``mostSeries`` series. `total` stands beside the title, `words` says a value, `href` leads to more.
    public init(
        title: Text, total: Text? = nil, style: Style, periods: [Text], series: [Series], href: String? = nil, words: @escaping (Double) -> Text
    ) {
        self.title = title
        self.total = total
        self.style = style
        self.periods = periods
        self.series = Array(series.prefix(Self.mostSeries))
        self.words = words
        address = href
    }

    /// The figure.
    public var body: some HTML {
        figure(.class("chart")) {
            figcaption {
                span(.class("chart-title")) { if let address { a(.href(address)) { title } } else { title } }
                if let total { span(.class("chart-value")) { total } }
            }
            if known.isEmpty {
                p(.class("muted")) { "There are no figures for this time." }
            } else {
                svg(
                    .custom("viewBox", "0 0 \(Int(Self.width)) \(Int(Self.height))"), .custom("preserveAspectRatio", "none"), .custom("role", "img"),
                    .if(series.count > 1, .class("chart-parts")),
                    .aria("label", "\(title): at most \(words(top)), last \(words(known.last ?? 0))")
                ) {
                    switch style {
                    case .line: lines
                    case .bars: bars
                    }
                }
                p(.class("chart-scale")) {
                    span { periods.first }
                    span { "Highest: \(words(top))" as Text }
                    span { periods.last }
                }
                if series.count > 1 { legend }
                details(.class("chart-figures")) {
                    summary { "Figures as a table" }
                    // It scrolls, so the keyboard has to come into it.
                    div(.class("chart-table"), .tabindex(0), .role("region"), .aria("label", title)) { table }
                }
            }
        }
    }

    private var known: [Double] { series.flatMap { $0.values.compactMap(\.self) } }

    /// Bars of one period stand on each other.
    private var top: Double {
        switch style {
        case .line: known.max() ?? 0
        case .bars: periods.indices.map { sum(at: $0, of: series[...]) }.max() ?? 0
        }
    }

    private func sum(at index: Int, of series: ArraySlice<Series>) -> Double { series.reduce(0) { $0 + max(0, $1.value(at: index) ?? 0) } }

    private func y(_ value: Double) -> Double { Self.height - 2 - value / max(top, 0.000_001) * (Self.height - 12) }

    @HTMLBuilder private var lines: Node {
        for (number, one) in series.enumerated() {
            SVG.path(.class("chart-line chart-\(number + 1)"), .custom("d", path(one)), .custom("fill", "none"))
        }
    }

    /// A gap where nothing is known; a value between two gaps is a dash.
    private func path(_ series: Series) -> String {
        let step = Self.width / Double(max(1, periods.count - 1))
        var isDrawing = false
        return periods.indices.compactMap { index -> String? in
            guard let value = series.value(at: index) else {
                isDrawing = false
                return nil
            }
            let x = periods.count == 1 ? 0 : Double(index) * step
            let isAlone = !isDrawing && series.value(at: index + 1) == nil
            defer { isDrawing = true }
            return "\(isDrawing ? "L" : "M")\(rounded(x)) \(rounded(y(value)))" + (isAlone ? (x > Self.width / 2 ? " h-6" : " h6") : "")
        }.joined(separator: " ")
    }

    @HTMLBuilder private var bars: Node {
        let step = Self.width / Double(max(1, periods.count))
        for index in periods.indices {
            for number in series.indices {
                let below = sum(at: index, of: series[..<number])
                let value = max(0, series[number].value(at: index) ?? 0)
                if value > 0 {
                    SVG.rect(
                        .class("chart-bar chart-\(number + 1)"), .custom("x", rounded(Double(index) * step + step * 0.1)),
                        .custom("width", rounded(step * 0.8)), .custom("y", rounded(y(below + value))),
                        .custom("height", rounded(y(below) - y(below + value)))
                    ) { SVG.title { "\(periods[index]): \(words(value))" as Text } }
                }
            }
        }
    }

    private var legend: some HTML {
        ul(.class("chart-legend")) {
            for (number, one) in series.enumerated() {
                li {
                    svg(.custom("viewBox", "0 0 28 12"), .class("chart-\(number + 1)"), .aria("hidden", "true")) {
                        switch style {
                        case .line: SVG.path(.class("chart-line chart-\(number + 1)"), .custom("d", "M0 6 H28"))
                        case .bars: SVG.rect(.class("chart-bar"), .custom("width", "28"), .custom("height", "12"))
                        }
                    }
                    span { one.name }
                }
            }
        }
    }

    private var table: some HTML {
        DataTable(
            title, columns: [.init("Period")] + series.map { .init($0.name, isNumeric: true) },
            rows: periods.indices.reversed().map { index in
                .init([periods[index].node] + series.map { one in one.value(at: index).map { words($0).node } ?? ("–" as Text).node })
            })
    }

    private func rounded(_ number: Double) -> String { String((number * 10).rounded() / 10) }
}

extension SeriesChart.Series {
    fileprivate func value(at index: Int) -> Double? { values.indices.contains(index) ? values[index] : nil }
}
