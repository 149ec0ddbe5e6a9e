import Core
import Interface
import Platform
import Web

/// The app's places in the staff portal, with the words for what is done there.
enum MuseumPlaces {
    static let portal = [
        AdminPlace(
            "Members", "Who has which membership", searchedAs: "memberships grant refund end people", icon: .people, path: MuseumPaths.adminMembers(),
            permission: .museumMembers),
        AdminPlace(
            "Tiers", "What one can be a member of", searchedAs: "memberships prices levels benefits guests", icon: .idCard,
            path: MuseumPaths.adminTiers(), permission: .museumMembers),
        AdminPlace(
            "Exhibits", "Pictures, objects and rooms", searchedAs: "gallery collection artworks monuments video drone import", icon: .image,
            path: MuseumPaths.adminExhibits(), permission: .museumContent),
        AdminPlace(
            "News", "What the museum tells everyone", searchedAs: "posts updates promotions", icon: .send, path: MuseumPaths.adminNews(),
            permission: .museumContent),
        AdminPlace(
            "Events", "Talks, tours and workshops", searchedAs: "registration waiting list places calendar", icon: .calendar,
            path: MuseumPaths.adminEvents(), permission: .museumContent),
        AdminPlace(
            "Entrance", "Scan codes and find members", searchedAs: "gate scanner QR codes admit visitors check-in", icon: .hand,
            path: MuseumPaths.gate(), permission: .museumDesk),
    ]

    /// Where those who serve go from one to the other all day.
    static let work = [
        WorkPlace("Entrance", icon: .hand, path: MuseumPaths.gate(), permission: .museumDesk),
        WorkPlace("Desk", icon: .wallet, path: MuseumPaths.desk(), permission: .museumDesk),
    ]
}
