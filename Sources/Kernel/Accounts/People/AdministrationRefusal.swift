import Core

/// Why something about somebody's account was not changed. Every case is safe to show to the administrator.
public enum AdministrationRefusal: Error, Equatable {
    case ownAccount
    case ownersOnly
    /// Only an owner lets a protection of the staff go.
    case ownersTurnOff
    case lastOwner
    case notYourApp
    /// Somebody who has a way in needs no invitation.
    case cameAlready
    /// Somebody may do what whoever asks may not, whose account a link would open to them.
    case mayDoMore
    case deactivated
    /// Somebody who looks after accounts without looking after roles.
    case rolesNotYours
}

extension AdministrationRefusal: ProblemConvertible {
    /// As people and programs see it.
    public var problem: Problem {
        switch self {
        case .ownAccount:
            Problem(
                .conflict, "accounts.own-account", "You can’t change your own roles or deactivate your own account here.",
                remedy: "Ask another administrator.")
        case .ownersOnly:
            Problem(
                .forbidden, "accounts.owners-only", "Only an owner of the site may do this to this account.", remedy: "Ask an owner of the site.")
        case .ownersTurnOff:
            Problem(
                .forbidden, "accounts.owners-turn-off", "Only an owner can turn off two-step verification for staff.",
                remedy: "Ask an owner of the site.")
        case .lastOwner:
            Problem(
                .conflict, "accounts.last-owner", "This is the last owner of the site.", remedy: "Make someone else an owner first.")
        case .notYourApp:
            Problem(
                .forbidden, "accounts.not-your-app", "You don’t moderate this app.", remedy: "Ask one of its moderators, or an administrator.")
        case .cameAlready:
            Problem(
                .conflict, "accounts.came-already", "This person has a way to sign in already.",
                remedy: "If they’ve forgotten their password, create a password reset link.")
        case .mayDoMore:
            Problem(
                .forbidden, "accounts.may-do-more", "This person has permissions that you don’t have.",
                remedy: "Ask an owner of the site to create the link.")
        case .deactivated:
            Problem(.conflict, "accounts.deactivated", "This account is deactivated.", remedy: "Reactivate it first.")
        case .rolesNotYours:
            Problem(
                .forbidden, "accounts.roles-not-yours", "You can’t give people roles.", remedy: "Invite them as a member, or ask an administrator.")
        }
    }
}
