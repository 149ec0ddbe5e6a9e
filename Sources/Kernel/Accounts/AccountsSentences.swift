import Audit
import Core
import Platform

/// How the system log tells of accounts.
enum AccountsSentences {
    static let all: [String: AuditSentence] = [
        "account.person": { person($0) }, "account.terms": { terms($0) }, "site.setup": { f in "\(f.actor) set up the site." },
    ]

    private static func person(_ f: AuditFacts) -> Text? {
        switch f.entry.action {
        case .create: f.isOwn ? "\(f.actor) created an account." : "\(f.actor) created an account for \(f.person)."
        case .login: f["kind"] == "step-up" ? "\(f.actor) confirmed that it was them." : "\(f.actor) signed in."
        case .loginRefused: refused(f)
        case .logout: f.has("sessions") ? "\(f.actor) signed out everywhere." : "\(f.actor) signed out."
        case .revoke: revoked(f)
        case .grant: granted(f)
        case .update: updated(f)
        case .exportData: "\(f.actor) downloaded a copy of their data."
        case .erase: f.isOwn ? "A person deleted their account." : "\(f.actor) deleted an account for good."
        default: nil
        }
    }

    private static func refused(_ f: AuditFacts) -> Text {
        let times = f["failures"] ?? ""
        guard let minutes = f["minutes"] else {
            return switch f["fault"] {
            case "code": "Someone had the password of \(f.person), but gave a wrong code."
            case "confirmation": "\(f.person) gave a wrong password to confirm a change."
            case "deactivated": "\(f.person) tried to sign in to a deactivated account."
            default: "Someone failed to sign in as \(f.person)."
            }
        }
        return switch f["fault"] {
        case "code": "Codes for \(f.person) are locked for \(minutes) minutes after \(times) wrong ones."
        case "confirmation": "\(f.person) gave \(times) wrong passwords to confirm a change and has to wait \(minutes) minutes."
        default: "Sign-in as \(f.person) is locked for \(minutes) minutes after \(times) wrong passwords."
        }
    }

    private static func revoked(_ f: AuditFacts) -> Text? {
        if let reason = f.text("words") ?? f["reason"].map(Text.verbatim), f.has("app") {
            guard let end = f["until"].flatMap({ Instant(rfc3339: $0) }) else {
                return "\(f.actor) banned \(f.person) from \(f.app) permanently. The reason given: “\(reason)”"
            }
            return "\(f.actor) banned \(f.person) from \(f.app) until \(moment: end). The reason given: “\(reason)”"
        }
        if f.has("owner") { return "\(f.actor) removed \(f.person) as an owner." }
        if f.has("status") { return "\(f.actor) deactivated the account of \(f.person)." }
        if f.has("sessions") { return "\(f.actor) signed \(f.person) out everywhere." }
        return "\(f.actor) removed the other sign-in methods of \(f.person)."
    }

    private static func granted(_ f: AuditFacts) -> Text? {
        if f.has("ban") { return "\(f.actor) lifted the ban of \(f.person) from \(f.app)." }
        if f.has("owner") { return "\(f.actor) made \(f.person) an owner." }
        if f.has("status") { return "\(f.actor) reactivated the account of \(f.person)." }
        return nil
    }

    private static func updated(_ f: AuditFacts) -> Text? {
        if f.has("roles") {
            let roles = f.roles(f.list("roles"))
            guard let first = roles.first else { return "\(f.actor) removed all roles of \(f.person)." }
            if roles.count == 1 { return "\(f.actor) gave \(f.person) the role \(first)." }
            return "\(f.actor) gave \(f.person) these roles: \(Text.list(of: roles))."
        }
        if f.has("resetLink") { return "\(f.actor) created a password reset link for \(f.person)." }
        if f.has("invitation") { return "\(f.actor) invited \(f.person) again." }
        switch f["changed"] {
        case "first-password": return "\(f.actor) accepted the invitation."
        case "password": return "\(f.actor) changed the password."
        case "address confirmed": return "\(f.actor) confirmed the email address."
        case "picture", "picture removed": return "\(f.actor) changed the profile picture."
        case "about" where f.has("app"): return "\(f.actor) changed “About me” in \(f.app)."
        case "profile", "about": return "\(f.actor) changed the profile."
        default: return nil
        }
    }

    private static func terms(_ f: AuditFacts) -> Text? {
        switch f.entry.action {
        case .approve: "\(f.actor) accepted the terms of \(f.named(f.entry.entityID))."
        case .configure: "\(f.actor) published new terms of \(f.named(f.entry.entityID))."
        default: nil
        }
    }
}
