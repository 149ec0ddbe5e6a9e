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
            "Tiers", "The memberships you offer", searchedAs: "memberships prices levels benefits guests", icon: .idCard,
            path: MuseumPaths.adminTiers(), permission: .museumMembers),
        AdminPlace(
            "Rewards", "Discounts for members", searchedAs: "benefits offers vouchers codes loyalty", icon: .star,
            path: MuseumPaths.adminRewards(), permission: .museumMembers),
        AdminPlace(
            "MemberPress", "Members and tiers from your WordPress site", searchedAs: "sync WordPress connect API key webhook conflicts",
            icon: .refresh, path: MuseumPaths.adminMemberPress(), permission: .museumMembers),
        AdminPlace(
            "Licence photos", "Driving licences that members added", searchedAs: "ID identity driver license check", icon: .eye,
            path: MuseumPaths.adminLicences(), permission: .museumLicences),
        AdminPlace(
            "Exhibits", "Pictures, objects and rooms", searchedAs: "gallery collection artworks monuments video drone import", icon: .image,
            path: MuseumPaths.adminExhibits(), permission: .museumContent),
        AdminPlace(
            "Tours", "Walks from exhibit to exhibit", searchedAs: "audio guide stops walk", icon: .flag, path: MuseumPaths.adminTours(),
            permission: .museumContent),
        AdminPlace(
            "News", "What the museum tells everyone", searchedAs: "posts updates promotions", icon: .send, path: MuseumPaths.adminNews(),
            permission: .museumContent),
        AdminPlace(
            "Visitor information", "Tickets, the way here and other texts, translated",
            searchedAs: "welcome address accessibility translate language", icon: .info, path: MuseumPaths.adminTexts(), permission: .museumContent),
        AdminPlace(
            "Events", "Talks, tours and workshops", searchedAs: "registration waiting list places calendar", icon: .calendar,
            path: MuseumPaths.adminEvents(), permission: .museumContent),
        AdminPlace(
            "Visits", "Who was here, and how long", searchedAs: "log attendance length of stay opening hours", icon: .clock,
            path: MuseumPaths.adminVisits(), permission: .museumStatistics),
        AdminPlace(
            "Entrance", "Scan codes and find members", searchedAs: "gate scanner QR codes admit visitors check-in", icon: .scan,
            path: MuseumPaths.gate(), permission: .museumDesk),
        AdminPlace(
            "Desk", "Find members and take cash", searchedAs: "counter cash sell membership walk-in", icon: .wallet, path: MuseumPaths.desk(),
            permission: .museumDesk),
        AdminPlace(
            "Entrance codes", "The keys that sign members’ codes", searchedAs: "QR key rotate replace forged security", icon: .key,
            path: MuseumPaths.adminKeys(), permission: .museumMembers),
    ]

    /// Where those who serve go from one to the other all day.
    static let work = [
        WorkPlace("Entrance", icon: .scan, path: MuseumPaths.gate(), permission: .museumDesk, asks: [MuseumPaths.apiGate(), MuseumPaths.apiScans()]),
        WorkPlace("Desk", icon: .wallet, path: MuseumPaths.desk(), permission: .museumDesk),
    ]
}
