import Core
import Database
import Events
import Interface
import Markup
import Platform
import Web

/// The app on the site's front page: a member's orders that are under way, and for everybody what is popular now.
struct FrontMenu: FrontPageSource {
    let services: CafeteriaServices

    /// How many items are shown.
    private static let most = 3

    func content(for request: Request, _ visitor: Visitor) async throws -> Node? {
        let (list, time) = (try await services.menu.list(), services.menu.time(of: services.site.clock.now()))
        let (open, sequence) = try await services.site.database.read { [services] db in
            (try visitor.personID.map { try db.all(.open(of: $0)) } ?? [], try services.site.events.head(in: db))
        }
        let favourites = try await services.menu.favourites(of: visitor.personID)
        let items = list.suggestions(at: time, limit: Self.most)
        guard !open.isEmpty || !items.isEmpty else { return nil }
        let currency = CafeteriaSettings.currency(services.site)
        return div(.class("stack")) {
            if !open.isEmpty {
                section(.aria("label", "My orders")) {
                    SectionHeader("My orders", more: CafeteriaPaths.orders(), level: 3)
                    OpenOrders(orders: open, clock: services.site.clockWords(in: request.timeZone), sequence: sequence)
                }
            }
            if !items.isEmpty {
                section(.aria("label", "On the menu now")) {
                    SectionHeader("On the menu now", more: nil, level: 3)
                    div(.class("dish-grid")) {
                        for item in items {
                            DishCard(
                                item: item, words: "", time: time, isFavourite: favourites.contains(item.id),
                                needsChoice: list.choosy.contains(item.id), isSignedIn: visitor.personID != nil, currency: currency, level: 4)
                        }
                    }
                }
            }
        }.node
    }
}
