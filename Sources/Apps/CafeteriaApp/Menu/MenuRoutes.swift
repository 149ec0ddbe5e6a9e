import Core
import Database
import Interface
import Platform
import Web

/// The menu and its items.
struct MenuRoutes: Sendable {
    let services: CafeteriaServices

    var routes: [Route] {
        [
            .get(CafeteriaPaths.home, allow: .members, use: show),
            .get(CafeteriaPaths.item, allow: .members, use: showItem),
            .post(CafeteriaPaths.favourite, allow: .members, use: favour),
            .post(CafeteriaPaths.availability, allow: .permission(.cafeteriaKitchen), use: setAvailability),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> MenuPage {
        let filter = MenuFilter { request.query.all($0) }
        let now = services.site.clock.now()
        let (list, time) = (try await services.menu.list(), services.menu.time(of: now))
        let favourites = try await services.menu.favourites(of: member.id)
        let (cart, open) = try await services.site.database.read { [services] db in
            (try services.carts.cart(of: member.id, in: db), try db.all(.open(of: member.id)))
        }
        let hours = services.site.configuration.openingHours[CafeteriaApp.manifest.id]
        return MenuPage(
            filter: filter, list: list, items: list.items(for: filter, at: time, favourites: favourites),
            counts: list.counts(for: filter, at: time, favourites: favourites), time: time, favourites: favourites, cart: cart, open: open,
            currency: CafeteriaSettings.currency(services.site), language: request.language,
            closed: hours.flatMap { hours in
                hours.isOpen(at: now, in: services.site.configuration.zone)
                    ? nil : hours.nextChange(after: now, in: services.site.configuration.zone)?.words(at: now, in: services.site.configuration.zone)
            }, isPaused: services.site.value(of: CafeteriaSettings.isPaused), isStaff: member.may(.cafeteriaKitchen),
            count: request.query["count"].flatMap { Int($0) }.map { min(max($0, MenuPage.pageSize), 1000) } ?? MenuPage.pageSize)
    }

    func showItem(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> ItemPage {
        try await page(of: id, for: member)
    }

    private func page(of id: MenuItemID, for member: Member) async throws -> ItemPage {
        let offer = try await services.site.database.read { try Offer.read([id], in: $0)[id] }
        guard let offer, offer.item.deletedAt == nil else { throw Problem.notFound }
        let favourites = try await services.menu.favourites(of: member.id)
        return ItemPage(
            offer: offer, isFavourite: favourites.contains(id), isServedNow: isServedNow(offer.item), isStaff: member.may(.cafeteriaKitchen),
            currency: CafeteriaSettings.currency(services.site))
    }

    private func isServedNow(_ item: MenuItem) -> Bool {
        let time = services.menu.time(of: services.site.clock.now())
        return item.serving.includes(weekday: time.weekday, minute: time.minute)
    }

    private struct FavouriteForm: Decodable {
        var favourite: Bool
    }

    func favour(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> Response {
        try await services.menu.setFavourite(id, try request.form(FavouriteForm.self).favourite, of: member.id)
        return .seeOther(request.ownReferrer ?? CafeteriaPaths.item(id))
    }

    private struct AvailabilityForm: Decodable {
        var available: Bool
    }

    func setAvailability(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> Response {
        try await services.menu.setAvailable(id, try request.form(AvailabilityForm.self).available, by: member.id)
        return .seeOther(request.ownReferrer ?? CafeteriaPaths.item(id))
    }
}
