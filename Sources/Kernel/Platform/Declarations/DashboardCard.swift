import Core
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
