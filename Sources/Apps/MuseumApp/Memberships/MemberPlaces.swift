import Core
import Database
import Interface
import Platform
import Web

/// Members have their own membership in the place of the tab that asks others to join, who in turn find theirs in the menu: a phone has room for one of the two.
struct MemberPlaces: PlaceChoice {
    let memberships: Memberships

    func navigation(
        _ usual: AppManifest.Navigation, of person: PersonID, opening path: String, in db: any Connection
    ) throws -> AppManifest.Navigation {
        let isMember = try memberships.current(of: person, in: db) != nil
        let second = isMember ? MuseumPaths.tiers() : MuseumPaths.profile()
        var places = usual
        places.main = usual.main.filter { $0.path != second }
        places.menu = usual.main.filter { $0.path == second } + usual.menu
        return places
    }
}
