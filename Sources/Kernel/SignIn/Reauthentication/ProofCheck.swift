import Accounts
import Core
import Platform
import Web

/// A proof that somebody who is signed in gives again, as the form of either page sends it.
struct ProofForm: Decodable {
    var password: String?
    /// Of the authenticator app, or a recovery code.
    var code: String?
    /// The passkey ceremony that the page began, and what the browser answered.
    var ticket: String?
    var credential: String?
    /// Where the person goes on.
    var then: String?
}

/// Takes such a proof, whichever page asked for it, and notes it in the session.
struct ProofCheck: Sendable {
    let people: People
    let passwords: Passwords
    let signIn: SignIn
    let twoFactor: TwoFactor
    let passkeys: Passkeys
    let reauthentication: Reauthentication

    /// Checks the proof and answers the way on.
    /// - Parameter takesPassword: whether a password is proof enough.
    /// - Throws: ``AccountRefusal``.
    func take(_ form: ProofForm, of member: Member, takesPassword: Bool, _ request: Request) async throws -> Response {
        let proof: Proof
        if let ticket = form.ticket {
            guard try await passkeys.check(form.credential ?? "", ticket: ticket, for: .confirm, request) == member.id else {
                throw AccountRefusal.passkeyRefused
            }
            proof = .passkey
        } else if form.code != nil || !takesPassword {
            try await twoFactor.check(form.code ?? "", of: member.id, from: .session)
            proof = .code
        } else {
            try await signIn.confirm(form.password ?? "", of: try await people.find(member.id))
            proof = .password
        }
        return try await reauthentication.confirmed(member, by: proof, .seeOther(LocalPath(form.then).text))
    }

    /// The second factors that somebody can be asked for.
    func offer(_ member: Member, _ request: Request) async throws -> (passkey: PasskeyOffer?, hasCodes: Bool) {
        let hasPasskeys = try await !passkeys.list(of: member.id).isEmpty
        return (hasPasskeys ? try await passkeys.offer(.confirm, of: member.id, request) : nil, try await twoFactor.isOn(for: member.id))
    }
}
