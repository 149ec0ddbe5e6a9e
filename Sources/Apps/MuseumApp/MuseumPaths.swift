import Core
import Platform
import Web

/// Every URL of the app, each written once.
enum MuseumPaths {
    // For visitors and members.
    static let home = Path("/museum")
    static let gallery = Path("/museum/gallery")
    static let exhibit = Path("/museum/gallery/{exhibit}", ExhibitID.self)
    static let exhibitPicture = Path("/museum/gallery/{exhibit}/picture/{size}", ExhibitID.self, PictureSize.self)
    static let exhibitVideo = Path("/museum/gallery/{exhibit}/video", ExhibitID.self)
    static let news = Path("/museum/news")
    static let newsItem = Path("/museum/news/{news}", NewsID.self)
    static let events = Path("/museum/events")
    static let event = Path("/museum/events/{event}", EventID.self)
    static let joinEvent = Path("/museum/events/{event}/join", EventID.self)
    static let leaveEvent = Path("/museum/events/{event}/leave", EventID.self)
    static let tiers = Path("/museum/membership")
    static let buy = Path("/museum/membership/{tier}", TierID.self)
    static let give = Path("/museum/membership/{tier}/gift", TierID.self)
    static let giftCard = Path("/museum/memberships/{membership}/card", MembershipID.self)
    static let redirectGift = Path("/museum/memberships/{membership}/send", MembershipID.self)
    static let gift = Path("/museum/gifts/{membership}/{token}", MembershipID.self, String.self)
    static let profile = Path("/museum/profile")
    static let membership = Path("/museum/memberships/{membership}", MembershipID.self)
    static let pay = Path("/museum/memberships/{membership}/pay", MembershipID.self)
    static let cancel = Path("/museum/memberships/{membership}/cancel", MembershipID.self)
    static let code = Path("/museum/code")
    static let codeKept = Path("/museum/code/kept")

    // For those who work at the desk.
    static let desk = Path("/museum/desk")
    static let deskPerson = Path("/museum/desk/people/{person}", PersonID.self)
    static let deskSell = Path("/museum/desk/people/{person}/sell", PersonID.self)
    static let takeCash = Path("/museum/desk/memberships/{membership}/cash", MembershipID.self)
    static let gate = Path("/museum/gate")
    static let gateScan = Path("/museum/gate/scan")
    static let gateAdmit = Path("/museum/gate/admit")
    static let gateConflicts = Path("/museum/gate/conflicts")
    static let gateSeen = Path("/museum/gate/conflicts/{scan}/seen", ScanID.self)

    // For those who keep the museum, in the portal.
    static let adminTiers = Path("/admin/museum/tiers")
    static let adminTier = Path("/admin/museum/tiers/{tier}", TierID.self)
    static let adminExhibits = Path("/admin/museum/exhibits")
    static let adminNewExhibit = Path("/admin/museum/exhibits/new")
    static let adminExhibit = Path("/admin/museum/exhibits/{exhibit}", ExhibitID.self)
    static let adminExhibitDelete = Path("/admin/museum/exhibits/{exhibit}/delete", ExhibitID.self)
    static let adminRooms = Path("/admin/museum/rooms")
    static let adminRoom = Path("/admin/museum/rooms/{room}", RoomID.self)
    static let adminRoomDelete = Path("/admin/museum/rooms/{room}/delete", RoomID.self)
    static let adminNews = Path("/admin/museum/news")
    static let adminNewsItem = Path("/admin/museum/news/{news}", NewsID.self)
    static let adminNewsDelete = Path("/admin/museum/news/{news}/delete", NewsID.self)
    static let adminEvents = Path("/admin/museum/events")
    static let adminNewEvent = Path("/admin/museum/events/new")
    static let adminEvent = Path("/admin/museum/events/{event}", EventID.self)
    static let adminCancelEvent = Path("/admin/museum/events/{event}/cancel", EventID.self)
    static let adminMembers = Path("/admin/museum/members")
    static let adminMember = Path("/admin/museum/members/{membership}", MembershipID.self)
    static let adminEndMember = Path("/admin/museum/members/{membership}/end", MembershipID.self)

    // For devices and programs.
    static let apiPasses = Path("/api/v1/museum/passes")
    static let apiScans = Path("/api/v1/museum/scans")
    static let apiScanBatch = Path("/api/v1/museum/scans/batch")
    static let apiGate = Path("/api/v1/museum/gate")
    static let apiGateMembers = Path("/api/v1/museum/gate/members")
}
