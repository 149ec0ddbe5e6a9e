import Accounts
import Audit
import Core
import Database
import Platform

extension TwoFactor {
    /// Takes every second factor away and signs the person out, at the operator's wish.
    func reset(of person: PersonRecord) async throws {
        try await site.write(by: nil) { write in
            for table in ["account_totp", "account_recovery_code", "account_passkey"] {
                try write.run("DELETE FROM \(raw: table) WHERE person_id = \(person.id)")
            }
            try access.hold(for: person.id, in: write)
            try access.signOut(person.id, in: write)
            try write.audit(.delete, Self.subject(person.id), ["by": "operator"])
            try emails.send(.secondStepOff, to: person, in: write)
        }
    }
}
