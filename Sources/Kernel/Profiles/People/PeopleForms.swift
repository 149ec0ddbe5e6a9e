import Accounts
import Core
import Interface
import Localization
import Markup
import Platform
import Web

struct RolesChoice: Codable, Sendable {
    /// The common role that brings detailed ones along.
    var role: CommonRole?
    /// The detailed roles that are ticked, as `app.role`.
    var roles: [String]?

    /// All of them together.
    func grants(_ common: CommonRoles) -> Set<Roles.Grant> {
        Set((roles ?? []).compactMap(Roles.Grant.init(text:))).union(role.map(common.grants) ?? [])
    }
}

struct StatusForm: Codable, Sendable {
    var active: Bool
    var confirmed: Bool?
}

struct OwnerForm: Decodable {
    var owner: Bool
    var confirmed: Bool?
}

struct NewPersonForm: Codable, Sendable {
    var name: String
    var email: String
    /// Of the email; the site's first when nothing is said.
    var language: Language?
    /// The common role that the account begins with; a member's when nothing is said.
    var role: CommonRole?
    /// Detailed roles besides, as `app.role`.
    var roles: [String]?
    /// Where to go on, as a page said.
    var then: String?

    func grants(_ common: CommonRoles) -> Set<Roles.Grant> { RolesChoice(role: role, roles: roles).grants(common) }
}

/// A ban as the API asks for it.
struct BanOrder: Codable, Sendable {
    var app: String
    /// 0 is permanent.
    var days: Int
    var reason: String

    /// Longest ban with an end, in days.
    static let longest = 3650

    /// Refuses what is no ban.
    func check() throws(BanRefusal) {
        guard (1...Bans.longestReason).contains(reason.trimmed.length) else { throw .reasonMissing }
        guard (0...Self.longest).contains(days) else { throw .endPassed }
    }

    func end(from now: Instant) -> Instant? { BanLength.end(days: days, from: now) }
}

extension RolesChoice: LimitedMembers {
    static var limits: [String: Schema] {
        ["role": .oneOf(CommonRole.self), "roles": .array(.text(.words, most: 100), most: 100)]
    }
}

extension NewPersonForm: LimitedMembers {
    static var limits: [String: Schema] {
        [
            "name": .text(.words, most: 100), "email": .text(.named("email"), least: 3, most: EmailAddress.longest),
            "language": .text(.language, most: 35), "role": .oneOf(CommonRole.self), "roles": .array(.text(.words, most: 100), most: 100),
            "then": .text(.words, most: 20),
        ]
    }
}

extension BanOrder: LimitedMembers {
    static var limits: [String: Schema] {
        ["app": .text(.words, most: 100), "days": .integer(in: 0...longest), "reason": .text(.words, most: Bans.longestReason)]
    }
}

extension PeopleFilter {
    /// Reads `?q=…&role=owner|moderator|…|app.role&standing=active|deactivated|banned`; what it does not know does not matter.
    init(_ query: QueryItems) {
        words = query["q"].flatMap { $0.trimmed.isEmpty ? nil : $0 }
        role = query["role"].flatMap { Role($0) }
        standing = query["standing"].flatMap(Standing.init(rawValue:))
    }
}

extension QueryItems {
    /// Only the items of these names that say something.
    func keeping(_ names: [String]) -> QueryItems {
        QueryItems(names.compactMap { name in self[name].flatMap { $0.isEmpty ? nil : (name, $0) } })
    }
}

extension PeopleFilter.Role {
    init?(_ text: String) {
        if text == "owner" {
            self = .owner
        } else if let common = CommonRole(rawValue: text) {
            self = .common(common)
        } else if let grant = Roles.Grant(text: text) {
            self = .grant(grant)
        } else {
            return nil
        }
    }
}
