import Core

/// The right to do one thing, e.g. `library.items.edit`.
public struct Permission: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral {
    /// App, noun and verb, dotted.
    public let rawValue: String

    /// A permission by its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A permission by its name.
    public init(stringLiteral value: String) { rawValue = value }

    /// What a program with the operator's token of that name holds; the platform grants it, people never have it.
    static func token(_ name: String) -> Permission { Permission(rawValue: "token:\(name)") }
}

/// Whether routes that need a permission are open to somebody who holds it (LIB-012).
public enum StaffAccess: Sendable {
    /// They are.
    case open
    /// The last proof of who this is lies too far back.
    case needsProof
    /// The site wants a second factor of its staff, and this session has not proved the one that its person has.
    case needsStepUp
    /// The site wants a second factor of its staff, and this person has none.
    case needsSecondFactor
}

/// Who asks, as far as the platform could find out.
public struct Identity: Sendable {
    /// The person, or nobody yet.
    public var personID: PersonID?
    /// The person's shown name.
    public var name: String
    /// Where the person's picture is, on this site.
    public var picture: String?
    /// Everything the person may do in this session.
    public private(set) var permissions: Set<Permission>
    /// What the person's roles allow, but not to a session that still owes a proof.
    public private(set) var withheld: Set<Permission> = []
    /// The session behind the cookie, if it was a cookie.
    public var sessionID: Int64?
    /// Whether a program asked with a bearer token; such requests need no Origin.
    public var viaBearer: Bool
    /// Whether what needs a permission is open at this moment.
    public private(set) var staffAccess: StaffAccess = .open

    /// What this person is told at apps that are closed to them, by the app's id.
    public var closedApps: [String: Problem] = [:]

    /// A signed-in person.
    public init(
        personID: PersonID?, name: String, permissions: Set<Permission> = [], sessionID: Int64? = nil, viaBearer: Bool = false
    ) {
        self.personID = personID
        self.name = name
        self.permissions = permissions
        self.sessionID = sessionID
        self.viaBearer = viaBearer
    }

    /// Somebody who has not signed in.
    public static let guest = Identity(personID: nil, name: "")

    /// Whether this person may.
    public func may(_ permission: Permission) -> Bool { permissions.contains(permission) }

    /// Whether any role allows this person something, proved or not.
    public var isStaff: Bool { personID != nil && !(permissions.isEmpty && withheld.isEmpty) }

    /// Whether a role allows it to this person, though perhaps only after they have proved who they are: for ways that lead there.
    public func mightOnceProved(_ permission: Permission) -> Bool { may(permission) || withheld.contains(permission) }

    /// Says whether what needs a permission is open. Without the proof that is asked for, no permission holds anywhere: also not
    /// on pages for everyone that show more to staff.
    public mutating func setStaffAccess(_ door: StaffAccess) {
        permissions.formUnion(withheld)
        withheld = []
        staffAccess = door
        switch door {
        case .open: break
        case .needsProof, .needsStepUp, .needsSecondFactor: swap(&permissions, &withheld)
        }
    }

    /// Marks that the operator's token of that name was shown (or that the request came from this machine).
    public mutating func grantToken(_ name: String) { permissions.insert(.token(name)) }
}

/// Whoever asks, signed in or not.
public struct Visitor: Sendable {
    /// Who it is.
    public let identity: Identity
    /// The language to answer in.
    public let language: Language

    /// The person, when signed in.
    public var personID: PersonID? { identity.personID }
}

/// A signed-in person.
public struct Member: Sendable {
    /// The person.
    public let id: PersonID
    /// The shown name.
    public let name: String
    /// The whole identity.
    public let identity: Identity

    /// Whether this person may.
    public func may(_ permission: Permission) -> Bool { identity.may(permission) }
}
