import Core
import Database
import Platform

extension Payments {
    /// Whether a provider answers: of what was asked in the last minutes, how much has got an answer.
    func check(of provider: String, _ name: Text) -> ServiceCheck {
        ServiceCheck(provider, name) { [self] db, now in
            guard providers.contains(where: { $0.id == provider }) else { return nil }
            // M-Pesa says no to single phones as well; who has no page of Clover’s was told no by Clover.
            let unanswered: SQL = provider == CloverProvider.providerID ? "" : "AND status <> 'failed'"
            let asked = try db.one(
                """
                SELECT count(*), CAST(COALESCE(sum(CASE WHEN reference IS NULL \(sql: unanswered) THEN 1 ELSE 0 END), 0) AS BIGINT)
                FROM payment_payment WHERE id IN (SELECT id FROM payment_payment ORDER BY id DESC LIMIT 200)
                    AND provider = \(provider) AND asked_at BETWEEN \(now - .seconds(900)) AND \(now - .seconds(30))
                """ as Query<Row2<Int, Int>>)
            // One that is lost may be chance.
            guard asked.second >= 2, asked.second * 2 >= asked.first else { return .operational }
            return asked.second == asked.first ? .down : .degraded
        }
    }
}
