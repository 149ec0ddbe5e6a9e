import Core

/// Named values in the order they came: the query of an address or the fields of a form.
public struct QueryItems: Sendable, Equatable {
    private struct Item: Sendable, Equatable {
        let name: String
        let value: String
    }

    private var items: [Item]

    /// More names than this in one query or form are refused.
    public static let mostItems = 1000

    /// No values.
    public init() { items = [] }

    /// Values that are known already.
    public init(_ pairs: [(String, String)]) { items = pairs.map { Item(name: $0.0, value: $0.1) } }

    /// Reads `a=1&b=two+words`; refuses broken escapes, NUL, bytes that are no UTF-8, and too many names.
    public init(parsing text: some StringProtocol) throws(Problem) {
        items = []
        for part in Substring(text).utf8.split(separator: UInt8(ascii: "&")) {
            guard items.count < Self.mostItems else {
                throw Problem(.badRequest, "request.too-many-fields", "The request carries too many fields.")
            }
            let halves = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(halves[0], plusIsSpace: true),
                let value = halves.count == 1 ? "" : PercentEncoding.decode(halves[1], plusIsSpace: true)
            else { throw Problem(.badRequest, "request.bad-encoding", "The request isn’t encoded correctly.") }
            items.append(Item(name: name, value: value))
        }
    }

    /// The first value under a name.
    public subscript(_ name: String) -> String? { items.first { $0.name == name }?.value }

    /// The first value under a name that is not empty: what a form sent without a choice counts as not there.
    public func chosen(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// Every value under a name.
    public func all(_ name: String) -> [String] { items.lazy.filter { $0.name == name }.map(\.value) }

    /// The names in order of first appearance.
    public var names: [String] { items.map(\.name).unique }

    /// How many values there are.
    public var count: Int { items.count }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { items.isEmpty }

    /// A whole number within a range, `nil` when absent or empty.
    /// - Throws: a ``Problem`` that names the field when it is no number or out of range.
    public func int(_ name: String, in range: ClosedRange<Int> = 0...Int.max) throws(Problem) -> Int? {
        guard let words = self[name], !words.isEmpty else { return nil }
        guard let number = Int(words) else { throw .wrongField(name, "This must be a whole number.") }
        guard range.contains(number) else {
            throw .wrongField(
                name,
                range.upperBound == .max
                    ? "This must be at least \(range.lowerBound)."
                    : "This must be between \(range.lowerBound) and \(range.upperBound).")
        }
        return number
    }

    /// How many entries of a list were asked for (`?limit=`): 1 to `most`, `usual` when not said.
    public func limit(usual: Int = 50, most: Int = 200) throws(Problem) -> Int { try int("limit", in: 1...most) ?? usual }

    /// Adds a value.
    public mutating func add(_ name: String, _ value: String) { items.append(Item(name: name, value: value)) }

    /// Replaces every value under a name; `nil` removes them.
    public mutating func set(_ name: String, _ value: String?) {
        items.removeAll { $0.name == name }
        if let value { add(name, value) }
    }

    /// The values as they stand in an address, without `?`.
    public var encoded: String {
        items.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    }
}

/// An address with a query; values that are `nil` are left out.
public func link(_ path: String, query: KeyValuePairs<String, String?>) -> String {
    link(path, query: QueryItems(query.compactMap { name, value in value.map { (name, $0) } }))
}

/// An address with a query, if there is anything in it.
public func link(_ path: String, query: QueryItems) -> String { query.isEmpty ? path : "\(path)?\(query.encoded)" }

extension Problem {
    /// A refusal because one input field is wrong.
    public static func wrongField(_ name: String, _ reason: Text) -> Problem {
        Problem(
            .invalid, "request.wrong-values", "Some fields need correcting.", remedy: "Check the marked fields and try again.",
            fields: [name: reason])
    }
}
