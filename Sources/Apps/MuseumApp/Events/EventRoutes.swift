import Core
import Database
import Foundation
import Interface
import Media
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
            .get(MuseumPaths.eventPicture, allow: .everyone, use: picture),
            .get(MuseumPaths.eventFeed, allow: .everyone, use: feed),
            .get(MuseumPaths.eventFile, allow: .everyone, use: file),
            .post(MuseumPaths.joinEvent, allow: .members, use: join),
            .get(MuseumPaths.leaveEvent, allow: .members, use: confirmLeaving),
            .post(MuseumPaths.leaveEvent, allow: .members, use: leave),
            .get(MuseumPaths.adminEvents, allow: .permission(.museumContent), use: plan),
            .get(MuseumPaths.adminNewEvent, allow: .permission(.museumContent), use: new),
            .post(MuseumPaths.adminNewEvent, allow: .permission(.museumContent), body: PictureMaker.upload, use: add),
            .get(MuseumPaths.adminEvent, allow: .permission(.museumContent), use: edit),
            .post(MuseumPaths.adminEvent, allow: .permission(.museumContent), body: PictureMaker.upload, use: save),
            .get(MuseumPaths.adminCancelEvent, allow: .permission(.museumContent), use: confirmCallingOff),
            .post(MuseumPaths.adminCancelEvent, allow: .permission(.museumContent), use: callOff),
        ]
    }

    private func clock(_ request: Request) -> EventClock {
        EventClock(now: site.clock.now(), zone: site.configuration.zone, locale: Locale(identifier: request.language.rawValue))
    }

    func list(_ request: Request, _ visitor: Visitor) async throws -> EventsPage {
        let feed = WholeAddress(site.configuration.baseURL, request).of(MuseumPaths.eventFeed())
        let (clock, reader) = (clock(request), ReaderLanguage(request, site))
        return try await site.database.read { db in
            let events = try reader(db.all(.upcoming(at: clock.now, limit: 100)), in: db)
            return EventsPage(
                events: events, tiers: try reader.tiers(askedForBy: events, in: db), clock: clock, feed: feed,
                standings: try visitor.personID.map { try MuseumEvents.standings(of: $0, at: clock.now, in: db) } ?? [:])
        }
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: EventID) async throws -> EventPage {
        let (clock, reader) = (clock(request), ReaderLanguage(request, site))
        return try await site.database.read { [events, site] db in
            let event = try reader(events.find(id, in: db), in: db)
            let person = visitor.personID
            let level = try person.flatMap { try events.memberships.current(of: $0, in: db) }?.tier.level ?? 0
            return EventPage(
                event: event, clock: clock, standing: try person.flatMap { try events.status(of: $0, at: id, in: db) }, isSignedIn: person != nil,
                isEntitled: level >= event.level, isEditor: visitor.identity.may(.museumContent),
                facts: try EventFacts(event, site, request).script(),
                tier: try reader.tiers(askedForBy: [event], in: db).lowest(for: event))
        }
    }

    func picture(_ request: Request, _ visitor: Visitor, _ id: EventID, _ size: PictureSize) async throws -> FileAnswer {
        let event = try await site.database.read { [events] in try events.find(id, in: $0) }
        guard let file = event.picture?.file(size) else { throw Problem.notFound }
        return FileAnswer(
            url: site.media.url(file), contentType: StoredPicture.mediaType, entityTag: file.digest, isImmutable: request.query["v"] != nil)
    }

    // MARK: Calendars

    /// The calendar that people subscribe to; it needs no account, since calendars have none.
    func feed(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let now = site.clock.now()
        let reader = ReaderLanguage(request, site)
        let found = try await site.database.read { db in
            try reader(db.all(.calendar(from: now - EventCalendar.past, to: now + EventCalendar.future, limit: EventCalendar.most)), in: db)
        }
        return EventCalendar(site, request).answer(found, named: "events.ics", for: request)
    }

    func file(_ request: Request, _ visitor: Visitor, _ id: EventID) async throws -> Response {
        let reader = ReaderLanguage(request, site)
        let event = try await site.database.read { [events] db in try reader(events.find(id, in: db), in: db) }
        return EventCalendar(site, request).answer([event], named: "event-\(id).ics", for: request)
    }

    func join(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        let status = try await site.write(by: member.id) { [events] in try events.register(member.id, for: id, in: $0) }
        return .seeOther(MuseumPaths.event(id), flash: status == .registered ? "You have a place." : "You’re on the waiting list.")
    }

    // MARK: Planning

    func plan(_ request: Request, _ member: Member) async throws -> EventListPage {
        let (now, reader) = (site.clock.now(), ReaderLanguage(request, site))
        return try await site.database.read { db in
            EventListPage(
                upcoming: try reader(db.all(.upcoming(at: now, limit: 200)), in: db), past: try reader(db.all(.past(at: now, limit: 50)), in: db))
        }
    }

    func new(_ request: Request, _ member: Member) async throws -> EventFormPage {
        try await form(nil, EventForm(from: "18:00", until: "19:30", level: "0"), for: member, request)
    }

    func edit(_ request: Request, _ member: Member, _ id: EventID) async throws -> EventFormPage {
        let event = try await site.database.read { [events] in try events.find(id, in: $0) }
        let words = try await site.database.read { try Translations.of(event, in: $0) }
        return try await form(event, EventForm(event, in: site.configuration.zone), words, for: member, request)
    }

    private var languages: [Language] { site.languages(of: MuseumApp.manifest) }

    private func form(
        _ event: Event?, _ form: EventForm, _ words: Translations = [:], for member: Member, _ request: Request, problem: Problem? = nil
    ) async throws -> EventFormPage {
        let reader = ReaderLanguage(request, site)
        return EventFormPage(
            event: event, tiers: try await site.database.read { try reader($0.all(.tiers()), in: $0) }, form: form,
            currency: event?.price?.currency ?? MuseumSettings.currency(site), languages: languages, words: words,
            seesPeople: member.may(.museumMembers), problem: problem)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response { try await keep(nil, request, member) }

    func save(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        try await keep(try await site.database.read { [events] in try events.find(id, in: $0) }, request, member)
    }

    private func keep(_ event: Event?, _ request: Request, _ member: Member) async throws -> Response {
        let (typed, words) = (try request.form(EventForm.self), TranslationForm(Event.self, try request.formFields(), languages))
        let file = request.files.first { $0.field == PictureRefusal.field && $0.size > 0 }
        do {
            let now = site.clock.now()
            let hasPicture = file != nil || event?.picture != nil && typed.removesPicture != true
            let draft = try words.checked { () throws(Problem) in
                let draft = try EventDraft(
                    typed, in: site.configuration.zone, currency: event?.price?.currency ?? MuseumSettings.currency(site),
                    hasPicture: hasPicture)
                if event.map({ $0.endsAt > now }) ?? true { try draft.checkDay(typed, at: now) }
                return draft
            }
            let change = file.map { .file($0.url) } ?? (typed.removesPicture == true ? .remove : PictureChange.keep)
            let id = try await events.save(draft, words.words, as: event?.id, change, by: member.id)
            return .seeOther(MuseumPaths.adminEvents() + "#" + EventListPage.row(id), flash: "Saved: \(draft.title)")
        } catch let refusal as any ProblemConvertible where request.wantsPage && refusal.problem.kind == .invalid {
            let problem = PictureRefusal.again(after: refusal.problem, of: request)
            return try await form(event, typed, words.words, for: member, request, problem: problem).response(for: request)
        }
    }

    func confirmCallingOff(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        let reader = ReaderLanguage(request, site)
        let event = try await site.database.read { [events] in try reader(events.find(id, in: $0), in: $0) }
        guard !event.isCancelled else { return .seeOther(MuseumPaths.adminEvent(id)) }
        let people = event.taken + event.waiting
        return try await ConfirmPage(
            "Cancel this event?", shell: .admin, activePath: MuseumPaths.adminEvents(), message: "“\(event.title)” stays visible as cancelled.",
            consequences: [people == 0 ? "Nobody has registered." : "\(people) people are notified."], confirm: "Cancel event", icon: .ban,
            action: MuseumPaths.adminCancelEvent(id), cancel: MuseumPaths.adminEvent(id), keep: "Keep the event"
        ).response(for: request)
    }

    func callOff(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(MuseumPaths.adminCancelEvent(id)) }
        try await site.write(by: member.id) { [events] in try events.callOff(id, in: $0) }
        return .seeOther(MuseumPaths.adminEvents(), flash: "The event has been cancelled. Everyone who registered is notified.")
    }
}
