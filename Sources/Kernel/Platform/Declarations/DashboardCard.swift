public import Core
import Database
import Interface

/// A place to go on from a person's own page: what they had begun, what waits for them (LIB-005, LIB-011).
public struct DashboardCard: Sendable {
    /// What it is: a book's title, “3 requests wait”.
    public var title: Text
    /// A line below.
    public var detail: Text?
    /// Its drawing.
    public var icon: Icon
    /// Where it leads.
    public var path: String

    /// A card by its parts.
    public init(_ title: Text, detail: Text? = nil, icon: Icon, path: String) {
        self.title = title
        self.detail = detail
        self.icon = icon
        self.path = path
    }
}

/// Where somebody can go on in an app: the most important first, a handful at most.
public struct DashboardCards: Sendable {
    /// The cards of a person, read in the transaction that it is given.
    public let cards: @Sendable (PersonID, any Connection) throws -> [DashboardCard]

    public init(_ cards: @escaping @Sendable (PersonID, any Connection) throws -> [DashboardCard]) { self.cards = cards }
}

extension ExtensionPoint where Value == DashboardCards {
    public static var dashboard: Self { Self("dashboard") }
}
