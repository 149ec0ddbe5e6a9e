import Accounts
import Audit
import Core
import Database
import Documents
import Foundation
import Interface
import Localization
import Markup
import Platform
import Web

/// The filtered log as a file to hand on (LIB-111). Who took it is noted in the log itself.
struct LogExport: Sendable {
    let site: Site
    private let pace: RateLimiter
    /// The most entries of a table for spreadsheets, and of a document for reading, which somebody waits for: five hundred fill
    /// some twenty pages and take three seconds of a processor's time.
    static let mostInCSV = 50_000
    static let mostInPDF = 500
    /// So many entries are in memory at once.
    static let piece = 2000

    init(site: Site) {
        self.site = site
        pace = site.rateLimiter("operations.log-exports", capacity: 6, per: .seconds(60))
    }

    var routes: [Route] {
        [
            .get(OperationsPaths.logCSV, allow: .permission(.systemLog), use: csv),
            .get(OperationsPaths.logPDF, allow: .permission(.systemLog), use: pdf),
        ]
    }

    func csv(_ request: Request, _ member: Member) async throws -> Response {
        try checkPace(member)
        let (site, zone, filter) = (site, site.configuration.zone, LogFilter(request.query))
        let (wanted, count) = try await site.database.readInBackground { db in
            var wanted = try filter.audit(in: zone, db)
            // What comes in from now on, this export first of all, is not in it.
            wanted.before = try site.audit.end(in: db).map { ID($0.entry + 1) }
            return (wanted, try site.audit.count(wanted, most: Self.mostInCSV, in: db))
        }
        try await note(filter, form: "csv", entries: count, by: member)
        let stream = ResponseStream { writer in try await write(wanted, to: writer) }
        return Response(headers: Self.headers(type: "text/csv; charset=utf-8", name: "system-log.csv"), body: .stream(stream))
    }

    /// Writes the table in pieces, each from a look of its own into the log: no more than one piece is in memory, and a slow
    /// client keeps no look open.
    private func write(_ filter: AuditFilter, to writer: any ResponseWriter) async throws {
        var csv = CSVWriter(["LogID", "Timestamp", "ActorID", "Actor", "ActionType", "Entity", "EntityID", "Details"])
        var (wanted, left) = (filter, Self.mostInCSV)
        while left > 0 {
            let (look, most) = (wanted, min(Self.piece, left))
            let (entries, names) = try await site.database.readInBackground { [audit = site.audit] db in
                let entries = try audit.entries(look, limit: most, in: db)
                return (entries, try People.names(of: Set(entries.compactMap(\.actor)), in: db))
            }
            for entry in entries {
                csv.add([
                    entry.id.description, entry.at.rfc3339, entry.actor?.description ?? "System", entry.actor.flatMap { names[$0] } ?? "",
                    entry.action.rawValue, entry.entity, entry.entityID, entry.details,
                ])
            }
            try await writer.write(csv.take())
            guard entries.count == most, let last = entries.last else { return }
            wanted.before = last.id
            left -= most
        }
    }

    func pdf(_ request: Request, _ member: Member) async throws -> Response {
        try checkPace(member)
        let (zone, filter) = (site.configuration.zone, LogFilter(request.query))
        let (entries, names) = try await site.database.readInBackground { [audit = site.audit] db in
            let entries = try audit.entries(try filter.audit(in: zone, db), limit: Self.mostInPDF, in: db)
            return (entries, try People.names(of: Set(entries.compactMap(\.actor)), in: db))
        }
        try await note(filter, form: "pdf", entries: entries.count, by: member)
        let context = RenderingContext(language: request.language, timeZone: request.timeZone, messages: site.messages)
        let document = LogDocument(
            siteName: site.configuration.name, filter: filter, entries: entries, names: names, by: member.name,
            at: site.clock.now(), language: request.language)
        let head = Array("<!DOCTYPE html>\n".utf8)
        let pdf = try await PDFPrinter(temporary: site.folder.temporary).pdf(of: head + render(document, in: context))
        return .download(pdf, type: "application/pdf", named: "system-log.pdf")
    }

    private static func headers(type: String, name: String) -> Headers {
        ["Content-Type": type, "Content-Disposition": "attachment; filename=\"\(name)\"", "Cache-Control": "no-store"]
    }

    private func checkPace(_ member: Member) throws {
        if let seconds = pace.take(member.id.description) {
            throw Problem(
                .tooManyRequests, "operations.too-many-exports", "That was much in a short time.", remedy: "Wait a moment.", retryAfter: seconds)
        }
    }

    private func note(_ filter: LogFilter, form: String, entries: Int, by member: Member) async throws {
        let details = ["filter": filter.query.encoded, "form": form, "entries": String(entries)]
        try await site.write(by: member.id) { write in
            try write.audit(.exportData, AuditName("operations.log", form), details)
        }
    }
}

/// The log on paper: what was asked for, who asked, and the entries in a table that repeats its head.
private struct LogDocument: HTML {
    let siteName: String
    let filter: LogFilter
    let entries: [AuditRecord]
    let names: [PersonID: String]
    let by: String
    let at: Instant
    let language: Language

    private static let style = """
        @page { size: A4 landscape; margin: 14mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif } }
        body { font: 8pt sans-serif } h1 { font-size: 15pt; margin: 0 0 2mm }
        table { width: 100%; table-layout: fixed; border-collapse: collapse; margin-top: 4mm } thead { display: table-header-group }
        .w6 { width: 6% } .w9 { width: 9% } .w10 { width: 10% } .w14 { width: 14% } .w15 { width: 15% } .w32 { width: 32% }
        th, td { border-bottom: .3pt solid #999; padding: 1mm; text-align: left; vertical-align: top; overflow-wrap: anywhere }
        """

    var body: some HTML {
        html(.lang(language)) {
            head {
                Markup.title { "\(siteName): system log" as Text }
                Raw("<style>\(Self.style)</style>")
            }
            Markup.body {
                h1 { "\(siteName): system log" as Text }
                p { "\(entries.count) entries, made for \(by) on \(moment: at)." as Text }
                if !filter.isEmpty { p { "Only what fits: \(filter.query.encoded)" as Text } }
                if entries.count == LogExport.mostInPDF {
                    p { "These are the newest \(LogExport.mostInPDF); narrow the filters to see others." as Text }
                }
                table {
                    // Columns of a known width are laid out five times as fast.
                    colgroup { for width in [6, 14, 14, 9, 15, 10, 32] { col(.class("w\(width)")) } }
                    thead { tr { for name in ["LogID", "Timestamp", "Actor", "ActionType", "Entity", "EntityID", "Details"] { th { name } } } }
                    tbody { for entry in entries { row(entry) } }
                }
            }
        }
    }

    private func row(_ entry: AuditRecord) -> some HTML {
        tr {
            td { entry.id.description }
            td { entry.at.rfc3339 }
            td { entry.actor.map { "\(names[$0] ?? "") (\($0.description))" } ?? "System" as String }
            td { entry.action.rawValue }
            td { entry.entity }
            td { entry.entityID }
            td { entry.details }
        }
    }
}
