public import Core
public import Database
public import Platform
public import Web

/// A kind of thing that people pay for: an order, a ticket, a membership. Apps hand these in; payments are found by ``kind`` and the id of the
/// thing, so that a confirmation that comes an hour later, on another node, reaches the app.
public protocol Payable: Sendable {
    /// Stable and dotted: `cafeteria.order`.
    var kind: String { get }
    /// What it is called in lists of payments: “Order”.
    var name: Text { get }

    /// What one of its things costs now, read in the transaction in which the payment is created; nil when it is gone.
    func quote(for id: Int64, in db: any Connection) throws -> Quote?

    /// Takes money in, in the transaction that records it. It may come late, after a payment failed or expired, and a second time for the same
    /// thing: then the answer is ``Reception/sendBack(_:)``, and the money goes back by itself.
    func receive(_ payment: Payment, for id: Int64, in write: Write) throws -> Reception

    /// Carries out what else became of a payment, in the transaction that records it; each outcome is told once.
    func conclude(_ outcome: PaymentOutcome, of payment: Payment, for id: Int64, in write: Write) throws

    /// Tells that the provider has begun a payment, in the transaction that records it: there may be a ``Payment/page`` to pay on.
    func payable(_ payment: Payment, for id: Int64, in write: Write) throws
    /// The page of one of its things for whoever pays; nil where it has none.
    func path(of id: Int64, in db: any Connection) throws -> String?

    /// What the receipt of one of its things lists, read in the transaction in which it is paid.
    func sale(of id: Int64, in db: any Connection) throws -> Sale?
    /// Who sells its things, where the settings of payments don't say.
    var seller: PayableSeller? { get }
    /// Whether one of its things was cancelled after it was paid, which its receipt says from then on.
    func isCancelled(_ id: Int64, in db: any Connection) throws -> Bool
    /// Who may see receipts of its things, besides whoever paid and those who look after payments.
    var receiptReaders: Permission? { get }
    /// Where ``receiptReaders`` look after one of its things; nil where there is no such page.
    func staffPath(of id: Int64) -> String?

    /// What staff tick to cancel one of its things with the refund, such as “Also cancel the order”; nil where it can’t be cancelled any more.
    func cancellation(of id: Int64, in db: any Connection) throws -> Text?
    /// Cancels one of its things, in the transaction that gives its money back; it may ask for that refund itself.
    /// - Parameter reason: in words for whoever paid.
    func cancel(_ id: Int64, because reason: Text, in write: Write) throws

    /// Its things that staff mean by these words, in the list of payments: a number, a name that is called out.
    /// - Returns: their ids, newest first, at most `limit`.
    func search(_ words: String, limit: Int, in db: any Connection) throws -> [Int64]
    /// The names of those whom things were sold to without an account.
    func customers(of ids: Set<Int64>, in db: any Connection) throws -> [Int64: String]
}

extension Payable {
    /// Nobody waits for it.
    public func payable(_ payment: Payment, for id: Int64, in write: Write) throws {}
    /// The page that receipts lead to.
    public func path(of id: Int64, in db: any Connection) throws -> String? { try sale(of: id, in: db)?.path }
    /// One line: the payment's own.
    public func sale(of id: Int64, in db: any Connection) throws -> Sale? { nil }
    /// The site.
    public var seller: PayableSeller? { nil }
    /// Never.
    public func isCancelled(_ id: Int64, in db: any Connection) throws -> Bool { false }
    /// Nobody.
    public var receiptReaders: Permission? { nil }
    /// No page.
    public func staffPath(of id: Int64) -> String? { nil }
    /// Nothing can be cancelled.
    public func cancellation(of id: Int64, in db: any Connection) throws -> Text? { nil }
    /// Refuses.
    public func cancel(_ id: Int64, because reason: Text, in write: Write) throws { throw PaymentRefusal.notCancelled }
    /// Nothing.
    public func search(_ words: String, limit: Int, in db: any Connection) throws -> [Int64] { [] }
    /// Nobody.
    public func customers(of ids: Set<Int64>, in db: any Connection) throws -> [Int64: String] { [:] }
}

/// Who sells things of a kind, as receipts name them.
public struct PayableSeller: Sendable, Equatable {
    /// “The Tarhouse”.
    public let name: Text
    /// May be empty.
    public let address: String

    /// A seller.
    public init(name: Text, address: String) {
        self.name = name
        self.address = address
    }
}

/// What becomes of money that has come in.
public enum Reception: Sendable, Equatable {
    /// It is taken.
    case keep
    /// It goes back, for this reason, in words for whoever paid.
    case sendBack(Text)
}

/// What is to be paid.
public struct Quote: Sendable, Equatable {
    /// The whole amount.
    public let cost: Money
    /// One line for the receipt: “Lunch, order 42”.
    public let line: Text
    /// Until when it can be paid.
    public let payableUntil: Instant

    /// An amount, its line and its end.
    public init(cost: Money, line: Text, payableUntil: Instant) {
        self.cost = cost
        self.line = line
        self.payableUntil = payableUntil
    }
}

extension ExtensionPoint where Value == any Payable {
    /// What people can pay for, from every app.
    public static var payables: Self { Self("payables") }
}
