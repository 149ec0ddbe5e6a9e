import Audit
import Core
import Database
import Jobs
import Mail
import Platform

/// Removes an account and everything that belongs to it, everywhere on the site (CORE-020).
///
/// One transaction asks every part to erase its share, empties what is left of the person's number, and removes the account. What the
/// person's other devices were writing meanwhile comes before that transaction and is erased with the rest, or after it and is refused.
public struct Erasure: Sendable {
    let site: Site
    let access: AccessChange
    let mailer: Mailer

    /// Looks for strays some time after an erasure, when every request of that moment has ended.
    static let sweep = Job<NoPayload>("accounts.sweep")
    private static let sweepAfter: Duration = .seconds(900)

    /// Removes an account for good.
    /// - Throws: ``AdministrationRefusal/lastOwner`` when the site would have no owner.
    public func erase(_ person: PersonID) async throws {
        // Nothing that this leaves behind may name the person, so that it is the system who writes.
        try await site.write(by: nil) { write in
            guard let known = try write.first(.person(person)) else { return }
            try People.checkOwnerRemains(without: person, in: write)
            try access.hold(for: person, in: write)
            for share in site.personalData { try share.erase(person, in: write) }
            try write.run("DELETE FROM account_person WHERE id = \(person)")
            try PersonColumns.cut(person, in: write)
            try writeFarewell(to: known, in: write)
            // The number names nobody any more; it lets the log say that an erasure happened.
            try write.audit(.erase, person)
            try write.enqueue(Self.sweep, NoPayload(), at: write.now + Self.sweepAfter)
        }
    }

    /// Somebody else may have done it. The email belongs to nobody any more, and its address is forgotten soon after it has left.
    private func writeFarewell(to person: PersonRecord, in write: Write) throws {
        guard person.isVerified else { return }
        let email = Email(
            subject: "Your account was deleted",
            paragraphs: [
                "Hello \(person.name),",
                "Your account on \(site.configuration.name) was deleted on \(moment: write.now), with everything in it.",
                "If that was you, this is our last email. If not, contact the people who run the site. They can’t restore the account, but they should know.",
            ])
        try mailer.send(email, to: person.email, language: person.language, in: write)
    }

    /// What is done about strays.
    var jobs: [JobKind] { [JobKind(Self.sweep, limit: 1) { (_, _) in try await removeStrays() }] }

    private func removeStrays() async throws {
        let columns = try await site.database.readInBackground { try PersonColumns.withStrays(in: $0) }
        guard !columns.isEmpty else { return }
        try await site.write(by: nil) { write in try PersonColumns.cutStrays(columns, in: write) }
    }
}
