import Core
import Interface
import Markup
import Web

/// The first screen: a search box and what the library wants to show (LIB-015, LIB-017).
struct HomeRoutes: Sendable {
    let catalogue: Catalogue

    var routes: [Route] { [.get(LibraryPaths.home, allow: .everyone, use: show)] }

    func show(_ request: Request, _ visitor: Visitor) async throws -> HomePage {
        HomePage(featured: try await catalogue.featured(), kinds: try await catalogue.facets(of: ItemFilter()).kinds)
    }
}
