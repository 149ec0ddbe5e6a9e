import Core
import Interface
import Platform
import Web

/// The app's places in the staff portal, with the words for what is done there.
enum MuseumPlaces {
    static let portal = [
        AdminPlace(
            "Tiers", "What one can be a member of", searchedAs: "memberships prices levels benefits guests", icon: .idCard,
            path: MuseumPaths.adminTiers(), permission: .museumMembers)
    ]
}
