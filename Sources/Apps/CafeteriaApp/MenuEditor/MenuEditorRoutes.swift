import Core
import Database
import Interface
import Platform
import Web

/// The menu in the portal.
struct MenuEditorRoutes: Sendable {
    let services: CafeteriaServices
    let editor: MenuEditor

    var routes: [Route] {
        [
            .get(CafeteriaPaths.adminMenu, allow: .permission(.cafeteriaMenu), use: list),
            .get(CafeteriaPaths.adminNewItem, allow: .permission(.cafeteriaMenu), use: new),
            .post(CafeteriaPaths.adminNewItem, allow: .permission(.cafeteriaMenu), use: add),
            .get(CafeteriaPaths.adminItem, allow: .permission(.cafeteriaMenu), use: show),
            .post(CafeteriaPaths.adminItem, allow: .permission(.cafeteriaMenu), use: save),
            .get(CafeteriaPaths.adminItemDelete, allow: .permission(.cafeteriaMenu), use: confirmDelete),
            .post(CafeteriaPaths.adminItemDelete, allow: .permission(.cafeteriaMenu), use: delete),
        ]
    }

    private var currency: String { CafeteriaSettings.currency(services.site) }

    func list(_ request: Request, _ member: Member) async throws -> MenuListPage {
        MenuListPage(list: try await services.menu.list(), currency: currency, language: request.language)
    }

    func new(_ request: Request, _ member: Member) async throws -> ItemFormPage { try await page(nil, request, ItemForm.new) }

    func add(_ request: Request, _ member: Member) async throws -> Response { try await keep(nil, request, member) }

    func show(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> ItemFormPage {
        let offer = try await services.site.database.read { try Offer.read([id], in: $0)[id] }
        guard let offer, offer.item.deletedAt == nil else { throw Problem.notFound }
        return try await page(id, request, ItemForm(offer, currency: currency))
    }

    func save(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> Response { try await keep(id, request, member) }

    private func keep(_ id: MenuItemID?, _ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(ItemForm.self)
        var page = try await page(id, request, form)
        do {
            let draft = try ItemDraft(form, categories: page.categories, stations: page.stations, currency: currency)
            _ = try await editor.save(draft, as: id, by: member.id)
            return .seeOther(CafeteriaPaths.adminMenu(), flash: "Saved: \(draft.name)")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            page.problem = problem
            return try await page.response(for: request)
        }
    }

    private func page(_ id: MenuItemID?, _ request: Request, _ form: ItemForm) async throws -> ItemFormPage {
        let (categories, stations) = try await services.site.database.read { db in (try MenuCategory.all(in: db), try db.all(Query<Station>.all)) }
        return ItemFormPage(
            item: id, form: form, categories: categories, stations: stations, currency: currency, language: request.language)
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> ConfirmPage {
        let item = try await services.site.database.read { try $0.first(.item(id)) }
        guard let item, item.deletedAt == nil else { throw Problem.notFound }
        let orders = try await editor.orders(of: id)
        return ConfirmPage(
            "Delete this menu item?", shell: .admin, message: "“\(item.name)” will be removed from the menu.",
            consequences: orders > 0 ? ["It’s part of \(orders) orders, which keep its name and price."] : [], confirm: "Delete the item",
            icon: .trash, action: CafeteriaPaths.adminItemDelete(id), cancel: CafeteriaPaths.adminItem(id))
    }

    func delete(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(CafeteriaPaths.adminItem(id)) }
        try await editor.delete(id, by: member.id)
        return .seeOther(CafeteriaPaths.adminMenu(), flash: "The item has been deleted.")
    }
}
