import Analytics
import Core
import Interface
import Platform
import Web

/// What a report is made of: the question, as an address keeps it.
struct ReportRequest: Sendable {
    /// How the answer is shown.
    enum Look: String, CaseIterable, Sendable {
        case table, line, bars

        var name: Text {
            switch self {
            case .table: "Table"
            case .line: "Line chart"
            case .bars: "Bar chart"
            }
        }

        var chart: SeriesChart.Style? { SeriesChart.Style(rawValue: rawValue) }
    }

    /// More than a site counts.
    static let mostMeasures = 60

    let scope: Scope
    let measures: [Measure]
    let period: Period
    let granularity: Granularity
    let isBrokenDown: Bool
    let look: Look

    /// Reads `app`, `measure` (several), `period`, `from`, `through`, `granularity`, `by=part` and `as`. A measure that is not to be seen
    /// by this person is left out, as if it did not exist.
    /// - Throws: a ``Problem`` that names the field that is wrong; not found where the scope is not open.
    init(_ query: QueryItems, for identity: Identity, on site: Site) throws(Problem) {
        let open = Scope.open(to: identity, on: site)
        let wanted = query.chosen("app")
        guard let scope = wanted == nil ? open.first : open.first(where: { $0.app == wanted }) else { throw Problem.notFound }
        self.scope = scope
        let chosen = Set(query.all("measure"))
        measures = scope.measures(on: site).filter { chosen.contains($0.id) }
        guard measures.count <= Self.mostMeasures else {
            throw .wrongField("measure", "A report can have at most \(Self.mostMeasures) measures.")
        }
        period = try Period(Self.settled(query), today: site.counts.today)
        let asked = query["grain"].flatMap(Granularity.init(rawValue:)) ?? .suiting(period)
        // Ten years of days are thousands of lines that nobody reads.
        granularity = asked == .day && period.length > 732 ? .week : asked
        isBrokenDown = query["by"] == "part"
        look = query["as"].flatMap(Look.init(rawValue:)) ?? .table
    }

    /// Whoever fills in dates below a usual period means the dates; whoever chooses a usual period above dates means the period. The form
    /// says in `shown` what it was sent with.
    private static func settled(_ query: QueryItems) -> QueryItems {
        guard let shown = query["shown"], shown == query["period"], ["from", "through"].contains(where: { query.chosen($0) != nil })
        else { return query }
        var settled = query
        settled.set("period", Period.Choice.own.rawValue)
        return settled
    }

    /// The same as a query.
    var query: QueryItems {
        var pairs: [(String, String)] = scope.app.map { [("app", $0)] } ?? []
        pairs += measures.map { ("measure", $0.id) } + period.query + [("grain", granularity.rawValue)]
        if isBrokenDown { pairs.append(("by", "part")) }
        pairs.append(("as", look.rawValue))
        return QueryItems(pairs)
    }
}
