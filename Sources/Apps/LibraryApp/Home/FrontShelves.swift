import Core
import Interface
import Markup
import Platform
import Web

/// The library on the site's front page: what a member has begun, and what is new.
struct FrontShelves: FrontPageSource {
    let home: HomeRoutes

    func content(for request: Request, _ visitor: Visitor) async throws -> Node? {
        let begun = try await home.begun(by: visitor)
        let arrivals = try await home.catalogue.featured().newArrivals
        guard !arrivals.isEmpty else { return nil }
        return div(.class("stack")) {
            if !begun.isEmpty {
                Carousel("Continue reading", level: 3, items: begun.map { ItemCard(begun: $0) })
            }
            Shelf("New Arrivals", items: arrivals)
        }.node
    }
}
