import Core
import Database
import Foundation
import Interface
import Platform
import Web

/// Importing and exporting the menu as a table, in the portal.
struct MenuImportRoutes: Sendable {
    let services: CafeteriaServices
    let editor: MenuEditor

    private static let pageSize = 100

    private var imports: MenuImports { MenuImports(site: services.site, editor: editor) }
    private var currency: String { CafeteriaSettings.currency(services.site) }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.adminImports, allow: .permission(.cafeteriaMenu), use: show),
            // Somewhat more than a table may have, so that one that is too large is refused at its field.
            .post(
                CafeteriaPaths.adminImports, allow: .permission(.cafeteriaMenu), body: .upload(file: 4 * MenuSheet.mostBytes, count: 1), use: upload),
            .get(CafeteriaPaths.adminImportTemplate, allow: .permission(.cafeteriaMenu), use: template),
            .get(CafeteriaPaths.adminExport, allow: .permission(.cafeteriaMenu), use: export),
            .get(CafeteriaPaths.adminImport, allow: .permission(.cafeteriaMenu), use: review),
            .post(CafeteriaPaths.adminImport, allow: .permission(.cafeteriaMenu), use: perform),
            .get(CafeteriaPaths.adminImportWrong, allow: .permission(.cafeteriaMenu), use: wrong),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> MenuImportPage { MenuImportPage() }

    func upload(_ request: Request, _ member: Member) async throws -> Response {
        do {
            guard let file = request.files.first(where: { $0.size > 0 }) else { throw MenuSheetRefusal.nothingChosen }
            guard file.size <= MenuSheet.mostBytes else { throw MenuSheetRefusal.tooLarge }
            let id = try await imports.start(Array(try Data(contentsOf: file.url)), named: file.fileName, by: member.id)
            return .seeOther(CafeteriaPaths.adminImport(id))
        } catch let refusal as MenuSheetRefusal where request.wantsPage {
            return try await MenuImportPage(problem: refusal.problem).response(for: request)
        }
    }

    func template(_ request: Request, _ member: Member) async throws -> Response {
        let (categories, stations) = try await services.site.database.read { db in (try MenuCategory.all(in: db), try db.all(Query<Station>.all)) }
        var table = CSVWriter(MenuColumn.allCases.map(\.rawValue))
        guard let category = categories.first?.name, let station = stations.first?.name else { return table.response(named: "menu-template.csv") }
        table.add([
            "Chapati with beans", category, "Two chapatis and a bowl of beans in coconut.", "180", "8", station, "1", "", "Mon-Fri", "07:00", "10:30",
            "Size: Regular, Large +60 | Extras (0-2): Avocado +50, Egg +30", "gluten, eggs", "vegetarian, halal", "520", "18", "74", "15", "yes",
        ])
        table.add([
            "Mango juice", categories.last?.name ?? category, "Pressed when you order.", "150", "3", stations.last?.name ?? station, "1", "40", "",
            "",
            "", "", "none", "vegetarian, vegan, halal", "130", "", "", "", "yes",
        ])
        return table.response(named: "menu-template.csv")
    }

    /// The whole menu in the form in which it can be imported again.
    func export(_ request: Request, _ member: Member) async throws -> Response {
        try await services.site.database.readInBackground { [currency] db in
            let categories = Dictionary(try MenuCategory.all(in: db).map { ($0.id, $0.name) }) { first, _ in first }
            let stations = Dictionary(try db.all(Query<Station>.all).map { ($0.id, $0.name) }) { first, _ in first }
            var table = CSVWriter(MenuColumn.allCases.map(\.rawValue))
            let items = try db.all(.menu)
            for start in stride(from: 0, to: items.count, by: 16) {
                let some = items[start..<min(start + 16, items.count)]
                let offers = try Offer.read(some.map(\.id), in: db)
                for item in some {
                    guard let offer = offers[item.id] else { continue }
                    table.add(
                        MenuExport.cells(
                            ItemForm(offer, currency: currency), category: categories[item.category] ?? "", station: stations[item.station] ?? ""))
                }
            }
            return table.response(named: "menu.csv")
        }
    }

    func review(_ request: Request, _ member: Member, _ id: MenuImportID) async throws -> MenuReviewPage {
        try await page(id, request)
    }

    private func page(_ id: MenuImportID, _ request: Request, _ problem: Problem? = nil) async throws -> MenuReviewPage {
        let (record, sheet, plan) = try await imports.preview(id)
        let kind = request.query["show"].flatMap(MenuPlan.Kind.init)
        let start = max(0, request.query["from"].flatMap { Int($0) } ?? 0)
        let rows = plan.rows.filter { kind == nil || $0.outcome.kind == kind }
        return MenuReviewPage(
            record: record, currency: currency, unknown: sheet.unknown, plan: plan, kind: kind,
            rows: Array(rows.dropFirst(start).prefix(Self.pageSize)),
            previous: start > 0 ? max(0, start - Self.pageSize) : nil,
            next: rows.count > start + Self.pageSize ? start + Self.pageSize : nil, problem: problem)
    }

    private struct PerformForm: Decodable {
        var create: [String]?
        var digest: String?
        var station: String?
    }

    func perform(_ request: Request, _ member: Member, _ id: MenuImportID) async throws -> Response {
        let form = try request.form(PerformForm.self)
        do {
            let count = try await imports.perform(
                id, creating: (form.create ?? []).compactMap { Int($0) }, at: form.station.flatMap { StationID($0) }, showing: form.digest ?? "",
                by: member.id)
            return .seeOther(CafeteriaPaths.adminImport(id), flash: "Import finished. Added: \(count.added). Changed: \(count.changed).")
        } catch let refusal as MenuImportRefusal where request.wantsPage {
            return try await page(id, request, refusal.problem).response(for: request)
        }
    }

    /// The rows that are not imported, as they were uploaded, each with its reason.
    func wrong(_ request: Request, _ member: Member, _ id: MenuImportID) async throws -> Response {
        let (_, sheet, plan) = try await imports.preview(id)
        var table = CSVWriter(sheet.headings.filter { $0 != MenuSheet.reason } + [MenuSheet.reason])
        for row in plan.rows {
            guard case .wrong(let faults) = row.outcome else { continue }
            let cells = sheet.headings.indices.filter { sheet.headings[$0] != MenuSheet.reason }.map {
                $0 < row.row.cells.count ? MenuCell.plain(row.row.cells[$0]) : ""
            }
            table.add(cells + [faults.map { request.render($0.sentence) }.joined(separator: " ")])
        }
        return table.response(named: "menu-errors.csv")
    }
}

