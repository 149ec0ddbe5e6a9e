import Audit
import Core
import Database
import Payments

/// The identity of an order.
typealias OrderID = ID<Order>

/// What somebody ordered: what was agreed on when they confirmed it, and how far it is.
struct Order: Sendable, Equatable {
    /// Its name among things that are paid for.
    static let kind = "cafeteria.order"
    static let longestInstructions = 500
    /// How long it can be paid (CAF-029).
    static let timeToPay = Duration.seconds(300)

    let id: OrderID
    /// Who ordered; nil for a sale at the counter, and once the account is gone.
    let person: PersonID?
    /// What the kitchen calls out.
    let customer: String
    let status: OrderStatus
    let subtotal: Int
    /// Points that are used, and what they take off.
    let points: Int, discount: Int
    let currency: String
    /// When it was wanted; nil: as soon as possible.
    let pickupAt: Instant?
    /// When the customer was told that it would be ready.
    let promisedAt: Instant
    let instructions: String
    let payableUntil: Instant
    let createdAt: Instant
    let confirmedAt: Instant?
    let startedAt: Instant?
    let readyAt: Instant?
    let completedAt: Instant?
    let cancelledAt: Instant?
    let cancelReason: Text?
    /// Points that it earned.
    let earned: Int
    /// In the code that the customer shows.
    let token: String
    /// The cash that was handed over, where change was given.
    let cashGiven: Int?

    var total: Int { subtotal - discount }
    /// When it was handed over or cancelled; before it is, when it was placed.
    var overAt: Instant { cancelledAt ?? completedAt ?? createdAt }
    var cost: Money { Money(minor: total, currency: currency) }
    func money(_ minor: Int) -> Money { Money(minor: minor, currency: currency) }

    /// What is called out and shown on the screen above the counter: three digits, which come again after a thousand orders.
    var number: String { Self.number(of: id.number) }

    static func number(of id: Int64) -> String {
        let digits = String(id % 1000)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }

    var subject: PaymentSubject { PaymentSubject(Self.kind, id.number) }
    /// The topic of its changes.
    var topic: String { Self.topic(id) }
    static func topic(_ id: OrderID) -> String { "cafeteria.order-\(id)" }
}

extension Order: Audited {
    static var auditEntity: String { "cafeteria.order" }
}

extension Order: SQLRow {
    static let columns: SQL = """
        o.id, o.person_id, o.customer, o.status, o.subtotal, o.points, o.discount, o.currency, o.pickup_at, o.promised_at, o.instructions, \
        o.payable_until, o.created_at, o.confirmed_at, o.started_at, o.ready_at, o.completed_at, o.cancelled_at, o.cancel_reason, o.earned, o.token, \
        o.cash_given
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        person = try row.next()
        customer = try row.next()
        status = try row.next()
        subtotal = try row.next()
        points = try row.next()
        discount = try row.next()
        currency = try row.next()
        pickupAt = try row.next()
        promisedAt = try row.next()
        instructions = try row.next()
        payableUntil = try row.next()
        createdAt = try row.next()
        confirmedAt = try row.next()
        startedAt = try row.next()
        readyAt = try row.next()
        completedAt = try row.next()
        cancelledAt = try row.next()
        cancelReason = try row.next(StoredJSON<Text>?.self)?.value
        earned = try row.next()
        token = try row.next()
        cashGiven = try row.next()
    }
}

/// A line of an order, as it was when it was confirmed: items change and go, orders don't.
struct OrderLine: Sendable, Equatable, SQLRow {
    static let columns: SQL = "l.order_id, l.item_id, l.name, l.choices, l.choice_names, l.quantity, l.unit_price, l.station_id"

    let order: OrderID
    let item: MenuItemID
    let name: String
    let choices: [ChoiceID]
    let choiceNames: String
    let quantity: Int
    let unitPrice: Int
    let station: StationID

    var total: Int { unitPrice * quantity }

    /// “2 × Githeri, 1 × Chai”
    static func summary(_ lines: [OrderLine]) -> String { lines.map { "\($0.quantity) × \($0.name)" }.joined(separator: ", ") }

    init(row: inout RowReader) throws {
        order = try row.next()
        item = try row.next()
        name = try row.next()
        choices = try row.next(String.self).split(separator: " ").compactMap { ChoiceID(String($0)) }
        choiceNames = try row.next()
        quantity = try row.next()
        unitPrice = try row.next()
        station = try row.next()
    }
}

extension Query where Row == Order {
    static func order(_ id: OrderID) -> Self { "SELECT \(Order.columns) FROM cafeteria_order o WHERE o.id = \(id)" }

    static func orders(_ ids: [OrderID]) -> Self {
        "SELECT \(Order.columns) FROM cafeteria_order o WHERE o.id IN \(list: ids) ORDER BY o.id LIMIT 300"
    }

    /// A person's own; somebody else's is not found.
    static func order(_ id: OrderID, of person: PersonID) -> Self {
        "SELECT \(Order.columns) FROM cafeteria_order o WHERE o.id = \(id) AND o.person_id = \(person)"
    }

    /// A person's orders, newest first (CAF-036).
    static func history(of person: PersonID, before: OrderID, limit: Int) -> Self {
        """
        SELECT \(Order.columns) FROM cafeteria_order o WHERE o.person_id = \(person) AND o.id < \(before) ORDER BY o.id DESC LIMIT \(limit)
        """
    }

    /// What the kitchen has, in the order in which it is wanted (CAF-042).
    static var active: Self {
        """
        SELECT \(Order.columns) FROM cafeteria_order o WHERE o.status IN ('confirmed', 'preparing', 'ready')
        ORDER BY o.promised_at, o.id LIMIT 300
        """
    }

    /// What was handed over since a moment, the latest first.
    static func handedOver(since moment: Instant, limit: Int) -> Self {
        """
        SELECT \(Order.columns) FROM cafeteria_order o WHERE o.status = 'completed' AND o.completed_at >= \(moment)
        ORDER BY o.completed_at DESC, o.id DESC LIMIT \(limit)
        """
    }

    /// What was cancelled since a moment after the kitchen had it, the latest first.
    static func cancelled(since moment: Instant, limit: Int) -> Self {
        """
        SELECT \(Order.columns) FROM cafeteria_order o
        WHERE o.status = 'cancelled' AND o.cancelled_at >= \(moment) AND o.confirmed_at IS NOT NULL
        ORDER BY o.cancelled_at DESC, o.id DESC LIMIT \(limit)
        """
    }

    /// What somebody is waiting for.
    static func open(of person: PersonID) -> Self {
        """
        SELECT \(Order.columns) FROM cafeteria_order o
        WHERE o.person_id = \(person) AND o.status IN ('pending-payment', 'confirmed', 'preparing', 'ready') ORDER BY o.id DESC LIMIT 20
        """
    }
}

extension Query where Row == OrderLine {
    static func lines(of orders: [OrderID]) -> Self {
        "SELECT \(OrderLine.columns) FROM cafeteria_order_line l WHERE l.order_id IN \(list: orders) ORDER BY l.order_id, l.position LIMIT 20000"
    }
}
