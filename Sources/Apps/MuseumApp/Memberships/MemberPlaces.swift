import Core
import Database
import Interface
import Platform
import Web

/// Members have their own membership in the place of the tab that asks others to join; what else can be bought or given is in the menu.
struct MemberPlaces: PlaceChoice {
    let memberships: Memberships

    func navigation(
        _ usual: AppManifest.Navigation, of person: PersonID, opening path: String, in db: any Connection
    ) throws -> AppManifest.Navigation {
        guard try memberships.current(of: person, in: db) != nil else { return usual }
        var places = usual
        let sold = usual.main.filter { $0.path == MuseumPaths.tiers() }
        places.main = usual.main.filter { $0.path != MuseumPaths.tiers() }
        places.menu = sold + places.menu
        return places
    }
}