extension MenuPlan.Fault {
    /// With the column that it is about.
    var sentence: Text { column.map { "\($0.title): \(words)" } ?? words }
}

/// Items as rows of a table.
enum MenuExport {
    static func cells(_ form: ItemForm, category: String, station: String) -> [String] {
        MenuColumn.allCases.map { column in
            switch column {
            case .name: form.name ?? ""
            case .category: category
            case .description: form.description ?? ""
            case .price: form.price ?? ""
            case .preparation: form.preparation ?? ""
            case .station: station
            case .work: form.work ?? ""
            case .portions: form.portions ?? ""
            case .days: days(form.days ?? [])
            case .from: form.from ?? ""
            case .until: form.until ?? ""
            case .choices: (form.choices ?? "").replacing("\n", with: " | ")
            case .allergens: (form.allergens ?? []).joined(separator: ", ")
            case .diets: (form.diets ?? []).joined(separator: ", ")
            case .energy: form.energy ?? ""
            case .protein: form.protein ?? ""
            case .carbohydrates: form.carbohydrates ?? ""
            case .fat: form.fat ?? ""
            case .available: form.isAvailable == true ? "yes" : "no"
            }
        }
    }

    private static let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

    private static func days(_ days: [String]) -> String {
        days.count == names.count ? "daily" : days.compactMap { Int($0) }.filter(names.indices.contains).map { names[$0] }.joined(separator: ", ")
    }
}
