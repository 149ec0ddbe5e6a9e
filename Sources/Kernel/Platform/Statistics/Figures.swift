public import Analytics
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
    /// How much it counts: 1 where the query does not say.
    public let amount: Int

    /// Takes the moment, the part, and the amount where there is a third column.
    public init(row: inout RowReader) throws {
        at = try row.next()
        part = try row.next()
        amount = row.columnCount > 2 ? try row.next() : 1
    }
}

/// The currency in which a measure of money is counted here, where that is a choice of the site.
public struct MeasureCurrency: Sendable {
    /// Of the unit ``Measure/Unit/money(currency:)``, whose own currency is the usual one.
    public let measure: Measure
    /// ISO 4217.
    public let currency: @Sendable () -> String

    /// A measure and what it is counted in.
    public init(_ measure: Measure, currency: @escaping @Sendable () -> String) {
        self.measure = measure
        self.currency = currency
    }
}

extension Site {
    /// A measure as this site counts it: in its own currency.
    public func counted(_ measure: Measure) -> Measure {
        guard let chosen = extensions[.measureCurrencies].first(where: { $0.measure == measure }) else { return measure }
        return Measure(
            measure.id, measure.label, hint: measure.hint, unit: .money(currency: chosen.currency()), kind: measure.kind, by: measure.breakdown,
            isHeadline: measure.isHeadline)
    }
}

extension ExtensionPoint where Value == MeasureCurrency {
    /// The currencies of measures of money.
    public static var measureCurrencies: Self { Self("measure-currencies") }
}

extension ExtensionPoint where Value == Level {
    /// What there is now of measures that are levels.
    public static var levels: Self { Self("levels") }
}

extension ExtensionPoint where Value == PastFacts {
    /// What happened before measures were counted.
    public static var pastFacts: Self { Self("past-facts") }
}
