public import Core

/// What was sold, as its receipt lists it: kept with the receipt, for the thing itself may change or go.
public struct Sale: Sendable, Equatable, Codable {
    /// One line of a receipt.
    public struct Line: Sendable, Equatable, Codable {
        /// As it was sold: “Pilau”.
        public let name: String
        /// What was chosen with it; may be empty.
        public let details: String
        /// How many.
        public let quantity: Int
        /// All of the line together, in the currency's smallest unit.
        public let amount: Int

        /// A line.
        public init(_ name: String, details: String = "", quantity: Int = 1, amount: Int) {
            self.name = name
            self.details = details
            self.quantity = quantity
            self.amount = amount
        }
    }

    /// Something that was taken off.
    public struct Discount: Sendable, Equatable, Codable {
        /// What for: “100 points”.
        public let name: Text
        /// How much less, in the currency's smallest unit.
        public let amount: Int

        /// A discount.
        public init(_ name: Text, amount: Int) {
            self.name = name
            self.amount = amount
        }
    }

    /// “Order 042”.
    public let title: Text
    /// Its page for whoever paid; nil where it has none.
    public let path: String?
    /// At least one.
    public let lines: [Line]
    /// May be empty.
    public let discounts: [Discount]
    /// ISO 4217.
    public let currency: String

    /// A sale.
    public init(_ title: Text, path: String? = nil, lines: [Line], discounts: [Discount] = [], currency: String) {
        self.title = title
        self.path = path
        self.lines = lines
        self.discounts = discounts
        self.currency = currency
    }

    /// Before discounts.
    public var subtotal: Money { Money(minor: lines.reduce(0) { $0 + $1.amount }, currency: currency) }
    /// What is paid.
    public var total: Money { Money(minor: discounts.reduce(subtotal.minor) { $0 - $1.amount }, currency: currency) }
}
