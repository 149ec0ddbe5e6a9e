import Core
import Web

extension Problem {
    /// What a member is told who asked for their membership while MemberPress can't be read (MUS-003).
    static let membershipUnread = Problem(
        .unavailable, "museum.membership-unread", "We can’t read your membership right now.",
        remedy: "Nothing is lost. Try again in a few minutes, or ask at the desk.", link: .init("My membership", path: MuseumPaths.profile()),
        retryAfter: 120,
        page: .init("We can’t read the museum’s member list right now", "If you’re a member, your membership still counts."))
}
