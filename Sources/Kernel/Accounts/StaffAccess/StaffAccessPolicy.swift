import Core
import Database
import Platform
import Web

/// Decides whether the staff portal is open to a session: only when it proved lately who is there, and by a second factor
/// where the site wants one (LIB-012, CORE-016).
public struct StaffAccessPolicy: Sendable {
    let site: Site
    let roles: Roles

    /// A form that was begun while the door was open may still be sent within this time.
    static let grace: Duration = .seconds(3600)

    func access(for session: SessionRecord, _ request: Request) -> StaffAccess {
        let factor = access(for: session.proofs, hasSecondFactor: session.hasSecondFactor)
        guard factor == .open else { return factor }
        // A program holds a token that it was given for a proof, and nobody sits there to give another.
        guard !session.isBearer else { return .open }
        let longest = request.method.isSafe ? life : life + Self.grace
        return SessionStanding.isFresh(session.provedAt, within: longest, at: site.clock.now()) ? .open : .needsProof
    }

    /// When the door closes to a session, if its person proves nothing meanwhile: for what stays open without being asked for again.
    func end(of session: SessionRecord) -> Instant { session.isBearer ? session.expiresAt : session.provedAt + life }

    private var life: Duration { .seconds(3600 * Int64(site.value(of: AccountsSettings.portalHours))) }

    /// The same for what was proved alone: a password or a provider is one factor, whatever else its person owns.
    public func access(for proofs: SessionProofs, hasSecondFactor: Bool) -> StaffAccess {
        guard site.value(of: AccountsSettings.staffSecondFactor) else { return .open }
        guard hasSecondFactor else { return .needsSecondFactor }
        return proofs.hasSecondFactor ? .open : .needsStepUp
    }

    /// Whether the portal stays shut to somebody who works here.
    public func shutsOut(_ person: PersonID, in db: any Connection) throws -> Bool {
        guard site.value(of: AccountsSettings.staffSecondFactor) else { return false }
        return try !roles.staff("p.id = \(person) AND NOT (\(SecondFactor.exists))", in: db).isEmpty
    }
}
