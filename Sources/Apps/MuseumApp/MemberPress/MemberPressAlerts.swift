import Core
import Database
import Platform
import Web

/// Tells staff on the first page of the portal that something about MemberPress needs them.
struct MemberPressAlerts: AdminAlertSource {
    let site: Site
    var permission: Permission { .museumMembers }
    /// Shorter outages pass by themselves.
    private static let patience = Duration.seconds(3600)

    func items(in db: any Connection) throws -> [AdminAlert] {
        guard let kept = site.configuration.memberPress, !kept.isStopped else { return [] }
        var items: [AdminAlert] = []
        if let since = try SyncState.read(in: db)?.failedSince, site.clock.now() - since > Self.patience {
            items.append(
                AdminAlert(
                    "MemberPress can’t be read", detail: "Members still get in. What to do is on the page.", path: MuseumPaths.adminMemberPress(),
                    isUrgent: true))
        }
        let count = try MemberPressConflicts.count(in: db)
        if count > 0 {
            items.append(
                AdminAlert(
                    "\(count) members need a decision", detail: "MemberPress and this site disagree about them.",
                    path: MuseumPaths.adminMemberPress() + "#conflicts", isForPerson: true))
        }
        return items
    }

    /// Whether MemberPress answers, for the status page.
    static func service(site: Site) -> ServiceCheck {
        ServiceCheck("memberpress", "MemberPress") { db, now in
            guard let kept = site.configuration.memberPress, !kept.isStopped else { return nil }
            guard let since = try SyncState.read(in: db)?.failedSince else { return .operational }
            return now - since > patience ? .down : .degraded
        }
    }
}
