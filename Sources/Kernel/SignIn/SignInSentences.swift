import Audit
import Core
import Platform

/// How the system log tells of ways to sign in.
enum SignInSentences {
    static let all: [String: AuditSentence] = [
        "account.second-step": { f in
            switch f.entry.action {
            case .create: "\(f.actor) turned on two-step verification."
            case .delete where f.has("by"): "The operator turned off two-step verification for \(f.person)."
            case .delete: "\(f.actor) turned off two-step verification."
            case .update: f.has("changed") ? "\(f.actor) made new recovery codes." : "\(f.actor) used a recovery code."
            default: nil
            }
        },
        "account.identity": { f in
            let id = f["provider"] ?? ""
            let provider = id.prefix(1).uppercased() + id.dropFirst()
            return switch f.entry.action {
            case .create: "\(f.actor) can now sign in with \(provider)."
            case .delete: "\(f.actor) can no longer sign in with \(provider)."
            default: nil
            }
        },
        "account.passkey": { f in
            switch f.entry.action {
            case .create: "\(f.actor) added the passkey “\(f["label"] ?? "")”."
            case .delete: "\(f.actor) removed the passkey “\(f["label"] ?? "")”."
            default: nil
            }
        },
        "account.app-password": { f in
            switch f.entry.action {
            case .create: "\(f.actor) created the app password “\(f["label"] ?? "")”."
            case .delete: "\(f.actor) removed an app password."
            default: nil
            }
        },
        // Of an address that nobody has.
        "account.sign-in": { f in
            f.has("minutes")
                ? "Someone failed \(f["failures"] ?? "") times to sign in with an email address that has no account."
                : "Someone failed to sign in with an email address that has no account."
        },
        "site.sign-in": { f in "\(f.actor) changed the sign-in methods of the site." },
    ]
}
