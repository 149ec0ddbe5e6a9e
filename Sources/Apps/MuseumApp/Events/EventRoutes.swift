import Core
import Database
import Foundation
import Interface
import Platform
import Web

/// Events, for everyone to see, members to register at, and editors to plan.
struct EventRoutes: Sendable {
    let events: MuseumEvents

    private var site: Site { events.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.events, allow: .everyone, use: list),
            .get(MuseumPaths.event, allow: .everyone, use: show),
            .post(MuseumPaths.joinEvent, allow: .members, use: join),
            .post(MuseumPaths.leaveEvent, allow: .members, use: leave),
            .get(MuseumPaths.adminEvents, allow: .permission(.museumContent), use: plan),
            .get(MuseumPaths.adminNewEvent, allow: .permission(.museumContent), use: new),
            .post(MuseumPaths.adminNewEvent, allow: .permission(.museumContent), use: add),
            .get(MuseumPaths.adminEvent, allow: .permission(.museumContent), use: edit),
            .post(MuseumPaths.adminEvent, allow: .permission(.museumContent), use: save),
            .post(MuseumPaths.adminCancelEvent, allow: .permission(.museumContent), use: callOff),
        ]
    }

    private func clock(_ request: Request) -> EventClock {
        EventClock(now: site.clock.now(), zone: site.configuration.zone, locale: Locale(identifier: request.language.rawValue))
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> EventsPage {
        let now = site.clock.now()
        return EventsPage(events: try await site.database.read { try $0.all(.upcoming(at: now, limit: 100)) }, clock: clock(request))
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: EventID) async throws -> EventPage {
        let clock = clock(request)
        return try await site.database.read { [events] db in
            let event = try events.find(id, in: db)
            let person = visitor.personID
            let level = try person.flatMap { try events.memberships.current(of: $0, in: db) }?.tier.level ?? 0
            return EventPage(
                event: event, clock: clock, standing: try person.flatMap { try events.status(of: $0, at: id, in: db) }, isSignedIn: person != nil,
                isEntitled: level >= event.level)
        }
    }

    func join(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        let status = try await site.write(by: member.id) { [events] in try events.register(member.id, for: id, in: $0) }
        return .seeOther(MuseumPaths.event(id), flash: status == .registered ? "You have a place." : "You’re on the waiting list.")
    }

    func leave(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        try await site.write(by: member.id) { [events] in try events.cancel(member.id, at: id, in: $0) }
        return .seeOther(MuseumPaths.event(id), flash: "Your place has been cancelled.")
    }

    // MARK: Planning

    func plan(_ request: Request, _ member: Member) async throws -> EventListPage {
        let now = site.clock.now()
        return try await site.database.read { db in
            EventListPage(upcoming: try db.all(.upcoming(at: now, limit: 200)), past: try db.all(.past(at: now, limit: 50)))
        }
    }

    func new(_ request: Request, _ member: Member) async throws -> EventFormPage {
        try await form(nil, EventForm(from: "18:00", until: "19:30", level: "0"))
    }

    func edit(_ request: Request, _ member: Member, _ id: EventID) async throws -> EventFormPage {
        let event = try await site.database.read { [events] in try events.find(id, in: $0) }
        return try await form(event, EventForm(event, in: site.configuration.zone))
    }

    private func form(_ event: Event?, _ form: EventForm, problem: Problem? = nil) async throws -> EventFormPage {
        EventFormPage(event: event, tiers: try await site.database.read { try $0.all(.tiers()) }, form: form, problem: problem)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response { try await keep(nil, request, member) }

    func save(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        try await keep(try await site.database.read { [events] in try events.find(id, in: $0) }, request, member)
    }

    private func keep(_ event: Event?, _ request: Request, _ member: Member) async throws -> Response {
        let typed = try request.form(EventForm.self)
        do {
            let draft = try EventDraft(typed, in: site.configuration.zone)
            try await site.write(by: member.id) { [events] in try events.save(draft, as: event?.id, in: $0) }
            return .seeOther(MuseumPaths.adminEvents(), flash: "Saved: \(draft.title)")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            return try await form(event, typed, problem: problem).response(for: request)
        }
    }

    func callOff(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        try await site.write(by: member.id) { [events] in try events.callOff(id, in: $0) }
        return .seeOther(MuseumPaths.adminEvents(), flash: "The event has been cancelled. Everyone who registered is notified.")
    }
}
