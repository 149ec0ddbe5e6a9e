public import Core
import Crypto

/// Money that moved: from a payer to the shortcode, or back.
public struct DarajaEntry: Sendable, Codable, Equatable {
    /// Which way.
    public enum Kind: String, Sendable, Codable {
        case payment, reversal
    }

    /// The number on the payer's message, unique.
    public let receipt: String
    public let kind: Kind
    /// The payer.
    public let msisdn: String
    /// Whole shillings.
    public let amount: Int
    public let accountReference: String
    /// Of a payment: the push that it answers.
    public let checkoutRequestID: String?
    /// Of a reversal: the payment.
    public let originalReceipt: String?
    /// Of a payment: whether it went back.
    public internal(set) var isReversed = false
    public let begunAt: Instant
    public let completedAt: Instant
}

/// Everything that moved, the oldest first.
struct DarajaLedger: Sendable {
    private(set) var entries: [DarajaEntry] = []

    subscript(receipt: String) -> DarajaEntry? { entries.first { $0.receipt == receipt } }

    /// What is left on the shortcode's account.
    var balance: Int { entries.reduce(0) { $0 + $1.change } }

    mutating func add(_ entry: DarajaEntry) {
        entries.append(entry)
        if let original = entry.originalReceipt, let place = entries.firstIndex(where: { $0.receipt == original }) {
            entries[place].isReversed = true
        }
    }

    /// Ten letters and digits, the first three of which say the day, as the service's do. The rest is random, because a site keeps the
    /// numbers that an earlier start gave out.
    func newReceipt(at moment: Instant) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        let day = NairobiTime.statement(moment).prefix(10).split(separator: "-").map { Int($0) ?? 0 }
        let letters = [day[0] - 2006, day[1] - 1, day[2] - 1] + randomBytes(7).map { Int($0) }
        return String(letters.map { alphabet[(($0 % 36) + 36) % 36] })
    }

    /// As the portal's statement of the shortcode's account has it, the newest first.
    func statement() -> String {
        var balance = 0
        let rows = entries.map { entry in
            balance += entry.change
            return Self.row(entry, balance: balance)
        }
        return ([Self.columns] + rows.reversed()).map { $0 + "\r\n" }.joined()
    }

    private static let columns =
        "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,"
        + "Other Party Info,Linked Transaction ID,A/C No."

    /// No value has a comma or a quotation mark: references are letters and digits.
    private static func row(_ entry: DarajaEntry, balance: Int) -> String {
        let isPayment = entry.kind == .payment
        let payer = "\(entry.msisdn) - \(PayerName.of(entry.msisdn).uppercased())"
        let details = isPayment ? "Pay Bill Online from \(payer) Acc. \(entry.accountReference)" : "Reversal of \(entry.originalReceipt ?? "")"
        return [
            entry.receipt, NairobiTime.statement(entry.completedAt), NairobiTime.statement(entry.begunAt), details, "Completed",
            isPayment ? "\(entry.amount).00" : "", isPayment ? "" : "-\(entry.amount).00", "\(balance).00", "true",
            isPayment ? "Pay Bill Online" : "Transaction Reversal", payer, entry.originalReceipt ?? "", isPayment ? entry.accountReference : "",
        ].joined(separator: ",")
    }
}

extension DarajaEntry {
    /// What it does to the shortcode's balance.
    fileprivate var change: Int { kind == .payment ? amount : -amount }
}

/// Whom a number belongs to: made up, and the same every time.
enum PayerName {
    private static let given = ["Amina", "Brian", "Caroline", "Daniel", "Esther", "Faith", "George", "Halima", "John", "Mercy"]
    private static let family = ["Achieng", "Barasa", "Chebet", "Kamau", "Kiprotich", "Mutua", "Njeri", "Ochieng", "Otieno", "Wanjiku"]

    static func of(_ msisdn: String) -> String {
        let digits = msisdn.utf8.suffix(9).map { Int($0) - 0x30 }
        let sum = digits.reduce(0) { ($0 * 7 + $1) & 0xFFFF }
        return "\(given[sum % 10]) \(family[sum / 10 % 10])"
    }
}
