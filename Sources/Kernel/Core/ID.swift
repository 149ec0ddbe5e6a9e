/// The identity of one `Subject`: a 64-bit integer that cannot be mistaken for the identity of something else.
public struct ID<Subject>: Hashable, Sendable, Comparable {
    /// The number as it stands in the database.
    public let number: Int64

    /// Wraps a number that came from the database or from an address.
    public init(_ number: Int64) { self.number = number }

    /// Orders by age: ids are given out in rising order.
    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

extension ID: Codable {
    /// Reads a plain integer.
    public init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Writes a plain integer.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

extension ID: LosslessStringConvertible {
    /// Reads decimal digits; anything else, and anything below 1, is no id.
    public init?(_ description: String) {
        guard let number = Int64(description), number > 0 else { return nil }
        self.init(number)
    }

    /// The decimal digits.
    public var description: String { String(number) }
}

/// A person who has an account. The type lives here so that every part of the house can name people.
public enum Person {}

/// The identity of a person.
public typealias PersonID = ID<Person>
