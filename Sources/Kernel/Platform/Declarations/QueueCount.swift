public import Core
public import Database
public import Web

/// How much waits in a place of the staff portal, for the number beside it.
public struct QueueCount: Sendable {
    /// The address of the place.
    let path: String
    let waiting: @Sendable (_ person: PersonID, _ may: (Permission) -> Bool, any Connection) throws -> Int

    /// - Parameter waiting: how much this person with these permissions can do something about. It is asked for every page that they open, so it must be quick.
    public init(_ path: String, waiting: @escaping @Sendable (_ person: PersonID, _ may: (Permission) -> Bool, any Connection) throws -> Int) {
        self.path = path
        self.waiting = waiting
    }
}

extension ExtensionPoint where Value == QueueCount {
    public static var queueCounts: Self { Self("queue-counts") }
}
