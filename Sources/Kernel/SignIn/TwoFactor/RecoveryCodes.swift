import Core
import Crypto
import Database
import Platform

/// Ten codes on paper for the day the phone is lost: each opens the second step once.
struct RecoveryCodes: Sendable {
    let key: SealingKey

    /// How many a person gets.
    static let count = 10
    /// Letters that nobody mistakes for one another; 32 of them, so that each carries five bits.
    private static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")

    /// New codes instead of all earlier ones; shown this once. Each carries 60 random bits.
    func replace(of person: PersonID, in write: Write) throws -> [String] {
        try write.run("DELETE FROM account_recovery_code WHERE person_id = \(person)")
        return try (0..<Self.count).map { _ in
            let emails = randomBytes(12).map { Self.alphabet[Int($0 & 31)] }
            let code = stride(from: 0, to: 12, by: 4).map { String(emails[$0..<$0 + 4]) }.joined(separator: "-")
            try write.run(
                """
                INSERT INTO account_recovery_code (person_id, code_hash, changed_at, changed_by)
                VALUES (\(person), \(hash(code)), \(write.now), \(person))
                """)
            return code
        }
    }

    /// Uses a code up; false when it is none of the person's, or has been used.
    func spend(_ typed: String, of person: PersonID, in write: Write) throws -> Bool {
        try write.run(
            """
            UPDATE account_recovery_code SET used_at = \(write.now), changed_at = \(write.now)
            WHERE person_id = \(person) AND code_hash = \(hash(typed)) AND used_at IS NULL
            """) > 0
    }

    /// How many are left.
    func left(of person: PersonID, in db: any Connection) throws -> Int {
        try db.one("SELECT COUNT(*) FROM account_recovery_code WHERE person_id = \(person) AND used_at IS NULL" as Query<Int>)
    }

    /// Keyed, so that a stolen database alone does not let anybody try codes at home.
    private func hash(_ typed: String) -> [UInt8] {
        let emails = typed.uppercased().filter { Self.alphabet.contains($0) }
        return hmacSHA256(Array(emails.utf8), key: key.derived(for: "account.recovery-code"))
    }
}
