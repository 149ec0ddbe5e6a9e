import Core
import Database
import Interface
import Platform
import Web

/// The places of the app as each person has them: the author's workspace alone where they chose so (STO-035), and how much is new.
struct StoriesPlaces: PlaceChoice {
    func navigation(
        _ usual: AppManifest.Navigation, of person: PersonID, opening path: String, in db: any Connection
    ) throws -> AppManifest.Navigation {
        var navigation = usual
        guard try !Members.isAuthorFocused(person, in: db) else {
            navigation.main =
                usual.main.filter { $0.path == StoriesPaths.write() }
                + [NavigationItem("Profile", icon: .idCard, path: StoriesPaths.profile())]
            navigation.search = nil
            return navigation
        }
        let unseen = path == StoriesPaths.updates() ? 0 : try Updates.unseen(by: person, in: db)
        navigation.main = usual.main.map { $0.path == StoriesPaths.updates() ? $0.counting(unread: unseen) : $0 }
        return navigation
    }
}
