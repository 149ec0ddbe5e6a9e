import Core
import Platform
import Web

/// Why an account was not made, opened or changed. Every case is safe to show to whoever asked.
public enum AccountRefusal: Error, Equatable {
    case emailInvalid
    case emailTaken
    case emailSame
    case noMail
    case nameInvalid
    case phoneInvalid(PhoneRule)
    case weakPassword
    case wrongCredentials
    /// The same where the next wrong password locks.
    case wrongCredentialsBeforeLock(minutes: Int)
    /// A password that is kept elsewhere, where nobody answers now.
    case passwordUnchecked
    case locked(minutes: Int)
    case codesLocked(minutes: Int)
    case tooManyAttempts(seconds: Int)
    case registrationClosed
    case setupLinkSpent
    case siteIsSetUp
    case unknownPerson
    case unknownRole
    case wrongCurrentPassword
    case tooManyAppPasswords(Int)
    case wrongCode
    case wrongFirstCode
    case secondStepNeeded
    case secondStepFirst
    case pageTooOld
    case challengeNeeded
    case passkeyRefused
    case passkeyKnown
    case tooManyPasskeys(Int)
    case linkSpent
    case linkOfAnother
    case invitationSpent
    case tooManyEmails
    case emailStays
}

extension AccountRefusal {
    /// As whoever signs in sees it: a site that can't send email promises none.
    public func problem(canMail: Bool) -> Problem {
        guard case .locked(let minutes) = self, !canMail else { return problem }
        var problem = problem
        problem.remedy = "Try again in \(minutes) minutes. Forgotten your password? An administrator can give you a link to set a new one."
        problem.link = .init("Contact us", path: SitePaths.ask())
        return problem
    }
}

