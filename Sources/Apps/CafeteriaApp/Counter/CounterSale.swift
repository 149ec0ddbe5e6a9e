import Core
import Web

/// A sale at the counter while it is tapped. Its form holds all of it; ``BegunSale`` keeps a copy for whoever leaves the page.
struct CounterSale: Sendable, Equatable {
    var lines: [CartLine] = []
    var customer = ""
    /// For the kitchen.
    var instructions = ""
    var phone = ""
    var given = ""
    /// The order that wasn't paid in time and is sold again.
    var replaces: OrderID?
    /// What is searched for among the items.
    var words = ""
    var category: CategoryID?
    /// Whether the items are complete and it is being paid, which a phone shows in the menu's place.
    var isPaying = false
    /// The item whose choices are asked for.
    var choosing: MenuItemID?
    /// What was cleared just now, which can be put back.
    var cleared: [CartLine] = []
    var clearedCustomer = ""
    var clearedInstructions = ""

    static let longestCustomer = 60

    init() {}

    /// Reads the form as it was shown, before what was tapped.
    init(_ fields: QueryItems) {
        lines = Self.lines(fields.all("line"))
        replaces = fields["replaces"].flatMap { OrderID($0) }
        customer = Self.customer(fields["customer"])
        instructions = (fields["instructions"] ?? "").trimmed
        phone = String((fields["phone"] ?? "").prefix(20))
        given = String((fields["note"] ?? fields["given"] ?? "").prefix(12))
        words = String((fields["q"] ?? "").trimmed.prefix(100))
        category = fields["category"].flatMap { CategoryID($0) }
        isPaying = fields["paying"] != nil && !lines.isEmpty
    }

    /// What an order had, to be sold once more.
    init(again order: Order, _ old: [OrderLine]) {
        lines = old.enumerated().map {
            CartLine(id: CartLineID(Int64($0 + 1)), item: $1.item, choices: $1.choices.sorted(), quantity: min($1.quantity, CartLine.mostPortions))
        }
        replaces = order.id
        customer = Self.customer(order.customer)
        instructions = order.instructions
    }

    private static func lines(_ texts: [String]) -> [CartLine] {
        texts.prefix(CartLine.mostLines).enumerated().compactMap { CartLine(saleText: $1, at: $0) }
    }

    /// Begins anew; what was there stays at hand for an undo.
    mutating func clear() {
        let old = self
        self = CounterSale()
        (cleared, clearedCustomer, clearedInstructions) = (old.lines, old.customer, old.instructions)
    }

    /// Puts back what was cleared.
    mutating func restore(_ fields: QueryItems) {
        lines = Self.lines(fields.all("cleared"))
        customer = Self.customer(fields["cleared-customer"])
        instructions = fields["cleared-instructions"] ?? ""
    }

    private static func customer(_ text: String?) -> String { String((text ?? "").tidied().prefix(longestCustomer)) }

    /// Adds portions; the same item with the same choices becomes more of it.
    mutating func add(_ item: MenuItemID, _ choices: [ChoiceID], _ quantity: Int) throws(CartRefusal) {
        guard (1...CartLine.mostPortions).contains(quantity) else { throw .quantityWrong }
        let choices = Array(Set(choices)).sorted()
        if let index = lines.firstIndex(where: { $0.item == item && $0.choices == choices }) {
            set(index, to: min(CartLine.mostPortions, lines[index].quantity + quantity))
        } else {
            guard lines.count < CartLine.mostLines else { throw .tooManyLines }
            lines.append(CartLine(id: CartLineID(Int64(lines.count + 1)), item: item, choices: choices, quantity: quantity))
        }
    }

    /// Sets how many there are of a line; 0 takes it out.
    mutating func set(_ index: Int, to quantity: Int) {
        guard lines.indices.contains(index) else { return }
        guard quantity > 0 else {
            lines.remove(at: index)
            isPaying = isPaying && !lines.isEmpty
            return
        }
        let line = lines[index]
        lines[index] = CartLine(id: line.id, item: line.item, choices: line.choices, quantity: min(quantity, CartLine.mostPortions))
    }
}

extension CartLine {
    /// As the form of a sale holds it: `12*2*31.34`, item, portions and choices.
    var saleText: String { "\(item)*\(quantity)*\(choices.map(\.description).joined(separator: "."))" }

    /// nil for what no such form holds.
    init?(saleText: String, at index: Int) {
        let parts = saleText.split(separator: "*", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let item = MenuItemID(parts[0]), let quantity = Int(parts[1]), (1...Self.mostPortions).contains(quantity) else {
            return nil
        }
        let choices = parts[2].split(separator: ".").prefix(50).compactMap { ChoiceID(String($0)) }
        self.init(id: CartLineID(Int64(index + 1)), item: item, choices: choices.sorted(), quantity: quantity)
    }
}
