import Accounts
import Audit
import Core
import Database
import Interface
import Payments
import Platform
import Web

/// Cash-ups as page, on paper and as CSV; who took the file is noted in the log.
struct CashUpRoutes: Sendable {
    let services: CafeteriaServices
    private let cashUps: CashUps
    private let pace: CostlyCalls

    init(services: CafeteriaServices) {
        self.services = services
        cashUps = CashUps(site: services.site)
        pace = CostlyCalls(services.site, "cafeteria.cash-up-exports", most: 12, code: "cafeteria.too-many-exports")
    }

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.cashUps, allow: .permission(.cafeteriaKitchen), use: show),
            .post(CafeteriaPaths.cashUps, allow: .permission(.cafeteriaKitchen), use: close),
            .post(CafeteriaPaths.cashUpCount, allow: .permission(.cafeteriaKitchen), use: count),
            .post(CafeteriaPaths.cashMovements, allow: .permission(.cafeteriaKitchen), use: move),
            .get(CafeteriaPaths.cashUpsCSV, allow: .permission(.cafeteriaKitchen), use: csv),
            .get(CafeteriaPaths.cashUp, allow: .permission(.cafeteriaKitchen), use: showOne),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> CashUpsPage {
        try await page(member, before: request.query["before"].flatMap { CashUpID($0) })
    }

    private func page(_ member: Member, before: CashUpID? = nil, through: Int64? = nil) async throws -> CashUpsPage {
        try await site.database.read { [cashUps, services] db in
            let rows = try cashUps.all(before: before ?? CashUpID(.max), limit: CashUps.page + 1, in: db)
            let shown = Array(rows.prefix(CashUps.page))
            return CashUpsPage(
                open: try cashUps.open(through: through, in: db), rows: shown,
                names: try People.names(of: Set(shown.compactMap(\.closedBy)), in: db),
                next: rows.count > CashUps.page ? shown.last?.id : nil, isFirst: before == nil, payments: services.payments,
                statement: StatementLink(services.payments, for: member))
        }
    }

    private func fields(_ request: Request) throws -> CashUps.Fields {
        var fields = try request.form(CashUps.Fields.self)
        fields.pieces = Denominations.counts(try request.formFields(), of: CafeteriaSettings.currency(site))
        return fields
    }

    /// The first step: takes the count and shows what should be there. Who counts again has what they typed.
    func count(_ request: Request, _ member: Member) async throws -> Response {
        let fields = try fields(request)
        var page = try await page(member, through: fields.through.flatMap { Int64($0) })
        page.fields = fields
        do {
            guard fields.from == String(page.open.from.milliseconds) else { throw CashUpRefusal.closedAlready }
            if try request.formFields()["again"] == nil {
                let count = try cashUps.count(fields, page.open)
                try await cashUps.note(count, page.open, by: member.id)
                page.count = count
            }
            return try await page.response(for: request)
        } catch let refusal as CashUpRefusal {
            return try await refused(refusal, fields, request, member)
        }
    }

    func close(_ request: Request, _ member: Member) async throws -> Response {
        let fields = try fields(request)
        do {
            let id = try await cashUps.close(fields, by: member.id)
            return .seeOther(CafeteriaPaths.cashUp(id), flash: "The cash-up is closed.")
        } catch let refusal as CashUpRefusal {
            return try await refused(refusal, fields, request, member)
        }
    }

    /// The step in which something is wrong, with what was typed.
    private func refused(_ refusal: CashUpRefusal, _ fields: CashUps.Fields, _ request: Request, _ member: Member) async throws -> Response {
        guard request.wantsPage else { throw refusal }
        // Somebody else's cash-up is at the top of the list, and what was typed counts for it no more.
        var page = try await page(member, through: refusal == .closedAlready ? nil : fields.through.flatMap { Int64($0) })
        if refusal != .closedAlready {
            page.fields = fields
            page.count = try? cashUps.count(fields, page.open)
        }
        page.problem = refusal.problem
        return try await page.response(for: request)
    }

    /// Notes cash that came into the drawer or left it by no sale.
    func move(_ request: Request, _ member: Member) async throws -> Response {
        let fields = try request.form(CashUps.MovementFields.self)
        do {
            try await cashUps.move(fields, by: member.id)
            return .seeOther(CafeteriaPaths.cashUps(), flash: fields.direction == "in" ? "Cash in was noted." : "Cash out was noted.")
        } catch let refusal as CashUpRefusal {
            guard request.wantsPage else { throw refusal }
            var page = try await page(member)
            (page.movement, page.problem) = (fields, refusal.problem)
            return try await page.response(for: request)
        }
    }

    func showOne(_ request: Request, _ member: Member, _ id: CashUpID) async throws -> CashUpPage {
        try await site.database.read { [cashUps, services, site] db in
            let cashUp = try cashUps.find(id, in: db)
            return CashUpPage(
                cashUp: cashUp, by: try cashUp.closedBy.flatMap { try People.names(of: [$0], in: db)[$0] },
                siteName: site.configuration.name, payments: services.payments)
        }
    }

    func csv(_ request: Request, _ member: Member) async throws -> Response {
        try pace.take(by: member)
        let (rows, names) = try await site.database.readInBackground { [cashUps] db in
            let rows = try cashUps.all(limit: CashUps.mostExported, in: db)
            return (rows, try People.names(of: Set(rows.compactMap(\.closedBy)), in: db))
        }
        try await site.write(by: member.id) { write in try write.audit(.exportData, AuditName(CashUp.auditEntity, "csv"), ["form": "csv"]) }
        // A column for each way to pay that any of them had.
        let ways = rows.flatMap { $0.takings.map(\.provider) }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        let columns: [Text] =
            ["From", "Closed at", "Closed by", "Currency"]
            + ways.flatMap { way in
                let name = services.payments.name(ofProvider: way)
                return ["\(name): taken", "\(name): refunded"] as [Text]
            } + ["Opening float", "Expected in the drawer", "Cash counted", "Difference", "Cash in", "Cash out", "Stays in the drawer", "Remark"]
        var csv = CSVWriter(columns.map { request.render($0) })
        for row in rows {
            let taken = ways.flatMap { way -> [Int] in
                let found = row.takings.first { $0.provider == way } ?? .none(way)
                return [found.taken, found.refunded]
            }
            csv.add(
                [row.from.rfc3339, row.closedAt.rfc3339, row.closedBy.flatMap { names[$0] } ?? "", row.currency]
                    + (taken + [row.float, row.expected, row.counted, row.difference, row.cashIn, row.cashOut]).map { row.money($0).plain }
                    + [row.remaining.map { row.money($0).plain } ?? "", row.remark])
        }
        return csv.response(named: "cash-ups.csv")
    }
}
