import Audit
import Core
import Database
import Interface
import Jobs
import Platform
import Web

/// The page of jobs: what runs, waits and failed, with a way to try again or to stop (LIB-117).
struct JobRoutes: Sendable {
    let site: Site
    static let pageSize = 50
    /// The newest jobs of a state among which a search looks.
    static let mostSearched = 1000

    var routes: [Route] {
        [
            .get(OperationsPaths.jobs, allow: .permission(.siteCare), use: show),
            .post(OperationsPaths.job, allow: .permission(.siteCare), use: change),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> JobsPage {
        let (jobs, state) = (site.jobs, request.query["state"].flatMap(JobState.init(rawValue:)))
        let last = try request.after(.jobs)
        let search = String((request.query["q"] ?? "").trimmed.prefix(100))
        let words = search.lowercased()
        let names = JobNames(site)
        return try await site.database.read { db in
            let counts = try jobs.counts(in: db)
            // What runs and what failed is what somebody comes for; where there is neither, what waits or was done.
            let shown = state ?? [JobState.running, .failed, .waiting, .done].first { counts[$0] ?? 0 > 0 } ?? .running
            if !words.isEmpty {
                let found = try jobs.list(state: shown, limit: Self.mostSearched, in: db).filter { job in
                    [request.render(names.name(of: job.kind)), job.failure ?? ""].contains { $0.lowercased().contains(words) }
                }
                return JobsPage(state: shown, counts: counts, jobs: found, names: names, next: nil, search: search)
            }
            let found = try jobs.list(state: shown, before: last, limit: Self.pageSize + 1, in: db)
            let (list, next) = try found.page(of: Self.pageSize) { try request.cursor(.jobs, after: $0.id) }
            return JobsPage(state: shown, counts: counts, jobs: list, names: names, next: next)
        }
    }

    private static let duty = Problem(
        .conflict, "operations.job-is-a-duty", "This work can’t be stopped: the site needs it.", remedy: "Wait until it’s done.")

    private struct ChangeForm: Decodable { let action: String }

    func change(_ request: Request, _ member: Member, _ id: Int) async throws -> Response {
        let form = try request.form(ChangeForm.self)
        let (jobs, job) = (site.jobs, JobID(Int64(id)))
        guard ["retry", "cancel"].contains(form.action) else { throw Problem.wrongField("action", "Choose what to do.") }
        let isRetry = form.action == "retry"
        let done = try await site.write(by: member.id) { write in
            guard let status = try jobs.status(job, in: write) else { throw Problem.notFound }
            guard isRetry || JobNames(site).isStoppable(status.kind) else { throw JobRoutes.duty }
            guard try isRetry ? jobs.retry(job, by: member.id, in: write) : jobs.cancel(job, by: member.id, in: write) else { return false }
            try write.audit(.run, AuditName("operations.job", job), ["kind": status.kind, "step": form.action])
            return true
        }
        let words: Text = !done ? "The job is over already." : isRetry ? "The job is tried again." : "The job is being stopped."
        return .seeOther(link(OperationsPaths.jobs(), query: ["state": isRetry && done ? "waiting" : nil]), flash: words)
    }
}

extension CursorScope<JobID> {
    static var jobs: Self { Self("operations.jobs") }
}
