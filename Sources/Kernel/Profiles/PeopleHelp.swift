import Accounts
import Core
import Platform
import Web

/// What whoever looks after people asks.
enum PeopleHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "invite", "How do I invite someone, or make someone a moderator?",
            "Under Administration, People, choose Invite someone. Choose a role for the whole site, or one for a single app under Roles in one app.",
            "If they have an account already, open their name under People and change their roles there.",
            searchedAs: "invite add new person user member account moderator administrator admin editor helper role permission rights staff promote",
            permission: AccountsPermissions.people, link: .init("People", path: ProfilesPaths.people()))
    ]
}
