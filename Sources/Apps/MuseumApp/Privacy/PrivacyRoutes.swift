import Analytics
import Core
import Database
import Interface
import Platform
import Web

/// A member's choices about what is recorded.
struct PrivacyRoutes: Sendable {
    private static let shownVisits = 50

    let visits: VisitRecording

    private var site: Site { visits.site }

    var routes: [Route] {
        [.get(MuseumPaths.privacy, allow: .members, use: show), .post(MuseumPaths.privacy, allow: .members, use: choose)]
    }

    func show(_ request: Request, _ member: Member) async throws -> PrivacyPage {
        try await site.database.read { [visits, site] db in
            PrivacyPage(
                choice: try visits.choice(of: member.id, in: db), usesPositions: visits.usesPositions,
                days: site.value(of: VisitRecording.kept.setting), visits: try db.all(.visits(of: member.id, limit: Self.shownVisits)),
                isNamed: try site.analytics.names(member.id, in: db), zone: DayZone(zone: site.configuration.zone))
        }
    }

    private struct ChoiceForm: Decodable {
        var visits: Bool?
        /// What the browser said when it was asked for a position.
        var failure: String?
    }

    func choose(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(ChoiceForm.self)
        let isOn = form.visits ?? false
        try await site.write(by: member.id) { [visits] write in
            try visits.choose(isOn, by: member.id, in: write)
            if isOn, let failure = form.failure.flatMap({ VisitChoice.Failure(rawValue: $0) }) { try visits.note(failure, of: member.id, in: write) }
        }
        return .seeOther(
            MuseumPaths.privacy(), flash: isOn ? "Your visits are counted from now on." : "Your visits aren’t counted. What was recorded is deleted.")
    }
}
