import Core
import Database

extension DatabaseError {
    /// What people are told while the database serves nobody, or does not take this change: 503, and when to try again. `nil` for what is
    /// wrong with a statement, which is a failure of ours.
    var refusal: Problem? {
        switch self {
        case .disconnected, .closed:
            Problem(
                .unavailable, "database.unavailable", "The site is temporarily unavailable.", remedy: "Try again in a moment.", retryAfter: 5)
        case .busy:
            Problem(
                .unavailable, "database.busy", "The site is busy, so nothing was changed.", remedy: "Try again in a moment.", retryAfter: 2)
        case .readOnly:
            Problem(
                .unavailable, "database.read-only", "Changes can’t be saved right now.", remedy: "You can keep reading. Try again later.",
                retryAfter: 60)
        default: nil
        }
    }
}
