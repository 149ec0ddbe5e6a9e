import Analytics
public import Core
import Database

/// How much there is of something now, asked of the database: open requests, accounts. It is noted once an hour, and the
/// last figure of a day stays.
public struct Level: Sendable {
    /// What is measured; its kind is ``Measure/Kind/level``.
    public let measure: Measure
    /// Each part and its amount; quick, for a page asks as well.
    public let read: @Sendable (any Connection) throws -> [(part: String, amount: Int)]

    /// A level and how to read it.
    public init(_ measure: Measure, read: @escaping @Sendable (any Connection) throws -> [(part: String, amount: Int)]) {
        self.measure = measure
        self.read = read
    }

    /// A level of one part.
    public static func single(_ measure: Measure, _ query: Query<Int>) -> Level {
        Level(measure) { db in [("", try db.one(query))] }
    }
}

/// Facts from before a measure was counted, as far as the database still knows them.
public struct PastFacts: Sendable {
    /// What they are counted as.
    public let measure: Measure
    /// Makes the part of what the database answers.
    public let part: @Sendable (String) -> String
    /// When each one happened and its part, among those before a moment, in any order.
    public let read: @Sendable (_ before: Instant) -> Query<PastFact>

    /// Facts and how to find them.
    public init(
        _ measure: Measure, part: @escaping @Sendable (String) -> String = { $0 },
        read: @escaping @Sendable (_ before: Instant) -> Query<PastFact>
    ) {
        self.measure = measure
        self.part = part
        self.read = read
    }
}

/// One fact of the past.
public struct PastFact: SQLRow {
    /// When it happened.
    public let at: Instant
    /// What its measure is broken down by; empty without a breakdown.
    public let part: String

    /// Takes the moment and the part.
    public init(row: inout RowReader) throws {
        at = try row.next()
        part = try row.next()
    }
}

extension ExtensionPoint where Value == Level {
    /// What there is now of measures that are levels.
    public static var levels: Self { Self("levels") }
}

extension ExtensionPoint where Value == PastFacts {
    /// What happened before measures were counted.
    public static var pastFacts: Self { Self("past-facts") }
}
