import Accounts
import Core
import Database
import Platform
import Web

/// Lets members sign in with the password that they have in MemberPress (MUS-002, MUS-052).
///
/// It opens an account only for whoever has proved to be that member: by this very password when the account was made, or by a code that was sent to
/// the member's address. That the addresses are the same proves nothing, since WordPress lets people register with any.
struct MemberPressSignIn: PasswordSource {
    let sync: MemberPressSync

    private var site: Site { sync.site }

    var isOn: Bool { site.configuration.memberPress.map { $0.allowsSignIn && !$0.isStopped } ?? false }
    var hint: Text { "Museum members can also use their password from the museum’s website." }

    func answers(for person: PersonID, at email: EmailAddress, hasPassword: Bool, in db: any Connection) throws -> Bool {
        try db.all(.mirroredMembers(of: person)).contains { $0.email == email.text && Self.isOpened(by: $0.proof, hasPassword: hasPassword) }
    }

    /// Whoever has set a password here since they came by the other one uses that from then on: they may have got the account by a link in an email.
    private static func isOpened(by proof: LinkProof?, hasPassword: Bool) -> Bool {
        switch proof {
        case .code: true
        case .login: !hasPassword
        case .email, .staff, nil: false
        }
    }

    func check(_ email: EmailAddress, _ password: String) async throws -> PasswordVerdict {
        guard let client = sync.client(isQuick: true) else { return .unavailable }
        do throws(MemberPressFailure) {
            guard try await client.validateLogin(email.text, password) else { return .wrong }
            let members = try await client.members(withEmail: email.text)
            guard let member = members.first else { return .wrong }
            guard members.count == 1 else { return .refused(Self.shared) }
            return try await verdict(on: member, client)
        } catch {
            site.log(.warning, "memberpress.sign-in", ["cause": .string(error.cause)])
            return .unavailable
        }
    }

    private static let shared = Problem(
        .conflict, "museum.shared-email", "The museum has two members with this email address.",
        remedy: "Ask at the museum’s desk, or sign in another way.")

    private func verdict(on member: MemberPressMember, _ client: MemberPressClient) async throws(MemberPressFailure) -> PasswordVerdict {
        // What they have had is shown at once where it can be read. Where it can't, the page of the membership says so and offers to try again.
        let transactions = (try? await client.transactions(of: member.id)) ?? []
        let owner: MirroredMember?
        let mayOpen: Bool
        do {
            (owner, mayOpen) = try await site.database.read { db in
                let kept = try db.first(.mirroredMember(member.id))
                guard let kept, let person = kept.person else { return (nil, true) }
                let hasPassword =
                    try db.one(
                        "SELECT count(*) FROM account_person WHERE id = \(person) AND password_hash IS NOT NULL" as Query<Int>) > 0
                return (kept, Self.isOpened(by: kept.proof, hasPassword: hasPassword))
            }
        } catch { throw .malformed("\(error)") }
        guard mayOpen else { return .wrong }
        let name = "\(member.firstName) \(member.lastName)".tidied()
        return .right(
            VouchedPerson(person: owner?.person, name: name) { [sync] person, write in
                try MemberMirror.take([member], run: write.now, in: write)
                try TransactionMirror.take(transactions, run: write.now, in: write)
                guard try MemberMirror.link(member.id, to: person, by: .login, in: write) else { throw Self.shared }
                try sync.reconciliation.settle(of: [member.id], in: write)
                try sync.askNow(readsAll: false, in: write)
            })
    }
}
