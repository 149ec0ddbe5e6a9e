import Analytics
import Core
import Platform

/// The answer to a report, cell by cell: the page, the CSV, the PDF and the API show the very same.
struct ReportTable: Sendable {
    /// A measure, or one part of it.
    struct Column: Sendable {
        let measure: Measure
        /// Nil: all of the measure.
        let part: String?
        let name: Text
        let steps: [Int?]
        let total: Int?
    }

    let request: ReportRequest
    let steps: [Step]
    let columns: [Column]

    init(_ request: ReportRequest, _ figures: Figures, site: Site) {
        self.request = request
        steps = figures.steps
        columns = figures.series.flatMap { series -> [Column] in
            guard request.isBrokenDown, series.measure.breakdown != nil, !series.parts.isEmpty else { return [Self.whole(series)] }
            return Self.parts(series, site)
        }
    }

    private static func whole(_ series: Series) -> Column {
        Column(measure: series.measure, part: nil, name: series.measure.label, steps: series.steps, total: series.total)
    }

    /// The largest parts, and one column for what is left.
    private static func parts(_ series: Series, _ site: Site) -> [Column] {
        let most = 6
        let shown = series.parts.count > most ? Array(series.parts.prefix(most - 1)) : series.parts
        var columns = shown.map { part in
            Column(
                measure: series.measure, part: part.id, name: "\(series.measure.label): \(site.name(of: part.id, in: series.measure))",
                steps: part.steps, total: part.total)
        }
        if series.parts.count > most {
            let rest = series.parts.dropFirst(most - 1)
            columns.append(
                Column(
                    measure: series.measure, part: "*", name: "\(series.measure.label): the rest",
                    steps: series.steps.indices.map { index in sum(rest.map { $0.steps[index] }) }, total: sum(rest.map(\.total))))
        }
        return columns
    }

    private static func sum(_ amounts: [Int?]) -> Int? {
        let known = amounts.compactMap(\.self)
        return known.isEmpty ? nil : known.reduce(0, +)
    }
}
