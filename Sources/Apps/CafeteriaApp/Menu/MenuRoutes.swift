import Core
import Database
import Events
import Interface
import Media
import Platform
import Web

/// The menu and its items.
struct MenuRoutes: Sendable {
    let services: CafeteriaServices

    var routes: [Route] {
        [
            .get(CafeteriaPaths.home, allow: .everyone, use: show),
            .get(CafeteriaPaths.item, allow: .everyone, use: showItem),
            .get(CafeteriaPaths.picture, allow: .everyone, use: picture),
            .get(CafeteriaPaths.chosen, allow: .members, use: showChosen),
            .post(CafeteriaPaths.favourite, allow: .members, use: favour),
            .post(CafeteriaPaths.availability, allow: .permission(.cafeteriaKitchen), use: setAvailability),
        ]
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let asked = MenuFilter { request.query.all($0) }
        var filter = asked
        // What was kept counts where the address doesn't say. A device that keeps the whole menu asks for it by its length, and narrows it itself.
        let (names, isAll) = (request.query.names, request.query["all"] == "true")
        if !isAll, names != ["count"], !names.contains("without"), !names.contains("diet"), let kept = KeptFilter.read(request) {
            (filter.diets, filter.without) = (kept.diets, kept.without)
        }
        var response = try await page(filter, request, visitor).response(for: request)
        guard request.query.names.contains("without") || asked.isForSomebody else { return response }
        response.set(KeptFilter.keeping(asked))
        return response
    }

    private func page(_ filter: MenuFilter, _ request: Request, _ visitor: Visitor) async throws -> MenuPage {
        let count = request.query["count"].flatMap { Int($0) }.map { min(max($0, MenuPage.pageSize), 1000) } ?? MenuPage.pageSize
        let now = services.site.clock.now()
        let (list, time) = (try await services.menu.list(), services.menu.time(of: now))
        let favourites = try await services.menu.favourites(of: visitor.personID)
        let (cart, open, sequence) = try await services.site.database.read { [services] db in
            let sequence = try services.site.events.head(in: db)
            guard let person = visitor.personID else { return (try services.carts.price([], for: now, in: db), [Order](), sequence) }
            return (try services.carts.cart(of: person, in: db), try db.all(.open(of: person)), sequence)
        }
        let meant = MeantFilter(filter, in: list, at: time, favourites: favourites)
        let found =
            meant == nil
            ? list.findMeant(filter, at: time, favourites: favourites, limit: count)
            : list.find(filter, at: time, favourites: favourites, limit: count)
        // What has the words and is left out by everything else that was chosen.
        let isHiding = found.items.isEmpty && !filter.words.isEmpty && (filter.hasMore || filter.category != nil)
        let whole = isHiding ? list.findMeant(MenuFilter { $0 == "q" ? [filter.words] : [] }, at: time, favourites: favourites, limit: 0).total : 0
        return MenuPage(
            filter: filter, list: list, found: found, hidden: max(0, whole - found.unstated.count), time: time,
            favourites: favourites, cart: cart, open: open,
            currency: CafeteriaSettings.currency(services.site), language: request.language,
            notice: services.notice,
            isStaff: visitor.identity.may(.cafeteriaKitchen), isSignedIn: visitor.personID != nil, count: count,
            synonyms: list.synonyms(of: found.items), clock: services.site.clockWords(in: request.timeZone), sequence: sequence, meant: meant)
    }

    func showItem(_ request: Request, _ visitor: Visitor, _ id: MenuItemID) async throws -> ItemPage {
        var page = try await services.itemPage(id, for: visitor.identity)
        page.menu = MenuFilter { request.query.all($0) }.items
        page.avoided = Avoided(of: request)
        // What was chosen when a favourite was set without a script, or before signing in.
        page.chosen = Set(request.query.names.filter { $0.hasPrefix("choice") }.flatMap(request.query.all).compactMap { ChoiceID($0) })
        if let quantity = request.query["quantity"].flatMap({ Int($0) }), (1...CartLine.mostPortions).contains(quantity) { page.quantity = quantity }
        // From the cart one changes a line. One that is gone meanwhile is added anew.
        if let line = request.query["line"].flatMap({ CartLineID($0) }), let person = visitor.personID {
            let lines = try await services.site.database.read { try $0.all(.cart(of: person)) }
            if let own = lines.first(where: { $0.id == line && $0.item == id }) {
                page.line = own.id
                if request.query["quantity"] == nil { (page.chosen, page.quantity) = (Set(own.choices), own.quantity) }
            }
        }
        return page
    }

    /// The item as a guest chose it, once they have signed in. Nothing is put into the cart yet: this address may be opened by a link.
    func showChosen(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> Response {
        .seeOther(link(CafeteriaPaths.item(id), query: Self.choices(of: request.query.names, request.query.all)))
    }

    /// What was chosen on the page of an item, as its address takes it.
    private static func choices(of names: [String], _ values: (String) -> [String]) -> QueryItems {
        let kept = names.filter { $0 == "line" || $0 == "quantity" || $0.hasPrefix("choice") }
        return QueryItems(kept.flatMap { name in values(name).map { (name, $0) } })
    }

    /// Another picture has another address, so browsers keep it for a year, and show it without a connection.
    func picture(_ request: Request, _ visitor: Visitor, _ id: MenuItemID, _ size: PictureSize) async throws -> FileAnswer {
        let item = try await services.site.database.read { try $0.first(.item(id)) }
        guard let item, item.deletedAt == nil, let file = item.picture?.file(size) else { throw Problem.notFound }
        return FileAnswer(
            url: services.site.media.url(file), contentType: StoredPicture.mediaType, entityTag: file.digest,
            isImmutable: request.query["v"] != nil)
    }

    private struct FavouriteForm: Decodable {
        var favourite: Bool
    }

    func favour(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> Response {
        try await services.menu.setFavourite(id, try request.form(FavouriteForm.self).favourite, of: member.id)
        let fields = try request.formFields()
        guard fields["item"] != nil else { return .seeOther(request.ownReferrer ?? CafeteriaPaths.item(id)) }
        return .seeOther(link(CafeteriaPaths.item(id), query: Self.choices(of: fields.names, fields.all)))
    }

    private struct AvailabilityForm: Decodable {
        var available: Bool
    }

    func setAvailability(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> Response {
        try await services.menu.setAvailable(id, try request.form(AvailabilityForm.self).available, by: member.id)
        return .seeOther(request.ownReferrer ?? CafeteriaPaths.item(id))
    }
}
