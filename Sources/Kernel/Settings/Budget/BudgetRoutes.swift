import Core
import Foundation
import Interface
import Platform
import Web

/// The budget in the portal.
struct BudgetRoutes: Sendable {
    let site: Site
    let budget: Budget

    var routes: [Route] {
        [
            .get(SettingsPaths.budget, allow: .permission(.settingsBudget), use: list),
            .post(SettingsPaths.budget, allow: .permission(.settingsBudget), use: add),
            .get(SettingsPaths.line, allow: .permission(.settingsBudget), use: show),
            .post(SettingsPaths.expenses, allow: .permission(.settingsBudget), use: spend),
            .post(SettingsPaths.removeExpense, allow: .permission(.settingsBudget), use: remove),
        ]
    }

    struct LineForm: Decodable, Sendable {
        var name: String
        var amount: String
        var alertPercent: Int
        var year: Int
    }

    struct ExpenseForm: Decodable, Sendable {
        var amount: String
        var note: String
        var day: String
    }

    func list(_ request: Request, _ member: Member) async throws -> BudgetPage {
        try await page(of: request.query["year"].flatMap { Int($0) }, in: request.timeZone)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(LineForm.self)
        do {
            var wrong: [String: Text] = [:]
            let name = form.name.trimmed
            let amount = Money(typed: form.amount, currency: site.configuration.currency)
            if !(1...80).contains(name.length) { wrong["name"] = "A name of 1 to 80 characters." }
            if (amount?.minor ?? 0) <= 0 { wrong["amount"] = "An amount such as 1250 or 1250.50." }
            if !(1...100).contains(form.alertPercent) { wrong["alertPercent"] = "A number from 1 to 100." }
            if !(2000...2200).contains(form.year) { wrong["year"] = "A year such as 2026." }
            guard wrong.isEmpty, let amount else { throw SettingsRefusal(wrong) }
            _ = try await budget.add(
                .init(name: name, amount: amount.minor, alertPercent: form.alertPercent), year: form.year, by: member.id)
            return .seeOther(SettingsPaths.budget() + "?year=\(form.year)", flash: "The budget line has been added.")
        } catch let refusal as SettingsRefusal {
            var page = try await page(of: form.year, in: request.timeZone)
            page.rejected = (form, refusal.problem)
            return try await page.response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: BudgetLineID) async throws -> BudgetLinePage {
        let found = try await budget.line(id)
        return BudgetLinePage(line: found.line, expenses: found.expenses, today: Day(site.clock.now(), in: request.timeZone))
    }

    func spend(_ request: Request, _ member: Member, _ id: BudgetLineID) async throws -> Response {
        let form = try request.form(ExpenseForm.self)
        let found = try await budget.line(id)
        var wrong: [String: Text] = [:]
        let note = form.note.trimmed
        let amount = Money(typed: form.amount, currency: found.line.amount.currency)
        let day = Day(form.day)
        if (amount?.minor ?? 0) == 0 { wrong["amount"] = "An amount such as 1250 or 1250.50; a refund is negative." }
        if !(1...200).contains(note.length) { wrong["note"] = "A note of 1 to 200 characters." }
        if day == nil { wrong["day"] = "A day." }
        guard wrong.isEmpty, let amount, let day else {
            var page = BudgetLinePage(line: found.line, expenses: found.expenses, today: Day(site.clock.now(), in: request.timeZone))
            page.rejected = (form, SettingsRefusal(wrong).problem)
            return try await page.response(for: request)
        }
        try await budget.spend(amount.minor, on: id, note: note, at: day.noon(in: site.configuration.zone), by: member.id)
        return .seeOther(SettingsPaths.line(id), flash: "The expense has been added.")
    }

    func remove(_ request: Request, _ member: Member, _ id: BudgetLineID, _ expense: ExpenseID) async throws -> Response {
        try await budget.remove(expense, from: id, by: member.id)
        return .seeOther(SettingsPaths.line(id), flash: "The expense has been undone.")
    }

    private func page(of year: Int?, in zone: TimeZone) async throws -> BudgetPage {
        let this = Day(site.clock.now(), in: zone).year
        let year = year ?? this
        let years = Set(try await budget.years() + [this, year]).sorted(by: >)
        return BudgetPage(year: year, years: years, lines: try await budget.lines(of: year), currency: site.configuration.currency)
    }
}
