import Core
import Database
import Interface
import Web

/// The list of first steps, and what is skipped on it.
struct SetupRoutes: Sendable {
    let site: Site

    private var staff: Access<Member> { .anyPermission(Set(site.everyManifest.flatMap(\.navigation.portal).map(\.permission))) }

    var routes: [Route] {
        [.get(SitePaths.start, allow: staff, use: show), .post(SitePaths.skipStep, allow: staff, use: skip)]
    }

    private struct SkipForm: Decodable {
        var step: SetupStep.Kind
        var skip: Bool
    }

    func show(_ request: Request, _ member: Member) async throws -> SetupListPage { SetupListPage(list: try await list(for: member)) }

    func skip(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(SkipForm.self)
        // Whoever does not see a step does not skip it.
        guard try await list(for: member).entries.contains(where: { $0.step.kind == form.step }) else { throw Problem.notFound }
        try await site.configure(by: member.id) { configuration, _ in
            var skipped = configuration[SkippedSteps.self] ?? SkippedSteps()
            if form.skip { skipped.steps.insert(form.step) } else { skipped.steps.remove(form.step) }
            configuration[SkippedSteps.self] = skipped
        }
        return .seeOther(SitePaths.start())
    }

    private func list(for member: Member) async throws -> SetupList {
        let list = try await site.database.read { db in try SetupList(site, for: member.may, in: db) }
        guard !list.entries.isEmpty else { throw Problem.notFound }
        return list
    }
}
