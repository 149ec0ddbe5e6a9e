import Core
import Database
import Platform
import Web

/// Payments that somebody has to see to, for those who manage payments.
struct PaymentAlerts: AdminAlertSource {
    let payments: Payments
    var permission: Permission { .payments }

    func items(in db: any Connection) throws -> [AdminAlert] {
        // What a provider refused may still be asked for once more.
        let due = try Payments.cashDue(in: db).filter(\.isCash)
        let others = try payments.attention(in: db) - due.count
        var items: [AdminAlert] = []
        if let only = due.first, due.count == 1 {
            items.append(
                AdminAlert(
                    "\(only.amount) to give back in cash", detail: "The customer gets it at the counter. Confirm it once it’s given back.",
                    path: PaymentsPaths.payment(only.id), isUrgent: true, isForPerson: true))
        } else if !due.isEmpty {
            items.append(
                AdminAlert(
                    "\(due.count) refunds to give back in cash", detail: "Customers get them at the counter. Confirm each once it’s given back.",
                    path: Self.list, isUrgent: true, isForPerson: true))
        }
        if others > 0 {
            items.append(
                AdminAlert(
                    "\(others) payments need a look", detail: "A refund failed or takes long, or a receipt number is missing.", path: Self.list,
                    isUrgent: true, isForPerson: true))
        }
        return items
    }

    private static var list: String { link(PaymentsPaths.list(), query: ["show": PaymentListFilter.attention.rawValue]) }
}
