import Core
import Platform

/// What whoever cares for the site asks.
enum OperationsHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "backup", "How do I back up the site?",
            "Under Administration, Backups. Backups are made automatically, or right away when you choose “Back up now”. How often they’re made and how many are kept is set under Settings.",
            searchedAs: "backup restore copy disaster",
            permission: .siteCare)
    ]
}
