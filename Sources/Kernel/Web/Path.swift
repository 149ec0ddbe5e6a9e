import Core

/// A value that stands in an address.
public protocol PathValue: LosslessStringConvertible, Sendable {}

extension String: PathValue {}
extension Int: PathValue {}
extension Int64: PathValue {}
extension ID: PathValue {}

/// The rest of an address, whatever its depth: `{rest...}` at the end of a ``Path``.
public struct RestOfPath: PathValue, Equatable {
    /// The decoded segments.
    public let segments: [String]

    /// The rest by its segments.
    public init(_ segments: [String]) { self.segments = segments }

    /// Splits at slashes.
    public init(_ description: String) {
        segments = description.isEmpty ? [] : description.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }

    /// The segments with slashes between.
    public var description: String { segments.joined(separator: "/") }
}

/// The address of something: it matches requests and prints links, so that every address is written once.
///
/// `Path("/library/books/{book}", BookID.self)` takes one value for each `{name}`, in order; a last `{rest...}` takes
/// a ``RestOfPath``. The ``Router`` refuses to start when names and types do not agree.
public struct Path<each Value: PathValue>: Sendable {
    /// The address with its placeholders.
    public let pattern: PathPattern

    /// An address by its pattern and the types of its placeholders.
    public init(_ pattern: String, _ types: repeat (each Value).Type) {
        var restless: [Bool] = []
        for type in repeat each types { restless.append(type == RestOfPath.self) }
        self.pattern = PathPattern(pattern, takesRest: restless)
    }

    /// Prints the address; every value is percent-encoded.
    public func callAsFunction(_ values: repeat each Value) -> String {
        var words: [String] = []
        for value in repeat each values {
            if let rest = value as? RestOfPath {
                words.append(rest.segments.map { PercentEncoding.encode($0) }.joined(separator: "/"))
            } else {
                words.append(PercentEncoding.encode(value.description))
            }
        }
        return pattern.filled(with: words)
    }

    /// The values of a request's segments, or `nil` when they are not of these types.
    func values(from captures: [String]) -> (repeat each Value)? {
        var rest = captures[...]
        func next<V: PathValue>(_ type: V.Type) throws(Mismatch) -> V {
            guard let word = rest.popFirst(), let value = V(word) else { throw Mismatch() }
            return value
        }
        return try? (repeat next((each Value).self))
    }

    private struct Mismatch: Error {}
}
