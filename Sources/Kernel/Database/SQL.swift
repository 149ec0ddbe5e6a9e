import Core

/// A piece of SQL with its values beside it, never inside it.
///
/// Written as a string literal: `"UPDATE library_item SET title = \(title) WHERE id = \(id)"`. Every interpolation
/// becomes a numbered parameter (`$1`, `$2` …), which SQLite and PostgreSQL read alike.
public struct SQL: Sendable {
    /// A value and the place of its parameter in the text.
    @usableFromInline
    struct Binding: Sendable {
        @usableFromInline let value: SQLValue
        @usableFromInline let type: SQLType?
        /// Where the `$` stands, in UTF-8 bytes from the start: nesting gives the parameter a new number.
        @usableFromInline let offset: Int

        @inlinable
        init(value: SQLValue, type: SQLType?, offset: Int) {
            self.value = value
            self.type = type
            self.offset = offset
        }
    }

    /// The statement, with parameters `$1`, `$2` … in rising order.
    public internal(set) var text: String
    @usableFromInline var bindings: [Binding]

    @usableFromInline
    init(textCapacity: Int, parameterCapacity: Int) {
        text = ""
        text.reserveCapacity(textCapacity)
        bindings = []
        bindings.reserveCapacity(parameterCapacity)
    }

    /// How many parameters there are.
    @inlinable public var parameterCount: Int { bindings.count }

    /// The value of the parameter `$(index + 1)`.
    @inlinable public func value(at index: Int) -> SQLValue { bindings[index].value }

    /// How that value is stored, known even when it is NULL.
    @inlinable public func type(at index: Int) -> SQLType? { bindings[index].type }

    /// Whether nothing is in it, e.g. an absent filter.
    public var isEmpty: Bool { text.isEmpty }

    @usableFromInline
    mutating func bind(_ value: SQLValue, _ type: SQLType?) {
        bindings.append(Binding(value: value, type: type, offset: text.utf8.count))
        text += "$"
        text += String(bindings.count)
    }

    /// Adds another piece; its parameters are numbered on from here.
    public mutating func append(_ other: SQL) {
        guard !other.bindings.isEmpty else {
            text += other.text
            return
        }
        var rest = Substring(other.text)
        var position = 0
        for (number, binding) in other.bindings.enumerated() {
            let literal = rest.utf8.prefix(binding.offset - position)
            text += Substring(literal)
            bind(binding.value, binding.type)
            let skipped = literal.count + 1 + String(number + 1).utf8.count
            rest = Substring(rest.utf8.dropFirst(skipped))
            position += skipped
        }
        text += rest
    }
}

extension SQL: ExpressibleByStringInterpolation {
    /// Fixed text without values.
    public init(stringLiteral value: String) {
        text = value
        bindings = []
    }

    /// Text with values.
    @inlinable
    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.sql }

    /// Collects the text and the values of a literal.
    public struct StringInterpolation: StringInterpolationProtocol, Sendable {
        @usableFromInline var sql: SQL

        /// Prepares for a literal.
        @inlinable
        public init(literalCapacity: Int, interpolationCount: Int) {
            sql = SQL(textCapacity: literalCapacity + 3 * interpolationCount, parameterCapacity: interpolationCount)
        }

        /// Adds fixed text.
        public mutating func appendLiteral(_ literal: String) { sql.text += literal }

        /// Binds a value.
        @inlinable
        public mutating func appendInterpolation<V: SQLConvertible>(_ value: V) { sql.bind(value.sqlValue, V.sqlType) }

        /// Binds a value, or NULL.
        @inlinable
        public mutating func appendInterpolation<V: SQLConvertible>(_ value: V?) { sql.bind(value.sqlValue, V.sqlType) }

        /// Nests another piece, e.g. `\(Loan.columns)`.
        public mutating func appendInterpolation(_ other: SQL) { sql.append(other) }

        /// Nests another piece.
        public mutating func appendInterpolation(sql other: SQL) { sql.append(other) }

        /// Pastes text as it is: for names that the program itself chose, never for anything that came from outside.
        public mutating func appendInterpolation(raw: String) { sql.text += raw }

        /// Binds a list for `IN`: `($1,$2)`. An empty list is an empty set, so `IN` is false and `NOT IN` true.
        public mutating func appendInterpolation<V: SQLConvertible>(list: some Collection<V>) {
            guard !list.isEmpty else {
                sql.text += "(SELECT CAST(NULL AS \((V.sqlType ?? .text).castName)) WHERE 1 = 0)"
                return
            }
            var separator = "("
            for value in list {
                sql.text += separator
                sql.bind(value.sqlValue, V.sqlType)
                separator = ","
            }
            sql.text += ")"
        }
    }
}

