public import Core
import Database
import Web

/// One kind of deleted thing that can be brought back for 30 days (CORE-042); the portal shows all of them in one list.
public protocol RecycleBin: Sendable {
    /// Stable and dotted: `library.item`.
    var kind: String { get }
    /// What staff call one.
    var name: Text { get }
    /// Who may restore and purge.
    var permission: Permission { get }

    /// What was deleted, the latest first, at most `limit`.
    func contents(limit: Int, in db: any Connection) throws -> [RecycledItem]
    /// Brings one back as it was.
    func restore(_ id: Int64, in write: Write) throws
    /// Removes one for good, and releases its files.
    func purge(_ id: Int64, in write: Write) throws
}

/// Something in a recycle bin.
public struct RecycledItem: Sendable, Equatable {
    /// The identity within its kind.
    public var id: Int64
    /// What it was called.
    public var title: String
    /// Since when it lies there.
    public var deletedAt: Instant
    /// Who deleted it; nil is the system.
    public var deletedBy: PersonID?

    /// An item by its parts.
    public init(id: Int64, title: String, deletedAt: Instant, deletedBy: PersonID?) {
        self.id = id
        self.title = title
        self.deletedAt = deletedAt
        self.deletedBy = deletedBy
    }
}

extension ExtensionPoint where Value == any RecycleBin {
    public static var recycleBins: Self { Self("recycle-bins") }
}
