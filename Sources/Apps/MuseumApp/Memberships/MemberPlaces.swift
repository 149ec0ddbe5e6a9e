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
        places.main = usual.main.filter { $0.path != MuseumPaths.tiers() }.map { item in
            item.path == MuseumPaths.profile() ? NavigationItem(item.label, short: "Membership", icon: item.icon, path: item.path) : item
        }
        places.menu.insert(NavigationItem("Memberships", icon: .star, path: MuseumPaths.tiers()), at: 0)
        return places
    }
}
