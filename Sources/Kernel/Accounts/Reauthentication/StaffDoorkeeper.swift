import Core
import Platform
import Web

/// Decides whether the staff portal is open to a session: only to people who proved lately who they are, and with a second step
/// where the site wants one (LIB-012, CORE-016).
struct StaffDoorkeeper: Sendable {
    let site: Site

    /// A form that was begun while the door was open may still be sent within this time.
    static let grace: Duration = .seconds(3600)

    func door(for session: SessionRecord, _ request: Request) -> StaffDoor {
        if site.value(of: AccountsSettings.staffSecondFactor), !session.hasSecondFactor { return .needsSecondFactor }
        // A program holds a token that it was given for a proof, and nobody sits there to give another.
        guard !session.isBearer else { return .open }
        var longest: Duration = .seconds(3600 * Int64(site.value(of: AccountsSettings.portalHours)))
        if !request.method.isSafe { longest += Self.grace }
        return site.clock.now() - session.provedAt > longest ? .needsProof : .open
    }
}
