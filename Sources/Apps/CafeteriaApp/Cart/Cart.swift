import Core
import Database
import Platform

/// The identity of a line in a cart.
typealias CartLineID = ID<CartLine>

/// What somebody has put into the cart: an item, the choices for it and how many.
struct CartLine: Sendable, Equatable {
    static let mostPortions = 50
    static let mostLines = 50

    let id: CartLineID
    let item: MenuItemID
    /// In rising order.
    let choices: [ChoiceID]
    let quantity: Int
    /// What a portion cost when it was put in; nil where nobody knows.
    var priceSeen: Int?
}

/// A line with what it costs now, or why it can't be ordered.
struct PricedLine: Sendable, Equatable {
    /// Why a line can't be ordered now; it stays in the cart and isn't counted (RES-011).
    enum Fault: Sendable, Equatable {
        case unavailable
        /// It is served at other times.
        case notServedThen
        /// So many are left today.
        case soldOut(left: Int)
        /// A choice is gone, or one is missing.
        case choicesChanged
    }

    let line: CartLine
    let item: MenuItem
    let choices: [ItemChoice]
    /// For one portion, choices included.
    let unitPrice: Int
    let fault: Fault?

    var total: Int { fault == nil ? unitPrice * line.quantity : 0 }
    /// What a portion cost when it was put in, where it costs something else now.
    var oldPrice: Int? { fault == nil ? line.priceSeen.flatMap { $0 == unitPrice ? nil : $0 } : nil }
    /// What was chosen, in one line.
    var choiceNames: String { choices.map(\.name).joined(separator: ", ") }
}

/// A cart as it would be ordered now: prices and availability are the server's, whatever a device shows.
struct Cart: Sendable, Equatable {
    let lines: [PricedLine]
    /// When it can be picked up at the earliest, while something in it is served only later today.
    let servedFrom: Instant?
    /// When the first thing in it is no longer served, on the day for which it is priced.
    var servedUntil: Instant?

    /// What can be ordered.
    var orderable: [PricedLine] { lines.filter { $0.fault == nil } }
    /// What can't.
    var faulty: [PricedLine] { lines.filter { $0.fault != nil } }
    /// Without points.
    var subtotal: Int { lines.reduce(0) { $0 + $1.total } }
    var portions: Int { orderable.reduce(0) { $0 + $1.line.quantity } }

    /// The kitchen's work by station.
    var work: [StationID: Int] { orderable.reduce(into: [:]) { $0[$1.item.station, default: 0] += $1.item.work * $1.line.quantity } }
    /// How long the slowest item takes.
    var preparation: Duration { .seconds(60 * (orderable.map(\.item.preparation).max() ?? 0)) }

    /// Prices lines by what is offered.
    /// - Parameters:
    ///   - when: the time at which it is wanted.
    ///   - servedFrom: that time, where something in it is served only then.
    ///   - left: portions that are left today, of items that have a number of them.
    init(_ lines: [CartLine], offers: [MenuItemID: Offer], when: MenuTime, servedFrom: Instant? = nil, left: [MenuItemID: Int]) {
        self.servedFrom = servedFrom
        var wanted: [MenuItemID: Int] = [:]
        self.lines = lines.compactMap { line in
            guard let offer = offers[line.item] else { return nil }
            let item = offer.item
            let all = offer.groups.flatMap(\.choices)
            let choices = line.choices.compactMap { id in all.first { $0.id == id } }
            wanted[line.item, default: 0] += line.quantity
            let fault: PricedLine.Fault? =
                if item.deletedAt != nil || !item.isAvailable {
                    .unavailable
                } else if choices.count != line.choices.count || !choices.allSatisfy(\.isAvailable) || !Self.fits(choices, offer.groups) {
                    .choicesChanged
                } else if !item.serving.includes(when) {
                    .notServedThen
                } else if item.portions != nil, let left = left[line.item], wanted[line.item, default: 0] > left {
                    .soldOut(left: max(0, left - wanted[line.item, default: 0] + line.quantity))
                } else {
                    nil
                }
            return PricedLine(line: line, item: item, choices: choices, unitPrice: offer.price(with: choices), fault: fault)
        }
    }

    /// Whether each group has as many choices as it asks for.
    static func fits(_ choices: [ItemChoice], _ groups: [ChoiceGroup]) -> Bool {
        groups.allSatisfy { group in
            let count = choices.count { $0.group == group.id }
            return count >= group.least && count <= group.most
        }
    }

    /// What a person was shown when they confirmed: if it is another now, they are told and asked again.
    func digest(points: Int) -> String {
        let parts = orderable.map { "\($0.item.id)x\($0.line.quantity)@\($0.unitPrice):\($0.line.choices.map(\.description).joined(separator: "+"))" }
        return String(UInt64.fnv1a("\(parts.joined(separator: ";"))|\(points)".utf8), radix: 36)
    }
}
