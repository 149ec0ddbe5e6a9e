import Core
import Platform
import Web

/// What whoever cares for the site asks.
enum OperationsHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "backup", "How do I back up the site?",
            "Under Administration, Backups. Backups are made automatically, or right away when you choose “Back up now”. How often they’re made and how many are kept is set under Settings.",
            "To go back to a backup, the person who runs the server restores it with one command.",
            searchedAs: "backup restore copy disaster export save",
            permission: .siteCare, link: .init("Backups", path: OperationsPaths.backups())),
        HelpTopic(
            "log", "How do I see who changed what?",
            "Under Administration, System log. Each line says who did what and when, and nobody can change it.",
            searchedAs: "log audit history changes who did trail",
            permission: .systemLog, link: .init("System log", path: OperationsPaths.log())),
    ]
}
