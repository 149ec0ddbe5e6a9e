import Foundation
import Synchronization

/// Structured logging: one JSON object per line, on standard error unless told otherwise.
public struct Log: Sendable {
    /// How much a line matters.
    public enum Level: Int, Sendable, Comparable {
        case debug, info, notice, warning, error

        /// By weight.
        public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    /// One value of a line.
    public enum Value: Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringInterpolation {
        case string(String)
        case integer(Int64)
        case number(Double)

        /// A fixed word.
        public init(stringLiteral value: String) { self = .string(value) }

        /// A fixed number.
        public init(integerLiteral value: Int64) { self = .integer(value) }
    }

    private let least: Level
    private let sink: @Sendable (String) -> Void

    /// Writes lines of at least `least` to `sink`.
    public init(least: Level = .info, sink: @escaping @Sendable (String) -> Void) {
        self.least = least
        self.sink = sink
    }

    /// To standard error, one write per line so that lines of several threads never mix.
    public static func standardError(least: Level = .info) -> Log {
        Log(least: least) { line in
            let bytes = Array((line + "\n").utf8)
            _ = bytes.withUnsafeBytes { write(2, $0.baseAddress, $0.count) }
        }
    }

    /// Nowhere, for tests that do not look.
    public static let silent = Log(least: .error) { _ in }

    /// Whether lines of this level are written, for callers that would have to gather fields first.
    public func writes(_ level: Level) -> Bool { level >= least }

    /// Writes one line: `{"time":…,"level":…,"event":…, …fields}`. Secrets and personal text never belong in fields.
    public func callAsFunction(_ level: Level, _ event: String, _ fields: KeyValuePairs<String, Value> = [:]) {
        guard level >= least else { return }
        var json = JSONText()
        json.beginObject()
        json.key("time")
        json.string(SiteClock.wall.now().rfc3339)
        json.key("level")
        json.string("\(level)")
        json.key("event")
        json.string(event)
        for (name, value) in fields {
            json.key(name)
            switch value {
            case .string(let words): json.string(words)
            case .integer(let number): json.integer(number)
            case .number(let number): json.number(number)
            }
        }
        json.endObject()
        sink(json.text)
    }
}
