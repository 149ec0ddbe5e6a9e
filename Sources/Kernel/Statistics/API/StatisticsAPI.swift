import Analytics
import Core
import Platform
import Web

/// Statistics for programs: the same figures as on the pages, under the same permissions.
struct StatisticsAPI: Sendable {
    let site: Site
    let reports: ReportRoutes

    var routes: [Route] {
        [
            .get(StatisticsPaths.api, allow: .anyPermission(site.statisticsReaders), use: figures)
                .summary("Amounts of each measure over a time.")
                .query(
                    "measure", .array(.text(.words, most: 100), most: ReportRequest.mostMeasures), "What to count; several times for several.",
                    isRequired: true
                )
                .query("app", Self.app, "Only of this app.").query(
                    "period", .oneOf(Period.Choice.self), "Which time; `own` is from `from` through `through`."
                )
                .query("from", .text(.date), "The first day.").query("through", .text(.date), "The last day.")
                .query("grain", .oneOf(Granularity.self), "How long each step is.").query("by", .choice(["part"]), "Broken down by part."),
            .get(StatisticsPaths.measures, allow: .anyPermission(site.statisticsReaders), use: measures)
                .summary("What is counted, as far as the caller may see it.").query("app", Self.app, "Only of this app."),
        ]
    }

    private static let app = Schema.text(.words, most: 100)

    func figures(_ request: Request, _ member: Member) async throws -> StatisticsAnswer {
        let asked = try ReportRequest(request.query, for: member.identity, on: site)
        guard !asked.measures.isEmpty else { throw ReportRefusal.empty }
        return StatisticsAnswer(try await reports.table(asked))
    }

    func measures(_ request: Request, _ member: Member) async throws -> [MeasureAnswer] {
        let asked = try ReportRequest(request.query, for: member.identity, on: site)
        return asked.scope.groups(on: site).flatMap { group in
            group.measures.map { MeasureAnswer($0, group: request.render(group.name), name: request.render($0.label)) }
        }
    }
}

/// Amounts as programs read them. An amount that is not known is null, not nought.
struct StatisticsAnswer: JSONAnswer, Codable {
    struct Series: Codable, Sendable {
        let measure: String
        /// Nil: all of the measure; `*`: what is left beside the largest parts.
        let part: String?
        let unit: String
        /// In the order of `steps`; money in the smallest unit of its currency.
        let amounts: [Int?]
        let total: Int?
    }

    struct Step: Codable, Sendable {
        let from: String
        let through: String
    }

    let app: String?
    let granularity: String
    let steps: [Step]
    let series: [Series]

    init(_ table: ReportTable) {
        app = table.request.scope.app
        granularity = table.request.granularity.rawValue
        steps = table.steps.map { Step(from: $0.from.description, through: $0.through.description) }
        series = table.columns.map {
            Series(measure: $0.measure.id, part: $0.part, unit: $0.measure.unit.word, amounts: $0.steps, total: $0.total)
        }
    }
}

/// A measure as programs read it.
struct MeasureAnswer: JSONAnswer, Codable {
    let id: String
    let group: String
    let name: String
    let unit: String
    /// `sum` or `level`.
    let kind: String

    init(_ measure: Measure, group: String, name: String) {
        id = measure.id
        self.group = group
        self.name = name
        unit = measure.unit.word
        kind = measure.kind.rawValue
    }
}

extension Measure.Unit {
    /// `count`, `minutes` or the code of a currency.
    var word: String {
        switch self {
        case .count: "count"
        case .minutes: "minutes"
        case .money(let currency): currency
        }
    }
}
