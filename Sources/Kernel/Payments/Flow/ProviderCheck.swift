import Core
import Database
import Platform

extension Payments {
    /// Whether M-Pesa answers: of what was asked in the last minutes, how much has got an answer.
    var mpesaCheck: ServiceCheck {
        ServiceCheck("mpesa", "M-Pesa") { [self] db, now in
            guard providers.contains(where: { $0.id == "mpesa" }) else { return nil }
            let asked = try db.one(
                """
                SELECT count(*), CAST(COALESCE(sum(CASE WHEN reference IS NULL AND status <> 'failed' THEN 1 ELSE 0 END), 0) AS BIGINT)
                FROM payment_payment WHERE id IN (SELECT id FROM payment_payment ORDER BY id DESC LIMIT 200)
                    AND provider = 'mpesa' AND asked_at BETWEEN \(now - .seconds(900)) AND \(now - .seconds(30))
                """ as Query<Row2<Int, Int>>)
            // One that is lost may be chance.
            guard asked.second >= 2, asked.second * 2 >= asked.first else { return .operational }
            return asked.second == asked.first ? .down : .degraded
        }
    }
}
