public import Core
public import Database

/// Something that each node keeps in memory of what the database holds, and how to forget it. A change made on one node empties it on
/// all; a gap in which a change may have been missed does too.
public struct SharedCache: Sendable {
    let channel: String
    let clear: @Sendable () -> Void

    /// A cache by a name that is unique on the site: lower-case letters, digits and dots, 40 at most.
    public init(_ name: String, clear: @escaping @Sendable () -> Void) {
        channel = "stoa_cache_" + name.replacing(".", with: "_")
        self.clear = clear
    }

    /// Tells the nodes of a change; for a transaction that is not a ``Write``, such as one that a protocol hands over.
    public func announce(in db: any Connection) throws { try db.notify(channel) }
}

extension Write {
    /// Empties a cache once this write is on disk: here before the writer hears of it, on other nodes within a second.
    public func invalidate(_ cache: SharedCache) throws {
        try cache.announce(in: self)
        afterCommit(cache.clear)
    }
}

extension ExtensionPoint where Value == SharedCache {
    public static var caches: Self { Self("caches") }
}
