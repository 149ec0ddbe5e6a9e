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
    private let pace: CostlyCalls
    /// The most entries of a table for spreadsheets, and of a document for reading, which somebody waits for: five hundred fill
    /// some twenty pages and take three seconds of a processor's time.
    static let mostInCSV = 50_000
    static let mostInPDF = 500
    /// So many entries are in memory at once.
    static let piece = 2000

    private let seal: AuditSeal

    init(site: Site, seal: AuditSeal) {
        self.site = site
        self.seal = seal
        pace = CostlyCalls(site, "operations.log-exports", most: 6, code: "operations.too-many-exports")
    }

    var routes: [Route] {
        [
            .get(OperationsPaths.logCSV, allow: .permission(.systemLog), use: csv),
            .get(OperationsPaths.logPDF, allow: .permission(.systemLog), use: pdf),
        ]
    }

    func csv(_ request: Request, _ member: Member) async throws -> Response {
        try pace.take(by: member)
        let (site, filter) = (site, LogFilter(request.query))
        let (wanted, count) = try await site.database.readInBackground { db in
            var wanted = try filter.audit(for: member, on: site, in: db)
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
        try pace.take(by: member)
        let (site, filter, declared) = (site, LogFilter(request.query), EntityNames(site))
        let (entries, names, entityNames) = try await site.database.readInBackground { db in
            let entries = try site.audit.entries(try filter.audit(for: member, on: site, in: db), limit: Self.mostInPDF, in: db)
            let names = try People.names(of: Set(entries.flatMap(\.people)), in: db)
            return (entries, names, try declared.titled(entries, for: member, on: site, in: db))
        }
        let verification = LogVerification(verdict: try await seal.verify(), at: site.clock.now())
        try await note(filter, form: "pdf", entries: entries.count, by: member)
        let document = LogDocument(
            siteName: site.configuration.name, filter: filter, entries: entries, names: names, entityNames: entityNames,
            verification: verification, by: member.name, zone: request.timeZone, language: request.language)
        return try await site.pdf(document, named: "system-log.pdf", for: request)
    }

    private static func headers(type: String, name: String) -> Headers {
        ["Content-Type": type, "Content-Disposition": "attachment; filename=\"\(name)\"", "Cache-Control": "no-store"]
    }

    private func note(_ filter: LogFilter, form: String, entries: Int, by member: Member) async throws {
        let details = ["filter": filter.query.encoded, "form": form, "entries": String(entries)]
        try await site.write(by: member.id) { write in
            try write.audit(.exportData, AuditName("operations.log", form), details)
        }
    }
}

/// The log on paper: what was asked for, who asked, whether the log is as it was written, and its sentences day by day.
private struct LogDocument: HTML {
    let siteName: String
    let filter: LogFilter
    let entries: [AuditRecord]
    let names: [PersonID: String]
    let entityNames: EntityNames
    let verification: LogVerification
    let by: String
    let zone: TimeZone
    let language: Language

    private static let style = """
        @page { size: A4; margin: 20mm 18mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8.5pt Inter, "DejaVu Sans", sans-serif; color: #555 } \
        @bottom-left { content: string(running); font: 8.5pt Inter, "DejaVu Sans", sans-serif; color: #555 } }
        body { font: 10pt/1.45 Inter, "DejaVu Sans", sans-serif; color: #1a1a1a } h1 { font-size: 20pt; line-height: 1.2; margin: 0 0 1mm; string-set: running attr(title) }
        .site { color: #555; margin: 0 0 5mm } 
        table.facts { border-collapse: collapse; margin: 0 0 5mm } .facts th { font-weight: normal; text-align: left; color: #555; padding: 0 6mm 1mm 0; vertical-align: top } \
        .facts td { padding: 0 0 1mm }
        .finding { border: .5pt solid #2e7d4f; border-left-width: 3pt; padding: 2.5mm 4mm; margin: 0 0 6mm } .finding.wrong { border-color: #b3261e } .finding p { margin: 0 }
        h2 { font-size: 12pt; margin: 6mm 0 1.5mm; break-after: avoid } table.day { width: 100%; table-layout: fixed; border-collapse: collapse }
        .day td { padding: 1.2mm 0; border-top: .3pt solid #ccc; vertical-align: top; overflow-wrap: anywhere } .day tr { break-inside: avoid }
        .time { width: 16mm; color: #555; font-variant-numeric: tabular-nums } .number { width: 16mm; color: #777; text-align: right !important; font-size: 8.5pt }
        """

    var body: some HTML {
        html(.lang(language)) {
            head {
                // Without it the printer reads the page as Latin-1.
                Raw("<meta charset=\"utf-8\">")
                Markup.title { "\(siteName): system log" as Text }
                Raw("<style>\(Self.style)</style>")
            }
            Markup.body {
                h1(.title("\(siteName): system log")) { "System log" }
                p(.class("site")) { siteName }
                table(.class("facts")) {
                    tbody {
                        fact("Period", period)
                        for line in filters { fact(line.0, line.1) }
                        fact("Entries", "\(entries.count)")
                        fact("Made by", .verbatim(by))
                        fact("Made on", "\(moment: verification.at)")
                    }
                }
                div(.class("finding"), .if(!verification.isIntact, .class("wrong"))) {
                    p { strong { verification.isIntact ? "The log is intact" : "Something is wrong with the log" } }
                    p { verification.finding }
                    if let remedy = verification.remedy { p { remedy } }
                }
                if entries.count == LogExport.mostInPDF {
                    p { "These are the newest \(LogExport.mostInPDF); narrow the filters to see others." as Text }
                }
                if entries.isEmpty { p { "Nothing in the log fits these filters." } }
                for day in LogDay.all(entries, in: zone) {
                    h2 { "\(day.day)" as Text }
                    table(.class("day")) { tbody { for entry in day.entries { row(entry) } } }
                }
            }
        }
    }

    /// From the first to the last day that was asked for, or that there is.
    private var period: Text {
        let days = entries.map { Day($0.at, in: zone) }
        let from = filter.from.flatMap { Day($0) } ?? days.min()
        let until = filter.until.flatMap { Day($0) } ?? Day(verification.at, in: zone)
        return from.map { $0 == until ? "\(until)" : "\($0) to \(until)" } ?? "\(until)"
    }

    private var filters: [(Text, Text)] {
        var lines: [(Text, Text)] = []
        if !filter.words.isEmpty { lines.append(("Search", .verbatim(filter.words))) }
        if !filter.person.isEmpty { lines.append(("Person", .verbatim(filter.person))) }
        if filter.byTheSystem { lines.append(("Person", "System")) }
        if let action = filter.action { lines.append(("Event", action.name)) }
        if let entity = filter.entity { lines.append(("Object", entityNames.kind(entity))) }
        if let id = filter.entityID { lines.append(("Number", .verbatim(id))) }
        return lines.isEmpty ? [("Filters", "None: all entries")] : lines
    }

    private func fact(_ name: Text, _ value: Text) -> some HTML {
        tr {
            th { name }
            td { value }
        }
    }

    private func row(_ entry: AuditRecord) -> some HTML {
        tr {
            td(.class("time")) { "\(time: entry.at)" as Text }
            td { entityNames.sentence(of: entry, people: names, for: nil) }
            td(.class("number")) { entry.id.description }
        }
    }
}