extension AccountRefusal: ProblemConvertible {
    /// As people and programs see it.
    public var problem: Problem {
        switch self {
        case .emailInvalid:
            Problem(
                .invalid, "accounts.email-invalid", "That isn’t an email address.", remedy: "Write it like name@example.org.",
                fields: ["email": "Enter an email address like name@example.org."])
        case .phoneInvalid(let rule):
            Problem(.invalid, "accounts.phone-invalid", "That isn’t a phone number that works here.", remedy: rule.hint, fields: ["phone": rule.hint])
        case .emailTaken:
            Problem(
                .conflict, "accounts.email-taken", "There’s already an account with this email address.",
                remedy: "Sign in with it, or use another address.", fields: ["email": "There’s already an account with this email address."])
        case .emailSame:
            Problem(
                .invalid, "accounts.email-same", "This is your address already.", remedy: "Enter another address.",
                fields: ["email": "This is your address already."])
        case .emailStays:
            Problem(
                .forbidden, "accounts.email-stays", "The email address of an account can’t be changed.",
                remedy: "You keep signing in with it. If you’ve lost the mailbox, ask us.", link: .init("Contact us", path: SitePaths.ask()))
        case .noMail:
            Problem(
                .conflict, "accounts.no-mail", "This site can’t send email, so addresses can’t be changed here.",
                link: .init("Contact us", path: SitePaths.ask()))
        case .nameInvalid:
            Problem(
                .invalid, "accounts.name-invalid", "A name has 1 to 100 characters.", remedy: "Write the name you want others to see.",
                fields: ["name": "Write a name of 1 to 100 characters."])
        case .weakPassword:
            Problem(
                .invalid, "accounts.weak-password", "That password is too weak.",
                remedy: "Use at least 8 characters with at least one number.",
                fields: ["password": "Use at least 8 characters with at least one number."])
        case .wrongCredentials:
            Problem(
                .unauthenticated, "accounts.wrong-credentials", "The email address or password is wrong.",
                remedy: "Check both and try again. After three wrong passwords the account is locked for 15 minutes.")
        case .wrongCredentialsBeforeLock(let minutes):
            Problem(
                .unauthenticated, "accounts.wrong-credentials", "The email address or password is wrong.",
                remedy: "Check both. After one more wrong password the account is locked for \(minutes) minutes.")
        case .passwordUnchecked:
            Problem(
                .unavailable, "accounts.password-unchecked", "We can’t check your password right now.",
                remedy: "Try again in a few minutes.")
        case .locked(let minutes):
            Problem(
                .tooManyRequests, "accounts.locked", "This account is locked after three wrong passwords.",
                remedy: "Try again in \(minutes) minutes. A new password opens it at once: choose “Forgotten your password?”.",
                retryAfter: minutes * 60)
        case .codesLocked(let minutes):
            Problem(
                .tooManyRequests, "accounts.codes-locked", "Too many wrong codes were entered.",
                remedy: "Try again in \(minutes) minutes, or sign in with a passkey.", retryAfter: minutes * 60)
        case .tooManyAttempts(let seconds):
            Problem(
                .tooManyRequests, "accounts.too-many-attempts", "There were too many attempts from your network.",
                remedy: "Wait a minute, then try again.", retryAfter: seconds)
        case .registrationClosed:
            Problem(
                .forbidden, "accounts.registration-closed", "This site doesn’t take new registrations.",
                remedy: "Ask the people who run the site for an account.")
        case .setupLinkSpent:
            Problem(
                .gone, "accounts.setup-link-spent", "This set-up link has been used or has expired.",
                remedy: "If the site is ready, sign in. If it isn’t, restart the server: it prints a new link.",
                link: .init("Sign in", path: SitePaths.signIn()))
        case .siteIsSetUp:
            Problem(
                .gone, "accounts.site-is-set-up", "This site is already set up.", remedy: "Sign in with the owner’s account to change anything.",
                link: .init("Sign in", path: SitePaths.signIn()))
        case .unknownPerson:
            Problem(.notFound, "accounts.unknown-person", "There’s no such person.", remedy: "Check the email address.")
        case .unknownRole:
            Problem(.invalid, "accounts.unknown-role", "There’s no such role.", remedy: "Choose one of the roles on the page.")
        case .wrongCurrentPassword:
            Problem(
                .invalid, "accounts.wrong-current-password", "The current password is wrong.", remedy: "Check it and try again.",
                fields: ["current": "The current password is wrong."])
        case .tooManyAppPasswords(let most):
            Problem(
                .conflict, "accounts.too-many-app-passwords", "You have \(most) app passwords.", remedy: "Revoke one that you no longer use.")
        case .wrongCode:
            Problem(
                .invalid, "accounts.wrong-code", "That code is wrong or has been used.",
                remedy: "Wait for the next code of your app, or use a recovery code that you haven’t used yet.",
                fields: ["code": "That code is wrong or has been used."])
        case .wrongFirstCode:
            Problem(
                .invalid, "accounts.wrong-first-code", "That code is wrong.",
                remedy: "Write the one that the app shows now. If it is refused again, look whether the clock of the phone is right.",
                fields: ["code": "That code is wrong."])
        case .secondStepFirst:
            Problem(
                .conflict, "accounts.second-step-first", "Two-step verification for staff wasn’t turned on, because you don’t use it yourself.",
                remedy: "You would lose access to Administration. Set up your own first.",
                fields: [AccountsSettings.staffSecondFactor.id: "You have none yourself."],
                link: .init("Set up two-step verification", path: AccountsPaths.security()))
        case .secondStepNeeded:
            Problem(
                .unauthenticated, "accounts.second-step-needed", "This account uses two-step verification.",
                remedy: "Send the code of the authenticator app as “code”.")
        case .pageTooOld:
            Problem(.gone, "accounts.page-too-old", "That page was open for too long.", remedy: "Begin again; it goes quickly the second time.")
        case .challengeNeeded:
            Problem(
                .tooManyRequests, "accounts.challenge-needed", "There were many attempts from your network.",
                remedy: "Wait until the check below is done, then send this again.")
        case .linkSpent:
            Problem(
                .gone, "accounts.link-spent", "This link has been used or has expired.",
                remedy: "Sign in to get a new one, or choose “Forgotten your password?” there.", link: .init("Sign in", path: SitePaths.signIn()))
        case .linkOfAnother:
            Problem(
                .conflict, "accounts.link-of-another", "This link belongs to another account.",
                remedy: "Sign out, then open it again and sign in with the address that the email went to.")
        case .invitationSpent:
            Problem(
                .gone, "accounts.invitation-spent", "This invitation has been used, or it is older than seven days.",
                remedy: "If you chose a password already, sign in. Otherwise ask the person who invited you for a new link.",
                link: .init("Sign in", path: SitePaths.signIn()))
        case .tooManyEmails:
            Problem(
                .tooManyRequests, "accounts.too-many-letters", "Several emails have been sent to this address already.",
                remedy: "Look in the spam folder, or try again in an hour.", retryAfter: 1200)
        case .passkeyRefused:
            Problem(
                .unauthenticated, "accounts.passkey-refused", "That passkey doesn’t belong to an account here.",
                remedy: "Try again, use another passkey, or sign in another way.")
        case .passkeyKnown:
            Problem(.conflict, "accounts.passkey-known", "This device has a passkey for the site already.", remedy: "Sign in with it.")
        case .tooManyPasskeys(let most):
            Problem(.conflict, "accounts.too-many-passkeys", "You have \(most) passkeys.", remedy: "Remove one that you no longer use.")
        }
    }
}
