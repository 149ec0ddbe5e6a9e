public import Core
public import Foundation

/// What a module brings into a demo: people with public passwords, and something to look at.
public protocol DemoContent: Sendable {
    /// Its people. One address that several modules name is one person, with the roles of all.
    func people() throws -> [DemoPerson]
    /// Where its people live; nil for a module that is at home anywhere. A demo is where the first that says so is.
    var timeZone: String? { get }
    /// Brings in, while the site already answers, what is not there yet; ends early, between two things, when the task is cancelled.
    /// - Parameters:
    ///   - people: everybody of the demo, by address.
    ///   - files: where set-up put what it made for this module's demo, if it did.
    func fill(for people: [String: DemoAccount], files: URL?) async throws
}

extension DemoContent {
    /// Anywhere.
    public var timeZone: String? { nil }
}

/// Somebody of a demo.
public struct DemoPerson: Decodable, Sendable {
    public var name: String
    public var email: String
    public var password: String
    public var owner: Bool
    /// `app.role`, of apps that are on.
    public var roles: [String]
    /// Who plays them at the stand-in for Google; nil is nobody.
    public var google: String?
}

/// Somebody of a demo who has an account.
public struct DemoAccount: Sendable {
    public let id: PersonID
    public let name: String
    public let roles: [String]

    public init(id: PersonID, name: String, roles: [String]) {
        self.id = id
        self.name = name
        self.roles = roles
    }
}

/// How a module of a demo comes to use an outside service that a stand-in plays.
public struct DemoStandIn: Sendable {
    /// The service in what the stand-ins say about themselves: `clover`.
    public let name: String
    /// Puts what a stand-in says, as JSON, among the choices of the site, at each start: ports change.
    public let use: @Sendable (_ description: Data, _ site: Site, _ configuration: inout SiteConfiguration) throws -> Void

    public init(
        _ name: String, use: @escaping @Sendable (_ description: Data, _ site: Site, _ configuration: inout SiteConfiguration) throws -> Void
    ) {
        self.name = name
        self.use = use
    }
}

extension ExtensionPoint where Value == DemoStandIn {
    public static var demoStandIns: Self { Self("demo-stand-ins") }
}

extension ExtensionPoint where Value == any DemoContent {
    public static var demoContent: Self { Self("demo-content") }
}
