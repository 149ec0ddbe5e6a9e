import Core
import Database
import Interface
import Platform
import Web

/// Scheduling a chapter, by the page's form and by programs.
struct ScheduleRoutes: Sendable {
    let scheduled: ScheduledPublishing

    var routes: [Route] {
        [
            .get(StoriesPaths.schedule, allow: .members, use: show),
            .post(StoriesPaths.schedule, allow: .members, use: save),
            .post(StoriesPaths.cancelSchedule, allow: .members, use: cancel),
            .get(StoriesPaths.apiSchedule, allow: .members, use: read).summary("When an own chapter is published, if it’s scheduled."),
            .put(StoriesPaths.apiSchedule, allow: .members, body: .json, use: set)
                .summary("Schedules an own chapter, or changes its time; the text that is saved then is published.")
                .accepts(ScheduleInput.self),
            .delete(StoriesPaths.apiSchedule, allow: .members, use: remove)
                .summary("Cancels the schedule of an own chapter. Without one nothing happens."),
        ]
    }

    /// A page that was open while the chapter came out still offers to schedule it: its author finds out how things stand where they write.
    func show(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        do {
            return try await page(request, member, id).response(for: request)
        } catch ScheduleRefusal.published where request.wantsPage {
            return Self.alreadyPublished(id)
        }
    }

    private static func alreadyPublished(_ id: ChapterID) -> Response {
        .seeOther(
            StoriesPaths.editor(id), flash: "This chapter is already published. To show readers what you changed, choose “Publish changes”.",
            tone: .note)
    }

    private func page(
        _ request: Request, _ member: Member, _ id: ChapterID, form: ScheduleForm? = nil, problem: Problem? = nil
    ) async throws -> SchedulePage {
        let manuscript = try await scheduled.chapters.manuscript(id, of: member.id)
        try ChapterSchedule.check(manuscript.chapter, of: manuscript.story)
        let now = scheduled.site.clock.now()
        let kept = manuscript.chapter.scheduledAt.map { ScheduleForm($0, in: request.timeZone) }
        return SchedulePage(
            manuscript: manuscript, form: form ?? kept ?? .proposal(at: now, in: request.timeZone), zone: request.timeZone,
            today: Day(now, in: request.timeZone), problem: problem)
    }

    func save(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        let form = try request.form(ScheduleForm.self)
        do {
            let moment = try form.moment(in: request.timeZone)
            let story = try await scheduled.schedule(id, at: moment, by: member.id)
            return .seeOther(StoriesPaths.workspace(story), flash: "The chapter goes out on \(day: moment) at \(time: moment).")
        } catch ScheduleRefusal.published where request.wantsPage {
            return Self.alreadyPublished(id)
        } catch let refusal as ScheduleRefusal where request.wantsPage && refusal.problem.kind == .invalid {
            return try await page(request, member, id, form: form, problem: refusal.problem).response(for: request)
        }
    }

    func cancel(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> Response {
        let story = try await scheduled.cancel(id, by: member.id)
        return .seeOther(StoriesPaths.workspace(story), flash: "The chapter is no longer scheduled.")
    }

    func read(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> ScheduleAnswer {
        ScheduleAnswer(publishAt: try await scheduled.chapters.manuscript(id, of: member.id).chapter.scheduledAt)
    }

    func set(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> ScheduleAnswer {
        let moment = try request.json(ScheduleInput.self).publishAt
        _ = try await scheduled.schedule(id, at: moment, by: member.id)
        return ScheduleAnswer(publishAt: moment)
    }

    func remove(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> NoContent {
        _ = try await scheduled.cancel(id, by: member.id)
        return NoContent()
    }
}

/// When a chapter is to be published, as programs send it.
struct ScheduleInput: Codable, Sendable {
    var publishAt: Instant
}

/// When a chapter is published, as programs read it.
struct ScheduleAnswer: JSONAnswer, Codable {
    /// Null where it isn't scheduled.
    let publishAt: Instant?
}
