public import Core
public import Database

/// How far one person has come in what an owner's publication holds, on the device that is farthest.
public struct ReaderProgress: SQLRow, Sendable, Equatable {
    /// The number of what owns the publication.
    public let owner: Int64
    /// Who.
    public let person: PersonID
    /// How many sections lie behind them.
    public let finished: Int
    /// When they read in it last.
    public let lastRead: Instant

    /// What counts as read to the end, in percent: nobody scrolls past the last line.
    private static let end = 99.0

    /// Takes owner, person, section, progress and time.
    public init(row: inout RowReader) throws {
        owner = try row.next()
        person = try row.next()
        let section: Int = try row.next()
        let progress: Double = try row.next()
        finished = progress >= Self.end ? section + 1 : section
        lastRead = try row.next()
    }
}
