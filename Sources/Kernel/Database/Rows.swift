/// What an engine's cursor offers of its present row. Columns count from 0.
public protocol ColumnSource: AnyObject {
    /// Whether the column is NULL.
    func isNull(_ index: Int) -> Bool
    /// An integer, or ``DatabaseError/unreadable(_:)`` for anything else.
    func integer(_ index: Int) throws -> Int64
    /// A number, or ``DatabaseError/unreadable(_:)`` for anything else.
    func real(_ index: Int) throws -> Double
    /// Text, or ``DatabaseError/unreadable(_:)`` for anything else.
    func text(_ index: Int) throws -> String
    /// Bytes, or ``DatabaseError/unreadable(_:)`` for anything else.
    func blob(_ index: Int) throws -> [UInt8]
    /// Whatever is there.
    func value(_ index: Int) throws -> SQLValue
    /// How many columns the row has.
    var columnCount: Int { get }
}

/// One column of the present row; valid only while its row is being read.
public struct Column {
    @usableFromInline let source: any ColumnSource
    @usableFromInline let index: Int

    @inlinable
    init(_ source: any ColumnSource, _ index: Int) {
        self.source = source
        self.index = index
    }

    /// Whether it is NULL.
    @inlinable public var isNull: Bool { source.isNull(index) }
    /// As an integer.
    @inlinable public func integer() throws -> Int64 { try source.integer(index) }
    /// As a number.
    @inlinable public func real() throws -> Double { try source.real(index) }
    /// As text.
    @inlinable public func text() throws -> String { try source.text(index) }
    /// As bytes.
    @inlinable public func blob() throws -> [UInt8] { try source.blob(index) }
    /// As whatever is there.
    @inlinable public func value() throws -> SQLValue { try source.value(index) }
}

/// Reads one row, column by column from the left.
public struct RowReader {
    @usableFromInline let source: any ColumnSource
    @usableFromInline var index = 0

    /// A reader at the first column of the source's present row.
    @inlinable public init(_ source: any ColumnSource) { self.source = source }

    /// The next column; a value of another type, or NULL for a type that is not optional, throws.
    @inlinable
    public mutating func next<T: SQLConvertible>(_ type: T.Type = T.self) throws -> T {
        let column = Column(source, index)
        index += 1
        return try T(column: column)
    }

    /// How many columns the row has.
    public var columnCount: Int { source.columnCount }
}

/// A value that is read from one row of an answer, its columns in order.
public protocol SQLRow: Sendable {
    /// Takes its columns from the row.
    init(row: inout RowReader) throws
}

/// A single value is a row of one column.
extension SQLRow where Self: SQLConvertible {
    /// Takes one column.
    @inlinable public init(row: inout RowReader) throws { self = try row.next() }
}

extension Int: SQLRow {}
extension Int64: SQLRow {}
extension String: SQLRow {}
extension Double: SQLRow {}
extension Bool: SQLRow {}
extension [UInt8]: SQLRow {}

/// A row of two values.
public struct Row2<A: SQLConvertible, B: SQLConvertible>: SQLRow {
    /// The first column.
    public let first: A
    /// The second column.
    public let second: B

    /// Takes two columns.
    @inlinable
    public init(row: inout RowReader) throws {
        first = try row.next()
        second = try row.next()
    }
}

/// A row of three values.
public struct Row3<A: SQLConvertible, B: SQLConvertible, C: SQLConvertible>: SQLRow {
    /// The first column.
    public let first: A
    /// The second column.
    public let second: B
    /// The third column.
    public let third: C

    /// Takes three columns.
    @inlinable
    public init(row: inout RowReader) throws {
        first = try row.next()
        second = try row.next()
        third = try row.next()
    }
}

extension Row2: Equatable where A: Equatable, B: Equatable {}
extension Row3: Equatable where A: Equatable, B: Equatable, C: Equatable {}