extension SQL {
    /// Whether a column holds these words somewhere; no letter of them stands for any other, as `%` does to `LIKE`.
    public static func contains(_ words: String, in column: SQL) -> SQL {
        let pattern = "%" + ["!", "%", "_"].reduce(words) { $0.replacing(exactly: $1, with: "!" + $1) } + "%"
        return "\(sql: column) LIKE \(pattern) ESCAPE '!'"
    }

    /// Whether a column holds these words somewhere, be they written with capitals and accents or without: “akerman” is in Åkerman.
    ///
    /// The engines fold ASCII alone. The accents of ``plainLetters`` are folded here; other letters are compared as they were typed, in lower
    /// case, and with capitals.
    public static func containsFolded(_ words: String, in column: SQL) -> SQL {
        let lower = words.lowercased()
        let capitalised = lower.split(separator: " ", omittingEmptySubsequences: false).map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let forms = Set([words, words.uppercased(), capitalised.joined(separator: " ")]).sorted()
        let plain = plainLetters.reduce(lower) { $0.replacing(exactly: $1.accented, with: $1.plain) }
        let all = [contains(plain, in: withoutAccents(column))] + forms.map { contains($0, in: column) }
        return "(\(sql: all.joined(by: " OR ")))"
    }

    /// What people type for letters that their keyboard hasn't got. No more than these: SQLite's parser stops at about fifteen calls within one another.
    private static let plainLetters: [(accented: String, plain: String)] = [("å", "a"), ("ä", "a"), ("é", "e"), ("ö", "o"), ("ø", "o"), ("ü", "u")]

    /// A column in lower case, without accents, in words that both engines know.
    private static func withoutAccents(_ column: SQL) -> SQL {
        var sql = SQL(textCapacity: 1024, parameterCapacity: column.parameterCount)
        sql.text = String(repeating: "replace(replace(", count: plainLetters.count) + "lower("
        sql.append(column)
        sql.text += ")" + plainLetters.map { ",'\($0.accented)','\($0.plain)'),'\($0.accented.uppercased())','\($0.plain)')" }.joined()
        return sql
    }

    /// Whether a column holds each of these words, in any order; no more than eight count.
    public static func containsEach(_ words: String, in column: SQL) -> SQL {
        let all = words.split(separator: " ").prefix(8).map { containsFolded(String($0), in: column) }
        return all.isEmpty ? "1 = 0" : "(\(sql: all.joined(by: " AND ")))"
    }
}

extension Sequence<SQL> {
    /// One piece out of many, e.g. filters joined by ` AND `; empty pieces are left out.
    public func joined(by separator: String) -> SQL {
        var all = SQL(textCapacity: 64, parameterCapacity: 4)
        for piece in self where !piece.isEmpty {
            if !all.isEmpty { all.text += separator }
            all.append(piece)
        }
        return all
    }
}

/// SQL whose rows are read as `Row`.
public struct Query<Row: SQLRow>: ExpressibleByStringInterpolation, Sendable {
    /// Same rules as ``SQL``.
    public typealias StringInterpolation = SQL.StringInterpolation

    /// The statement and its values.
    public let sql: SQL

    /// Reads the rows of `sql` as `Row`.
    @inlinable public init(_ sql: SQL) { self.sql = sql }

    /// Fixed text without values.
    public init(stringLiteral value: String) { sql = SQL(stringLiteral: value) }

    /// Text with values.
    @inlinable
    public init(stringInterpolation: SQL.StringInterpolation) { sql = SQL(stringInterpolation: stringInterpolation) }
}
