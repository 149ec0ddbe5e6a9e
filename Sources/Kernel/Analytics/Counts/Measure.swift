public import Core

/// Something that is counted day by day, without a word about who: sign-ins, requests posted, items opened.
///
/// Whoever counts declares the measure in its manifest, so that statistics, reports and the API show it.
public struct Measure: Sendable, Hashable, Identifiable {
    /// What an amount means.
    public enum Unit: Sendable, Hashable {
        case count
        case minutes
        /// In the smallest unit of a currency (ISO 4217).
        case money(currency: String)
    }

    /// How the amounts of several days become one.
    public enum Kind: String, Sendable, Hashable {
        /// They add up: sign-ins.
        case sum
        /// The last one holds: open requests.
        case level
    }

    /// What an amount may be broken down by; the value of each part is a short, stable word.
    public enum Breakdown: Sendable, Hashable {
        /// By app; the part is the id of the app, or ``Measure/wholeSite`` for what belongs to none.
        case apps
        /// By language; the part is its tag.
        case languages
        /// By these values, each with its name.
        case values([Value])
    }

    /// One value of a breakdown.
    public struct Value: Sendable, Hashable {
        /// As it is stored.
        public let id: String
        /// As people read it.
        public let name: Text

        /// A value by id and name.
        public init(_ id: String, _ name: Text) {
            self.id = id
            self.name = name
        }
    }

    /// The part of what belongs to no app.
    public static let wholeSite = "site"

    /// Stable and dotted: `volunteers.requests.posted`.
    public let id: String
    /// What the card and the chart are called.
    public let label: Text
    /// What is counted, for whoever wonders.
    public let hint: Text
    /// What an amount means.
    public let unit: Unit
    /// How days become weeks.
    public let kind: Kind
    /// What it is broken down by, if by anything.
    public let breakdown: Breakdown?
    /// Whether the first page of the portal tells it: a handful on a whole site.
    public let isHeadline: Bool

    /// A measure by id and words.
    public init(
        _ id: String, _ label: Text, hint: Text, unit: Unit = .count, kind: Kind = .sum, by breakdown: Breakdown? = nil, isHeadline: Bool = false
    ) {
        self.id = id
        self.label = label
        self.hint = hint
        self.unit = unit
        self.kind = kind
        self.breakdown = breakdown
        self.isHeadline = isHeadline
    }

    /// One measure per id.
    public static func == (left: Self, right: Self) -> Bool { left.id == right.id }
    /// By the id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
