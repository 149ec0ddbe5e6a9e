import Accounts
import Core
import Database
import Interface
import Platform
import Web

/// The log of failures in the portal, and the way for people to report one.
struct ErrorRoutes: Sendable {
    let site: Site
    let errors: ErrorLog
    let reports: RateLimiter
    static let pageSize = 50
    static let mostExported = 10_000

    init(site: Site, errors: ErrorLog) {
        self.site = site
        self.errors = errors
        reports = site.rateLimiter("operations.error-reports", capacity: 10, per: .seconds(600))
    }

    var routes: [Route] {
        [
            .get(OperationsPaths.errors, allow: .permission(.errorLog), use: show),
            .get(OperationsPaths.errorExport, allow: .permission(.errorLog), use: export),
            .get(OperationsPaths.error, allow: .permission(.errorLog), use: details),
            .get(OperationsPaths.report, allow: .everyone, use: form),
            .post(OperationsPaths.report, allow: .everyone, use: report),
            .post(OperationsPaths.browserErrors, allow: .everyone, body: .json, use: browser)
                .accepts(BrowserError.self).summary("Tells of an error in a script of a page."),
        ]
    }

    private func filter(_ request: Request) throws -> ErrorFilter {
        let query = request.query
        var filter = ErrorFilter()
        filter.words = String((query["q"] ?? "").trimmed.prefix(100))
        filter.origin = query["origin"].flatMap(ErrorRecord.Origin.init(rawValue:))
        filter.fingerprint = query.chosen("group").map { String($0.prefix(16)) }
        filter.onlyReported = query["reported"] == "true"
        filter.from = try Days.start(of: query["from"], field: "from", in: site.configuration.zone)
        filter.until = try Days.start(of: query["until"], field: "until", in: site.configuration.zone, after: 1)
        filter.before = try request.after(.errors)
        return filter
    }

    func show(_ request: Request, _ member: Member) async throws -> ErrorsPage {
        let filter = try filter(request)
        let query = request.query
        return try await site.database.readInBackground { db in
            let found = try db.all(
                "SELECT \(ErrorRecord.columns) FROM operations_error \(filter.clause) ORDER BY id DESC LIMIT \(Self.pageSize + 1)"
                    as Query<ErrorRecord>)
            let groups = try db.all(
                """
                SELECT fingerprint, count(*), count(words), max(changed_at), max(id) FROM operations_error \(filter.clause)
                GROUP BY fingerprint ORDER BY 2 DESC, 5 DESC LIMIT 20
                """ as Query<ErrorGroup>)
            let examples = try db.all(
                "SELECT \(ErrorRecord.columns) FROM operations_error WHERE id IN \(list: groups.map(\.newest)) LIMIT 20" as Query<ErrorRecord>)
            let (records, next) = try found.page(of: Self.pageSize) { try request.cursor(.errors, after: $0.id) }
            return ErrorsPage(
                filter: filter, query: query, groups: groups, examples: Dictionary(examples.map { ($0.id, $0) }) { first, _ in first },
                records: records, next: next)
        }
    }

    func details(_ request: Request, _ member: Member, _ id: Int) async throws -> ErrorPage {
        try await site.database.read { db in
            guard let record = try db.first("SELECT \(ErrorRecord.columns) FROM operations_error WHERE id = \(id)" as Query<ErrorRecord>) else {
                throw Problem.notFound
            }
            let person = try record.person.map { try People.names(of: [$0], in: db)[$0] ?? $0.description }
            return ErrorPage(record: record, person: person)
        }
    }

    func export(_ request: Request, _ member: Member) async throws -> Response {
        let filter = try filter(request)
        let records = try await site.database.readInBackground { db in
            try db.all(
                "SELECT \(ErrorRecord.columns) FROM operations_error \(filter.clause) ORDER BY id DESC LIMIT \(Self.mostExported)"
                    as Query<ErrorRecord>)
        }
        var csv = CSVWriter(["id", "time", "origin", "status", "method", "path", "person", "cause", "words"])
        for record in records {
            csv.add([
                record.requestID, record.at.rfc3339, record.origin.rawValue, String(record.status), record.method, record.path,
                record.person?.description ?? "", record.cause, record.words ?? "",
            ])
        }
        return csv.response(named: "errors.csv")
    }

    func form(_ request: Request, _ visitor: Visitor) async throws -> ReportPage {
        ReportPage(requestID: String((request.query["id"] ?? "").prefix(100)))
    }

    private struct ReportForm: Decodable {
        let id: String
        let words: String
    }

    func report(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.form(ReportForm.self)
        if let seconds = reports.take(request.network) { throw Self.tooMany(seconds) }
        guard !form.words.trimmed.isEmpty else { throw Problem.wrongField("words", "Say what you did, in a few words.") }
        guard try await errors.report(form.id, words: form.words, by: visitor.personID) else {
            throw Problem(.notFound, "operations.error-unknown", "No error with this number is known.", remedy: "Check the number on the error page.")
        }
        return .seeOther("/", flash: "Thank you. The people who run this site will see it.")
    }

    /// What a page tells of an error in its scripts.
    struct BrowserError: Codable, Sendable {
        /// The browser's words.
        let message: String
        /// The script and the place in it.
        let place: String
        /// The page, without its query.
        let page: String
    }

    func browser(_ request: Request, _ visitor: Visitor) async throws -> NoContent {
        if let seconds = reports.take("browser " + request.network) { throw Self.tooMany(seconds) }
        let error = try request.json(BrowserError.self)
        try await errors.keep(
            .browser, id: request.id, method: "GET", path: error.page, status: 0, person: visitor.personID,
            cause: "\(error.message.trimmed.isEmpty ? "no message" : error.message.prefix(500)) (\(error.place.prefix(200)))")
        return NoContent()
    }

    private static func tooMany(_ seconds: Int) -> Problem {
        Problem(.tooManyRequests, "operations.too-many-reports", "Too many in a short time.", remedy: "Wait a moment.", retryAfter: seconds)
    }
}

extension CursorScope<ID<ErrorRecord>> {
    static var errors: Self { Self("operations.errors") }
}

extension ErrorRoutes.BrowserError: LimitedMembers {
    static var limits: [String: Schema] { ["message": .text(most: 5000), "place": .text(most: 2000), "page": .text(most: 2000)] }
}
