public import Core

/// A role as communities know it: a bundle of the detailed roles that parts and apps declare as part of it.
public enum CommonRole: String, Codable, CaseIterable, Sendable {
    /// Everybody else has at least as much.
    case member
    case helper, editor, moderator, administrator

    public var name: Text {
        switch self {
        case .member: "Member"
        case .helper: "Helper"
        case .editor: "Editor"
        case .moderator: "Moderator"
        case .administrator: "Administrator"
        }
    }

    /// What it lets somebody do, in one sentence.
    public var summary: Text {
        switch self {
        case .member: "Uses the site like everyone else."
        case .helper: "Answers people who contact support."
        case .editor: "Adds, edits and publishes content in every app."
        case .moderator: "Reviews posts, messages and reports in every app, and can ban people."
        case .administrator: "Manages people, content, settings and backups."
        }
    }

    /// Whether ``summary`` holds whatever apps let it do besides; that of a helper speaks of support alone.
    public var coversApps: Bool { self != .helper }
}
