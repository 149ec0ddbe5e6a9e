import Core
import Platform

/// What whoever cares for the site asks.
enum OperationsHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "backup", "How is the site backed up?",
            "In the administration, under Backups: a backup is made by itself, and at once when you choose “Back up now”. How often, and how many are kept, stands under Settings.",
            searchedAs: "backup restore copy disaster",
            permission: .siteCare)
    ]
}
