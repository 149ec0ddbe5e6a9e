import Core
import Database
import Payments
import Platform
import Web

/// Lunches that are paid for: the smallest app of payments.
struct LunchApp: App {
    static let manifest = AppManifest(
        id: "lunches", name: "Lunches", path: "/lunches",
        schema: .init([
            Migration("lunches-001-lunches") { d in
                """
                CREATE TABLE lunch_lunch (
                    id \(d.id), price \(d.integer) NOT NULL, state TEXT NOT NULL, currency TEXT NOT NULL DEFAULT 'KES', changed_at \(d.integer) NOT NULL, changed_by \(d.integer)
                );
                """
            }
        ]))

    private let site: Site

    init(site: Site) throws { self.site = site }
    var routes: [Route] { [] }

    func register(in extensions: inout Extensions) throws { extensions.add(Lunches(site: site), to: .payables) }
}

/// A lunch is ordered, paid or cancelled; the history of its states is what payments told it.
struct Lunches: Payable {
    let site: Site
    static let kind = "lunches.lunch"
    static let end = Duration.seconds(300)
    var kind: String { Self.kind }
    let name: Text = "Lunch"

    func quote(for id: Int64, in db: any Connection) throws -> Quote? {
        let found = try db.first("SELECT price, changed_at FROM lunch_lunch WHERE id = \(id) AND state = 'ordered'" as Query<Row2<Int, Instant>>)
        let currency: String? = try db.first("SELECT currency FROM lunch_lunch WHERE id = \(id)")
        return found.map {
            Quote(cost: Money(minor: $0.first, currency: currency ?? ""), line: "Lunch \(Int(id))", payableUntil: $0.second + Self.end)
        }
    }

    func receive(_ payment: Payment, for id: Int64, in write: Write) throws -> Reception {
        let state: String = try write.one("SELECT state FROM lunch_lunch WHERE id = \(id)")
        if state.hasPrefix("paid") { return .sendBack("It was paid already.") }
        if state == "cancelled" { return .sendBack("The payment came too late.") }
        try set("paid \(payment.receipt?.number ?? "")", of: id, in: write)
        return .keep
    }

    func conclude(_ outcome: PaymentOutcome, of payment: Payment, for id: Int64, in write: Write) throws {
        // What another payment paid stays paid.
        let all = try site.service(Payments.self).all(for: PaymentSubject(Self.kind, id), in: write)
        guard !all.contains(where: { $0.id != payment.id && $0.isPaid }) else { return }
        switch outcome {
        case .expired, .refundRequested: try set("cancelled", of: id, in: write)
        case .failed, .confirmed, .refunded, .refundFailed: break
        }
    }

    func sale(of id: Int64, in db: any Connection) throws -> Sale? {
        let price: Int = try db.one("SELECT price FROM lunch_lunch WHERE id = \(id)")
        let currency: String = try db.one("SELECT currency FROM lunch_lunch WHERE id = \(id)")
        return Sale("Lunch \(Int(id))", path: "/lunches", lines: [Sale.Line("Soup", details: "Large", amount: price)], currency: currency)
    }

    func search(_ words: String, limit: Int, in db: any Connection) throws -> [Int64] {
        guard let number = Int64(words.replacing("Lunch ", with: "")) else { return [] }
        return try db.all("SELECT id FROM lunch_lunch WHERE id = \(number) ORDER BY id LIMIT \(limit)" as Query<Int64>)
    }

    func customers(of ids: Set<Int64>, in db: any Connection) throws -> [Int64: String] {
        Dictionary(ids.map { ($0, "Guest of lunch \($0)") }) { first, _ in first }
    }

    private func set(_ state: String, of id: Int64, in write: Write) throws {
        try write.run("UPDATE lunch_lunch SET state = \(state), changed_at = \(write.now) WHERE id = \(id)")
    }
}
