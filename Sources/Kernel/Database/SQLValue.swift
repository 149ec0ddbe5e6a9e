/// A value as both engines store it.
public enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// The storage types that both engines share.
public enum SQLType: String, Hashable, Sendable {
    case integer, real, text, blob

    /// A name that both engines accept in `CAST(… AS …)`.
    var castName: String {
        switch self {
        case .integer: "BIGINT"
        case .real: "DOUBLE PRECISION"
        case .text: "TEXT"
        case .blob: "BYTEA"
        }
    }
}

/// A Swift type that goes into a bound parameter and comes back out of a column.
public protocol SQLConvertible: Sendable {
    /// The value to bind.
    var sqlValue: SQLValue { get }

    /// Reads a stored value; throws ``DatabaseError/unreadable(_:)`` for one that it cannot be.
    init(sqlValue: SQLValue) throws

    /// How the type is stored, so that PostgreSQL can place even a bound NULL; `nil` leaves that to the statement.
    static var sqlType: SQLType? { get }

    /// Reads a column without building a ``SQLValue`` first. The default builds one.
    init(column: Column) throws
}

extension SQLConvertible {
    /// Left to the statement.
    public static var sqlType: SQLType? { nil }

    /// Through ``SQLValue``.
    @inlinable
    public init(column: Column) throws {
        try self.init(sqlValue: column.value())
    }
}

/// An enumeration (or other wrapper) over a storable raw value needs to declare conformance and nothing more.
extension SQLConvertible where Self: RawRepresentable, RawValue: SQLConvertible {
    /// The raw value.
    @inlinable
    public var sqlValue: SQLValue { rawValue.sqlValue }

    /// As the raw value is stored.
    public static var sqlType: SQLType? { RawValue.sqlType }

    /// Refuses a raw value that has no case.
    @inlinable
    public init(sqlValue: SQLValue) throws {
        let raw = try RawValue(sqlValue: sqlValue)
        guard let value = Self(rawValue: raw) else { throw DatabaseError.unreadable("\(raw) is no \(Self.self)") }
        self = value
    }

    /// Refuses a raw value that has no case.
    @inlinable
    public init(column: Column) throws {
        let raw = try RawValue(column: column)
        guard let value = Self(rawValue: raw) else { throw DatabaseError.unreadable("\(raw) is no \(Self.self)") }
        self = value
    }
}
