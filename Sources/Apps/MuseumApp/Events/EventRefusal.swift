import Core
import Web

/// Why somebody can't register.
enum EventRefusal: Error, Equatable {
    case cancelled
    /// It has begun, or is over.
    case begun
    /// For members of a higher tier.
    case membersOnly
    /// Everyone can come.
    case noRegistration
}

extension EventRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .cancelled: Problem(.conflict, "museum.event-cancelled", "The event has been cancelled.", remedy: "Choose another event.")
        case .begun: Problem(.conflict, "museum.event-begun", "The event has begun.", remedy: "Choose another event.")
        case .membersOnly:
            Problem(
                .forbidden, "museum.event-members", "This event is for members.", remedy: "Become a member to register.",
                link: Problem.Link("Memberships", path: MuseumPaths.tiers()))
        case .noRegistration:
            Problem(.conflict, "museum.event-open", "You don’t need to register.", remedy: "Just come.")
        }
    }
}
