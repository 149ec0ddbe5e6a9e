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

    /// Takes owner, person, finished sections and time.
    public init(row: inout RowReader) throws {
        owner = try row.next()
        person = try row.next()
        finished = try row.next()
        lastRead = try row.next()
    }
}
