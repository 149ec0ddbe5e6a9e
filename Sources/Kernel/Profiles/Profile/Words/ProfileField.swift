import Accounts
import Core
import Platform

/// Words about a person that others see: the name, which is the same everywhere, or “About me” in one app (CORE-006).
enum ProfileField: Hashable, Sendable {
    case name
    case about(app: String)

    /// As the table has it.
    var text: String {
        switch self {
        case .name: "name"
        case .about(let app): "about-\(app)"
        }
    }

    /// Reads ``text``.
    init?(text: String) {
        if text == "name" {
            self = .name
        } else if text.hasPrefix("about-") {
            self = .about(app: String(text.dropFirst("about-".count)))
        } else {
            return nil
        }
    }

    /// The kind of ``ModeratedSubject`` that it is.
    var kind: String { "accounts.\(text)" }

    /// Whose words lists and moderators count.
    var app: String {
        switch self {
        case .name: AccountsModule.manifest.id
        case .about(let app): app
        }
    }

    /// What a form calls it, for the refusal beside it.
    var formField: String {
        switch self {
        case .name: "name"
        case .about: "about"
        }
    }
}
