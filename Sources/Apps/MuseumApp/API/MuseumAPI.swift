import Core
import Database
import Platform
import Web

/// The museum for programs: what its pages show, by the same rules. Only a place at an event can be taken here.
struct MuseumAPI: Sendable {
    let services: MuseumServices

    private static let pages = PageSize(usual: 50, most: 200)
    private static let farthest = 100_000

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.apiTiers, allow: .everyone, use: tiers).summary("What one can be a member of, in the order of the page."),
            .get(MuseumPaths.apiRooms, allow: .everyone, use: rooms).summary("The rooms in the order in which one walks."),
            .get(MuseumPaths.apiExhibits, allow: .everyone, use: exhibits)
                .summary("What the gallery shows, room by room and page by page.").query("q", .text(most: 200), "Words of the label.")
                .query("room", .id, "Only of this room.").paged(Self.pages),
            .get(MuseumPaths.apiExhibit, allow: .everyone, use: exhibit).summary("One exhibit with its history."),
            .get(MuseumPaths.apiEvents, allow: .everyone, use: events).summary("Events that aren’t over, the next first; 100 at most."),
            .get(MuseumPaths.apiEvent, allow: .everyone, use: event).summary("One event, also when it is over or cancelled."),
            .put(MuseumPaths.apiRegistration, allow: .members, body: .none, use: register)
                .summary("Takes a place at an event for the caller, or one on the waiting list. Again it changes nothing.").refuses(
                    .conflict, .forbidden),
            .delete(MuseumPaths.apiRegistration, allow: .members, use: leave).summary("Gives the caller’s place back."),
            .get(MuseumPaths.apiMembership, allow: .members, use: membership).summary("The caller’s membership that holds now."),
        ]
    }

    private func address(_ request: Request) -> WholeAddress { WholeAddress(site.configuration.baseURL, request) }

    func tiers(_ request: Request, _ visitor: Visitor) async throws -> [TierAnswer] {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { db in try reader(db.all(.tiers()), in: db).map { TierAnswer($0) } }
    }

    func rooms(_ request: Request, _ visitor: Visitor) async throws -> [RoomAnswer] {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { db in
            try reader(db.all(.rooms), in: db).map { RoomAnswer(id: $0.id, name: $0.name, text: $0.text) }
        }
    }

    func exhibits(_ request: Request, _ visitor: Visitor) async throws -> Paged<ExhibitAnswer> {
        let filter = ExhibitFilter(words: (request.query["q"] ?? "").tidied(limit: 200), room: request.query["room"].flatMap { RoomID($0) })
        let (start, limit) = (try request.after(.exhibits)?.offset ?? 0, try request.query.limit(Self.pages))
        guard (0...Self.farthest).contains(start) else { return Paged(items: [], next: nil) }
        let (address, reader) = (address(request), ReaderLanguage(request, site))
        let found = try await site.database.read { db in try reader(db.all(.exhibits(filter, from: start, limit: limit + 1)), in: db) }
        let (page, next) = try found.page(of: limit) { _ in try request.cursor(.exhibits, after: ExhibitKey(offset: start + limit)) }
        return Paged(items: page.map { ExhibitAnswer($0, address) }, next: next)
    }

    func exhibit(_ request: Request, _ visitor: Visitor, _ id: ExhibitID) async throws -> ExhibitAnswer {
        let reader = ReaderLanguage(request, site)
        guard let found = try await site.database.read({ db in try reader(db.first(.exhibit(id)), in: db) }), found.isPublic else {
            throw Problem.notFound
        }
        return ExhibitAnswer(found, address(request))
    }

    func events(_ request: Request, _ visitor: Visitor) async throws -> [EventAnswer] {
        let (now, address, reader) = (site.clock.now(), address(request), ReaderLanguage(request, site))
        return try await site.database.read { db in
            try reader(db.all(.upcoming(at: now, limit: 100)), in: db).map { EventAnswer($0, address) }
        }
    }

    func event(_ request: Request, _ visitor: Visitor, _ id: EventID) async throws -> EventAnswer {
        let reader = ReaderLanguage(request, site)
        return EventAnswer(
            try await site.database.read { [services] db in try reader(services.events.find(id, in: db), in: db) }, address(request))
    }

    func register(_ request: Request, _ member: Member, _ id: EventID) async throws -> RegistrationAnswer {
        let status = try await site.write(by: member.id) { [services] in try services.events.register(member.id, for: id, in: $0) }
        return RegistrationAnswer(event: id, status: status)
    }

    func leave(_ request: Request, _ member: Member, _ id: EventID) async throws -> NoContent {
        try await site.write(by: member.id) { [services] in try services.events.cancel(member.id, at: id, in: $0) }
        return NoContent()
    }

    func membership(_ request: Request, _ member: Member) async throws -> MembershipAnswer {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [services] db in
            guard let found = try reader(services.memberships.current(of: member.id, in: db), in: db) else { throw Problem.notFound }
            return MembershipAnswer(found.membership, found.tier, number: try MemberNumbers.number(for: found.membership, in: db))
        }
    }
}

/// Where the next page of the gallery begins.
struct ExhibitKey: Codable, Sendable {
    let offset: Int
}

extension CursorScope<ExhibitKey> {
    static var exhibits: Self { Self("museum.exhibits") }
}
