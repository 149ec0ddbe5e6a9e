import Accounts
import Core
import Database
import Mail
import Platform
import Web

/// Visitors who make an account of their own (CORE-009, LIB-009).
///
/// Whoever makes an account is signed in at once, so that an address that is taken cannot be hidden; its owner hears of it by email.
struct SelfRegistration: Sendable {
    let site: Site
    let mailer: Mailer
    let people: People
    let verification: Verification

    /// Makes the account and sends the email that confirms its address, or writes to whoever has the address already.
    /// - Parameter mayWrite: whether an email may go to the address now; asked once nothing is wrong with the form.
    /// - Returns: the new person; nil where the address has an account.
    /// - Throws: ``AccountRefusal`` for what is wrong with the form itself.
    func register(_ registration: People.Registration, mayWrite: (EmailAddress) -> Bool) async throws -> PersonID? {
        let account = try await people.prepare(registration)
        let mayWrite = mayWrite(account.email)
        let language = registration.language ?? site.configuration.mainLanguage
        let names = site.nameReview
        return try await site.write(by: nil) { write in
            let name = try names.newcomer(account.name, language, write)
            if let known = try write.first(.person(account.email)) {
                if mayWrite { try writeToOwner(known, in: write) }
                return nil
            }
            let person = try people.insert(account.named(name.shown), in: write)
            if let waiting = name.waiting { try names.hold(waiting, person, language, write) }
            if mayWrite, let made = try write.first(.person(person)) { try verification.send(to: made, in: write) }
            return person
        }
    }

    private func writeToOwner(_ person: PersonRecord, in write: Write) throws {
        let email = Email(
            subject: "You already have an account",
            paragraphs: [
                "Hello \(person.name),",
                "Someone tried to register on \(site.configuration.name) with your address, but you already have an account.",
                "If it was you, sign in. If you’ve forgotten your password, choose “Forgotten your password?” there.",
                "If it wasn’t you, ignore this email.",
            ], action: EmailAction("Sign in", path: SignInPaths.signIn()))
        try mailer.send(email, to: person.email, language: person.language, person: person.id, in: write)
    }
}
