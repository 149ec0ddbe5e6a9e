import Core
import Database
import Interface
import Platform
import Web

/// Members have their own membership where others are asked to join; each finds the other in the menu. A phone has room for five places.
struct MemberPlaces: PlaceChoice {
    let memberships: Memberships

    func navigation(
        _ usual: AppManifest.Navigation, of person: PersonID, opening path: String, in db: any Connection
    ) throws -> AppManifest.Navigation {
        guard try memberships.current(of: person, in: db) != nil else { return usual }
        let (joining, own) = (MuseumPaths.tiers(), MuseumPaths.profile())
        let items = usual.main + usual.menu
        var places = usual
        places.main = usual.main.compactMap { place in place.path == joining ? items.first { $0.path == own } : place }
        places.menu = usual.menu.compactMap { place in place.path == own ? items.first { $0.path == joining } : place }
        return places
    }
}
