public import Core
import Database
import Platform

extension Payments {
    /// The field of an address that says how somebody is back from a provider's page: a ``PaymentReturn``.
    public static let returnField = "back"
    /// How long whoever pays waits for the provider's page at most.
    private static let patience = Duration.seconds(6)

    /// The page of the provider on which a payment that has just begun is paid, for whoever waits to be sent there: asks the provider here and
    /// now, unless a job does already.
    /// - Returns: nil where the provider has no page, or hasn't answered in time; then the page may come later.
    public func page(of id: PaymentID) async throws -> String? {
        let end = site.clock.steady() + Self.patience
        guard var payment = try await site.database.read({ db in try find(id, in: db) }), payment.isOpen, gateway(of: payment) != nil else {
            return nil
        }
        try await PaymentWork(payments: self).begin(id)
        while true {
            let (found, isLost) = try await site.database.read { db in (try find(id, in: db), try wasAskedLongAgo(id, in: db)) }
            guard let found else { return nil }
            payment = found
            guard payment.status == .created, !isLost, site.clock.steady() < end else { return payment.isOpen ? payment.page : nil }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    /// Whether nobody can still be about to hear of a page: whoever asked was cut off, and a provider is asked once.
    private func wasAskedLongAgo(_ id: PaymentID, in db: any Connection) throws -> Bool {
        let latest = site.clock.now() - Self.patience
        return try db.first("SELECT 1 FROM payment_payment WHERE id = \(id) AND asked_at <= \(latest)" as Query<Int>) != nil
    }
}
