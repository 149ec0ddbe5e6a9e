import Core
import Platform
import Web

extension Permission {
    /// Serve at the desk and the entrance: find members, take cash, admit.
    static let museumDesk: Permission = "museum.desk"
    /// Keep tiers and members, grant memberships, give money back.
    static let museumMembers: Permission = "museum.members"
    /// Write what visitors read and look at.
    static let museumContent: Permission = "museum.content"
    /// See photos of members' licences.
    static let museumLicences: Permission = "museum.licences"
    /// See what was counted in the app, and how long members stayed.
    static let museumStatistics: Permission = "museum.statistics"
}

/// Visitors are everybody; members have bought or been granted a tier; staff serve at the desk; managers keep the rest (MUS-012, 6.15).
enum MuseumRoles {
    static let permissions = [
        PermissionDeclaration(.museumDesk, "Scan codes at the entrance, find members and take cash"),
        PermissionDeclaration(.museumMembers, "Edit tiers, grant memberships and refund them"),
        PermissionDeclaration(.museumContent, "Edit the gallery, news and events"),
        PermissionDeclaration(.museumLicences, "See photos of members’ driving licences; each look is logged"),
        PermissionDeclaration(.museumStatistics, "See the statistics of the museum, and visits"),
    ]

    static let all = [
        RoleDeclaration("desk", "Museum desk", [.museumDesk], partOf: [.helper, .administrator]),
        RoleDeclaration("editor", "Museum editor", [.museumContent], partOf: [.editor, .administrator]),
        RoleDeclaration(
            "manager", "Museum manager", [.museumDesk, .museumMembers, .museumContent, .museumLicences, .museumStatistics], partOf: [.administrator]),
    ]
}
