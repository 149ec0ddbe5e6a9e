import Accounts
import Core
import Crypto
import Database
import Platform
import Web

/// Checks e-mail and password, here or with a ``PasswordSource``, and locks an account after three wrong ones (CORE-012).
public struct SignIn: Sendable {
    let site: Site
    let passwords: PasswordHasher
    let throttle: SignInThrottle
    let attempts: Attempts
    let refusals: SignInRefusals
    let others: OtherPasswords
    /// Attempts at one account are judged one after the other: guesses made at once are no more than guesses made in a row, and a person
    /// whose devices all sign in at once is not taken for somebody who guesses.
    let locks = KeyedLock<String>()
    /// More than this is no person with many devices.
    private static let mostWaiting = 20

    /// Somebody who has said their password.
    struct Proven: Sendable {
        let person: PersonID
        let name: String
    }

    /// Whoever knows the password of an address.
    /// - Throws: ``AccountRefusal``; the answer for an unknown address is the same as for a wrong password, the lock included.
    func check(email typed: String, password: String, _ answer: ChallengeAnswer, for request: Request) async throws -> Proven {
        try await throttle.pass(request, answer)
        do {
            guard password.utf8.count <= PasswordRule.longest, let email = EmailAddress(typed) else { throw AccountRefusal.wrongCredentials }
            let place = try await Devices.place(of: request, to: "p.email = \(email.text)", on: site)
            let known = try await judge(password, email, from: place)
            throttle.succeeded(request)
            return Proven(person: known.id, name: known.name)
        } catch let refusal as AccountRefusal {
            throttle.failed(request)
            throw refusal
        }
    }

    /// Whether somebody who is signed in knows their password; wrong ones count by themselves, so that nobody outside can lock it.
    /// - Throws: ``AccountRefusal``.
    func confirm(_ password: String, of person: PersonRecord) async throws {
        guard password.utf8.count <= PasswordRule.longest, let email = EmailAddress(person.email) else { throw AccountRefusal.wrongCurrentPassword }
        do {
            _ = try await judge(password, email, from: .session)
        } catch AccountRefusal.wrongCredentials, AccountRefusal.wrongCredentialsBeforeLock {
            throw AccountRefusal.wrongCurrentPassword
        }
    }

    /// Lets the right password pass, and refuses every other one after the same work: an address without an account is counted,
    /// and compared with a hash that nobody has.
    private func judge(_ password: String, _ email: EmailAddress, from place: Attempts.Place) async throws -> Credentials {
        let subject = Attempts.Subject.password(email, place)
        let known = try await locks.withLock(subject.text, waiting: Self.mostWaiting) { try await judge(password, email, subject) }
        guard let known else { throw AccountRefusal.tooManyAttempts(seconds: 5) }
        return known
    }

    private func judge(_ password: String, _ email: EmailAddress, _ subject: Attempts.Subject) async throws -> Credentials {
        let claim = try await attempts.claim(subject)
        let known = try await site.database.read { try $0.first(.credentials(of: email)) }
        let matches = try await passwords.verify(password, against: known?.passwordHash.map(PasswordHash.init(rawValue:)))
        if !matches, let person = try await elsewhere(password, email, known, subject) { return person }
        guard let known, matches, known.status == .active else {
            let fault: SignInRefusals.Fault = matches ? .deactivated : subject.isOfSession ? .confirmation : .password
            try await site.write(by: nil, once: nil) { try refusals.note(fault, of: known?.id, claim, in: $0) }
            // A lock is said at once, and of an address that nobody has in the same words.
            throw claim.lock.map(subject.refusal) ?? claim.nextLock.map { .wrongCredentialsBeforeLock(minutes: $0) } ?? .wrongCredentials
        }
        try await attempts.succeed(subject)
        return known
    }

    /// Whoever has the password elsewhere; nil where it is wrong there, too.
    private func elsewhere(
        _ password: String, _ email: EmailAddress, _ known: Credentials?, _ subject: Attempts.Subject
    ) async throws -> Credentials? {
        do {
            switch try await others.check(password, email, known) {
            case .right(let person):
                try await attempts.succeed(subject)
                return person
            // Guesses at a password that is kept here are counted, whoever else can be asked.
            case .unavailable where known?.passwordHash == nil: throw AccountRefusal.passwordUnchecked
            case .unavailable, .wrong: return nil
            }
        } catch let refusal as any ProblemConvertible {
            // The password wasn't found wrong.
            try await attempts.withdraw(subject)
            throw refusal
        }
    }
}
