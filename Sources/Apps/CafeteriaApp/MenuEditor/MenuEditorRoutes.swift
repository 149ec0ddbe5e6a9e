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
            .post(CafeteriaPaths.adminNewItem, allow: .permission(.cafeteriaMenu), body: PictureMaker.upload, use: add),
            .get(CafeteriaPaths.adminItem, allow: .permission(.cafeteriaMenu), use: show),
            .post(CafeteriaPaths.adminItem, allow: .permission(.cafeteriaMenu), body: PictureMaker.upload, use: save),
            .post(CafeteriaPaths.adminItemOffer, allow: .permission(.cafeteriaMenu), use: offer),
            .get(CafeteriaPaths.adminItemDelete, allow: .permission(.cafeteriaMenu), use: confirmDelete),
            .post(CafeteriaPaths.adminItemDelete, allow: .permission(.cafeteriaMenu), use: delete),
        ]
    }

    private var currency: String { CafeteriaSettings.currency(services.site) }

    func list(_ request: Request, _ member: Member) async throws -> MenuListPage {
        let filter = MenuFilter { request.query.all($0) }
        let (list, time) = (try await services.menu.list(), services.menu.time(of: services.site.clock.now()))
        let finding = list.find(filter, at: time, favourites: [], limit: MenuItem.most)
        let found = finding.items
        let start = min(max(0, request.query["from"].flatMap { Int($0) } ?? 0), found.count)
        return MenuListPage(
            list: list, filter: filter, items: Array(found.dropFirst(start).prefix(MenuListPage.size)),
            counts: finding.counts, previous: start > 0 ? max(0, start - MenuListPage.size) : nil,
            next: found.count > start + MenuListPage.size ? start + MenuListPage.size : nil, time: time, currency: currency,
            language: request.language)
    }

    func new(_ request: Request, _ member: Member) async throws -> ItemFormPage {
        try await page(nil, request, ItemForm.new, ChoiceRows([], currency: currency))
    }

    func add(_ request: Request, _ member: Member) async throws -> Response { try await keep(nil, request, member) }

    func show(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> ItemFormPage {
        let (offer, focus) = try await services.site.database.read { db in (try Offer.read([id], in: db)[id], try MenuEditor.focus(of: id, in: db)) }
        guard let offer, offer.item.deletedAt == nil else { throw Problem.notFound }
        var form = ItemForm(offer, currency: currency)
        form.focus = focus.map(String.init)
        return try await page(offer.item, request, form, ChoiceRows(offer.groups, currency: currency))
    }

    func save(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> Response {
        let item = try await services.site.database.read { try $0.first(.item(id)) }
        guard let item, item.deletedAt == nil else { throw Problem.notFound }
        return try await keep(item, request, member)
    }

    private func keep(_ item: MenuItem?, _ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(ItemForm.self)
        let fields = try request.formFields()
        let file = request.files.first { $0.size > 0 }
        var rows = ChoiceRows(fields)
        if let edit = fields[ChoiceEdit.field].flatMap(ChoiceEdit.init) {
            let focus = rows.apply(edit)
            var page = try await page(item, request, form, rows)
            page.focus = focus
            return try await page.response(for: request)
        }
        var page = try await page(item, request, form, rows)
        do {
            let draft = try ItemDraft(form, rows: rows, categories: page.categories, stations: page.stations, currency: currency)
            let picture = file.map { .file($0.url) } ?? (form.removesPicture == true ? .remove : PictureChange.keep)
            _ = try await editor.save(draft, as: item?.id, picture, cutAt: form.pictureFocus, by: member.id)
            return .seeOther(CafeteriaPaths.adminMenu(), flash: "Saved: \(draft.name)")
        } catch let refusal as any ProblemConvertible where request.wantsPage && refusal.problem.kind == .invalid {
            page.problem = PictureRefusal.again(after: refusal.problem, of: request)
            return try await page.response(for: request)
        }
    }

    private struct OfferForm: Decodable {
        var price: String?
        var available: Bool?
    }

    /// What the list of the menu changes in place.
    func offer(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> Response {
        let item = try await services.site.database.read { try $0.first(.item(id)) }
        guard let item, item.deletedAt == nil else { throw Problem.notFound }
        let form = try request.form(OfferForm.self)
        let isAvailable = try request.formFields()["available"] == nil ? nil : form.available
        guard let price = ItemDraft.price(form.price, currency: currency) else { throw Problem.wrongField("price", ItemDraft.wrongPrice) }
        let isNewPrice = try await editor.change(id, price: price, isAvailable: isAvailable, by: member.id)
        // Back to the row, in the part of the menu that was shown.
        let list = request.ownReferrer.flatMap { $0.hasPrefix(CafeteriaPaths.adminMenu()) ? $0.prefix { $0 != "#" } : nil }
        let money = Money(minor: price, currency: currency)
        let words: Text =
            switch isAvailable {
            case nil: "Saved: “\(item.name)” costs \(money)."
            case true? where isNewPrice: "Saved: “\(item.name)” costs \(money) and is back on the menu."
            case false? where isNewPrice: "Saved: “\(item.name)” costs \(money) and is sold out."
            case true?: "“\(item.name)” is back on the menu."
            case false?: "“\(item.name)” is marked as sold out."
            }
        return .seeOther("\(list ?? Substring(CafeteriaPaths.adminMenu()))#\(MenuListPage.anchor(of: id))", flash: words)
    }

    private func page(_ item: MenuItem?, _ request: Request, _ form: ItemForm, _ rows: ChoiceRows) async throws -> ItemFormPage {
        let (categories, stations) = try await services.site.database.read { db in (try MenuCategory.all(in: db), try db.all(Query<Station>.all)) }
        return ItemFormPage(
            item: item?.id, picture: item?.picture, form: form, rows: rows, categories: categories, stations: stations, currency: currency,
            language: request.language)
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
