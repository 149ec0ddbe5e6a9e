import Core
import Platform
import Web

/// Every URL of the app, each written once.
enum MuseumPaths {
    // For visitors and members.
    static let home = Path("/museum")
    static let tiers = Path("/museum/membership")
    static let buy = Path("/museum/membership/{tier}", TierID.self)
    static let profile = Path("/museum/profile")
    static let membership = Path("/museum/memberships/{membership}", MembershipID.self)
    static let pay = Path("/museum/memberships/{membership}/pay", MembershipID.self)
    static let cancel = Path("/museum/memberships/{membership}/cancel", MembershipID.self)

    // For those who work at the desk.
    static let desk = Path("/museum/desk")
    static let takeCash = Path("/museum/desk/memberships/{membership}/cash", MembershipID.self)

    // For those who keep the museum, in the portal.
    static let adminTiers = Path("/admin/museum/tiers")
    static let adminTier = Path("/admin/museum/tiers/{tier}", TierID.self)
    static let adminMembers = Path("/admin/museum/members")
    static let adminMember = Path("/admin/museum/members/{membership}", MembershipID.self)
}
