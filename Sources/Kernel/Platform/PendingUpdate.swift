public import Core
public import Database

/// A site in use whose database an update is about to change.
public struct PendingUpdate: Sendable {
    /// What is done before that.
    public typealias Step = @Sendable (PendingUpdate) async throws -> Void

    /// Where the site lies.
    public let folder: SiteFolder
    /// The database, still as it was.
    public let database: Database
    /// How many steps of the schema are to come.
    public let steps: Int
    /// The site's clock.
    public let clock: SiteClock
    /// The site's log.
    public let log: Log
}
