import Core

/// Why somebody did not get in through a provider, or could not change how they get in. Every case is safe to show.
enum ProviderRefusal: Error, Equatable {
    case unknownProvider
    case cancelled(String)
    case attemptOver
    case otherBrowser
    case unreachable(String)
    case codeRefused(String)
    case siteRefused(String)
    case untrusted(String)
    case wrongDomain(String)
    case accountClosed
    case identityTaken(String)
    case lastMethod
    case nothingPending
    case wrongCode(left: Int)
    case tooManyEmails
    case otherPerson(String)
    /// The account of an address has a second factor, which the address does not prove.
    case ownProofNeeded(String)
    /// The provider did not say that the person has just signed in to it.
    case notFresh(String)
    /// A notice that no provider signed.
    case eventUntrusted
    /// A notice that was carried out before.
    case eventRepeated

    /// What the log calls it, and what people are told, for a failure of a provider by its shown name.
    init(_ failure: ProviderFailure, name: String) {
        self =
            switch failure {
            case .unreachable, .notUnderstood: .unreachable(name)
            case .codeRefused: .codeRefused(name)
            case .siteRefused: .siteRefused(name)
            case .untrusted: .untrusted(name)
            case .wrongDomain: .wrongDomain(name)
            }
    }
}

extension ProviderRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .unknownProvider:
            Problem(
                .notFound, "accounts.provider-unknown", "That way of signing in isn’t set up on this site.",
                remedy: "Choose another one on the sign-in page.")
        case .cancelled(let name):
            Problem(
                .forbidden, "accounts.provider-cancelled", "You didn’t finish signing in with \(name).",
                remedy: "Nothing has changed. Try again, or sign in another way.")
        case .attemptOver:
            Problem(
                .gone, "accounts.provider-attempt-over", "This attempt to sign in is over: it was used already, or took more than ten minutes.",
                remedy: "Begin again on this page.")
        case .otherBrowser:
            Problem(
                .forbidden, "accounts.provider-other-browser", "This attempt to sign in was begun in another browser.",
                remedy: "Begin again in this one. If someone sent you the link, don’t use it.")
        case .unreachable(let name):
            Problem(
                .unavailable, "accounts.provider-unreachable", "\(name) doesn’t answer at the moment. We tried several times.",
                remedy: "Sign in another way, or try again in a few minutes.", retryAfter: 60)
        case .codeRefused(let name):
            Problem(
                .gone, "accounts.provider-code-refused", "\(name) didn’t accept this attempt: it was used already, or took too long.",
                remedy: "Begin again on this page.")
        case .siteRefused(let name):
            Problem(
                .unavailable, "accounts.provider-misconfigured", "\(name) doesn’t accept this site at the moment.",
                remedy: "Sign in another way, and tell the people who run this site.")
        case .untrusted(let name):
            Problem(
                .forbidden, "accounts.provider-untrusted", "The answer that came from \(name) couldn’t be trusted, so nobody was signed in.",
                remedy: "Begin again. If it happens once more, tell the people who run this site.")
        case .wrongDomain(let name):
            Problem(
                .forbidden, "accounts.provider-wrong-domain", "This site only takes \(name) accounts of its own organisation.",
                remedy: "Choose your account of the organisation, or sign in another way.")
        case .accountClosed:
            Problem(
                .forbidden, "accounts.closed", "This account is deactivated, so it can’t be used to sign in.",
                remedy: "Ask the people who run this site.")
        case .identityTaken(let name):
            Problem(
                .conflict, "accounts.identity-taken", "That \(name) account belongs to another account on this site.",
                remedy: "Sign in with it, and remove it there first.")
        case .lastMethod:
            Problem(
                .conflict, "accounts.last-method", "This is your only way to sign in.",
                remedy: "Set a password or add another way first, so that you aren’t locked out.")
        case .nothingPending:
            Problem(
                .gone, "accounts.nothing-pending", "There’s no sign-in to finish here, or it took too long.",
                remedy: "Begin again on the sign-in page.")
        case .wrongCode(let left):
            Problem(
                .invalid, "accounts.wrong-code", "That isn’t the code that we sent.", remedy: "Check the email. You can try \(left) more times.",
                fields: ["code": "That isn’t the code that we sent."])
        case .tooManyEmails:
            Problem(
                .tooManyRequests, "accounts.too-many-letters", "Several codes were sent already.",
                remedy: "Look for the emails, also in the spam folder, or begin again later.", retryAfter: 900)
        case .ownProofNeeded(let name):
            Problem(
                .conflict, "accounts.own-proof-needed", "Your account uses two-step verification.",
                remedy: "Sign in to it the way you always do, then add \(name).")
        case .notFresh(let name):
            Problem(
                .forbidden, "accounts.provider-not-fresh", "\(name) didn’t confirm that you just signed in there.",
                remedy: "Confirm another way, or sign out here and sign in again.")
        case .eventUntrusted:
            Problem(
                .forbidden, "accounts.notice-untrusted", "This notice couldn’t be trusted, so nothing was done.",
                remedy: "Send it as the provider signed it, within a day.")
        case .eventRepeated:
            Problem(.conflict, "accounts.notice-repeated", "This notice has already been processed.", remedy: "There’s nothing left to do.")
        case .otherPerson(let name):
            Problem(
                .forbidden, "accounts.other-person", "That \(name) account isn’t one of yours on this site.",
                remedy: "Choose the account that you have added, or confirm it another way.")
        }
    }
}
