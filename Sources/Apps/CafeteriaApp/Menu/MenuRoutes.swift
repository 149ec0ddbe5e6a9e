import Core
import Database
import Interface
import Media
import Platform
import Web

/// The menu and its items.
struct MenuRoutes: Sendable {
    let services: CafeteriaServices

    var routes: [Route] {
        [
            .get(CafeteriaPaths.home, allow: .members, use: show),
            .get(CafeteriaPaths.item, allow: .members, use: showItem),
            .get(CafeteriaPaths.picture, allow: .members, use: picture),
            .post(CafeteriaPaths.favourite, allow: .members, use: favour),
            .post(CafeteriaPaths.availability, allow: .permission(.cafeteriaKitchen), use: setAvailability),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> MenuPage {
        let filter = MenuFilter { request.query.all($0) }
        let count = request.query["count"].flatMap { Int($0) }.map { min(max($0, MenuPage.pageSize), 1000) } ?? MenuPage.pageSize
        let now = services.site.clock.now()
        let (list, time) = (try await services.menu.list(), services.menu.time(of: now))
        let favourites = try await services.menu.favourites(of: member.id)
        let (cart, open) = try await services.site.database.read { [services] db in
            (try services.carts.cart(of: member.id, in: db), try db.all(.open(of: member.id)))
        }
        return MenuPage(
            filter: filter, list: list, found: list.findMeant(filter, at: time, favourites: favourites, limit: count), time: time,
            favourites: favourites, cart: cart, open: open,
            currency: CafeteriaSettings.currency(services.site), language: request.language,
            notice: services.notice,
            isStaff: member.may(.cafeteriaKitchen), count: count)
    }

    func showItem(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> ItemPage {
        try await services.itemPage(id, for: member)
    }

    /// Another picture has another address, so browsers keep it for a year, and show it without a connection.
    func picture(_ request: Request, _ member: Member, _ id: MenuItemID, _ size: PictureSize) async throws -> FileAnswer {
        let item = try await services.site.database.read { try $0.first(.item(id)) }
        guard let item, item.deletedAt == nil, let file = item.picture?.file(size) else { throw Problem.notFound }
        return FileAnswer(
            url: services.site.media.url(file), contentType: ItemPicture.mediaType, entityTag: file.digest,
            isImmutable: request.query["v"] != nil)
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
