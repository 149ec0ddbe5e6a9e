public import Core

extension Int64: SQLConvertible {
    /// A 64-bit integer.
    public static var sqlType: SQLType? { .integer }

    /// Itself.
    @inlinable public var sqlValue: SQLValue { .integer(self) }

    /// Takes integers only.
    public init(sqlValue: SQLValue) throws {
        guard case .integer(let value) = sqlValue else { throw DatabaseError.unreadable("\(sqlValue) is no integer") }
        self = value
    }

    /// Takes integers only.
    @inlinable public init(column: Column) throws { self = try column.integer() }
}

extension Int: SQLConvertible {
    /// A 64-bit integer.
    public static var sqlType: SQLType? { .integer }

    /// Widened.
    @inlinable public var sqlValue: SQLValue { .integer(Int64(self)) }

    /// Takes integers only.
    public init(sqlValue: SQLValue) throws { self = Int(try Int64(sqlValue: sqlValue)) }

    /// Takes integers only.
    @inlinable public init(column: Column) throws { self = Int(try column.integer()) }
}

extension Bool: SQLConvertible {
    /// A 64-bit integer.
    public static var sqlType: SQLType? { .integer }

    /// 0 or 1.
    @inlinable public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    /// Takes 0 and 1 only.
    public init(sqlValue: SQLValue) throws {
        switch sqlValue {
        case .integer(0): self = false
        case .integer(1): self = true
        default: throw DatabaseError.unreadable("\(sqlValue) is no flag")
        }
    }

    /// Takes 0 and 1, and what PostgreSQL answers to `EXISTS` and comparisons.
    @inlinable
    public init(column: Column) throws {
        let number = try column.integer()
        guard number == 0 || number == 1 else { throw DatabaseError.unreadable("\(number) is no flag") }
        self = number == 1
    }
}

extension Double: SQLConvertible {
    /// A 64-bit floating-point number.
    public static var sqlType: SQLType? { .real }

    /// Itself.
    @inlinable public var sqlValue: SQLValue { .real(self) }

    /// Takes any number.
    public init(sqlValue: SQLValue) throws {
        switch sqlValue {
        case .real(let value): self = value
        case .integer(let value): self = Double(value)
        default: throw DatabaseError.unreadable("\(sqlValue) is no number")
        }
    }

    /// Takes any number.
    @inlinable public init(column: Column) throws { self = try column.real() }
}

extension String: SQLConvertible {
    /// Text.
    public static var sqlType: SQLType? { .text }

    /// Itself.
    @inlinable public var sqlValue: SQLValue { .text(self) }

    /// Takes text only.
    public init(sqlValue: SQLValue) throws {
        guard case .text(let value) = sqlValue else { throw DatabaseError.unreadable("\(sqlValue) is no text") }
        self = value
    }

    /// Takes text only.
    @inlinable public init(column: Column) throws { self = try column.text() }
}

extension [UInt8]: SQLConvertible {
    /// Bytes.
    public static var sqlType: SQLType? { .blob }

    /// Itself.
    @inlinable public var sqlValue: SQLValue { .blob(self) }

    /// Takes bytes only.
    public init(sqlValue: SQLValue) throws {
        guard case .blob(let value) = sqlValue else { throw DatabaseError.unreadable("\(sqlValue) is no blob") }
        self = value
    }

    /// Takes bytes only.
    @inlinable public init(column: Column) throws { self = try column.blob() }
}

extension Instant: SQLConvertible {
    /// A 64-bit integer.
    public static var sqlType: SQLType? { .integer }

    /// Milliseconds since 1970 in UTC.
    @inlinable public var sqlValue: SQLValue { .integer(milliseconds) }

    /// Takes integers only.
    public init(sqlValue: SQLValue) throws { self.init(milliseconds: try Int64(sqlValue: sqlValue)) }

    /// Takes integers only.
    @inlinable public init(column: Column) throws { self.init(milliseconds: try column.integer()) }
}

extension ID: SQLConvertible {
    /// A 64-bit integer.
    public static var sqlType: SQLType? { .integer }

    /// The number.
    @inlinable public var sqlValue: SQLValue { .integer(number) }

    /// Takes integers only.
    public init(sqlValue: SQLValue) throws { self.init(try Int64(sqlValue: sqlValue)) }

    /// Takes integers only.
    @inlinable public init(column: Column) throws { self.init(try column.integer()) }
}

extension Language: SQLConvertible {}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    /// As the wrapped type is stored.
    public static var sqlType: SQLType? { Wrapped.sqlType }

    /// NULL for `nil`.
    @inlinable public var sqlValue: SQLValue { self?.sqlValue ?? .null }

    /// `nil` for NULL.
    @inlinable
    public init(sqlValue: SQLValue) throws {
        self = sqlValue == .null ? nil : try Wrapped(sqlValue: sqlValue)
    }

    /// `nil` for NULL.
    @inlinable
    public init(column: Column) throws {
        self = column.isNull ? nil : try Wrapped(column: column)
    }
}
