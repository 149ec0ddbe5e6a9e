import Audit
import Core
import Database
import Foundation
import Interface
import Markup
import Platform
import Web

/// Who registered for an event: for those who may see members, since names and addresses are theirs.
struct RegistrationRoutes: Sendable {
    let events: MuseumEvents

    private var site: Site { events.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.adminRegistrations, allow: .permission(.museumMembers), use: show),
            .post(MuseumPaths.adminRegistrations, allow: .permission(.museumMembers), use: add),
            .get(MuseumPaths.registrationSheet, allow: .permission(.museumMembers), use: sheet),
            .get(MuseumPaths.registrationFile, allow: .permission(.museumMembers), use: file),
            .post(MuseumPaths.giveRegistration, allow: .permission(.museumMembers), use: give),
            .get(MuseumPaths.removeRegistration, allow: .permission(.museumMembers), use: confirmRemoval),
            .post(MuseumPaths.removeRegistration, allow: .permission(.museumMembers), use: remove),
        ]
    }

    private func clock(_ request: Request) -> EventClock {
        EventClock(now: site.clock.now(), zone: site.configuration.zone, locale: Locale(identifier: request.language.rawValue))
    }

    private func list(_ id: EventID, _ request: Request) async throws -> (event: Event, people: [Registration]) {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [events] db in (try reader(events.find(id, in: db), in: db), try db.all(.registrations(at: id))) }
    }

    func show(_ request: Request, _ member: Member, _ id: EventID) async throws -> RegistrationsPage {
        let (event, people) = try await list(id, request)
        return RegistrationsPage(event: event, clock: clock(request), registrations: people)
    }

    func add(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        let form = try request.form(RegistrationForm.self)
        do {
            let name = try await site.write(by: member.id) { [events] in try events.give(to: form.email ?? "", at: id, in: $0) }
            return .seeOther(MuseumPaths.adminRegistrations(id), flash: "\(name) has a place.")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            let (event, people) = try await list(id, request)
            return try await RegistrationsPage(event: event, clock: clock(request), registrations: people, form: form, problem: problem)
                .response(for: request)
        }
    }

    func sheet(_ request: Request, _ member: Member, _ id: EventID) async throws -> RegistrationSheet {
        let (event, people) = try await list(id, request)
        return RegistrationSheet(event: event, clock: clock(request), registrations: people)
    }

    func file(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        let (event, people) = try await list(id, request)
        try await site.write(by: member.id) { write in try write.audit(.exportData, id, ["name": event.title]) }
        var csv = CSVWriter((["Name", "Email", "Status", "Registered on"] as [Text]).map { request.render($0) })
        for one in people {
            let status: Text = one.status == .registered ? "With a place" : "On the waiting list"
            csv.add([one.name, one.email, request.render(status), one.askedAt.rfc3339])
        }
        return csv.response(named: "registrations-\(id).csv")
    }

    func give(_ request: Request, _ member: Member, _ id: EventID, _ person: PersonID) async throws -> Response {
        let one = try await known(person, at: id, request)
        try await site.write(by: member.id) { [events] in try events.give(to: person, at: id, in: $0) }
        return .seeOther(MuseumPaths.adminRegistrations(id), flash: "\(one.name) has a place.")
    }

    private func known(_ person: PersonID, at id: EventID, _ request: Request) async throws -> Registration {
        guard let one = try await list(id, request).people.first(where: { $0.person == person }) else { throw Problem.notFound }
        return one
    }

    func confirmRemoval(_ request: Request, _ member: Member, _ id: EventID, _ person: PersonID) async throws -> ConfirmPage {
        let people = try await list(id, request).people
        guard let one = people.first(where: { $0.person == person }) else { throw Problem.notFound }
        let isAwaited = people.contains { $0.status == .waiting }
        let place: Text = isAwaited ? "The next person on the waiting list gets their place." : "Their place becomes free."
        return ConfirmPage(
            "Remove \(one.name)?", shell: .admin, activePath: MuseumPaths.adminEvents(),
            message: one.status == .registered ? place : "They’re no longer on the waiting list.",
            consequences: ["\(one.name) is notified."], confirm: "Remove from the event", icon: .close,
            action: MuseumPaths.removeRegistration(id, person),
            cancel: MuseumPaths.adminRegistrations(id)
        ) { .nothing }
    }

    func remove(_ request: Request, _ member: Member, _ id: EventID, _ person: PersonID) async throws -> Response {
        let one = try await known(person, at: id, request)
        try await site.write(by: member.id) { [events] in try events.remove(person, from: id, in: $0) }
        return .seeOther(MuseumPaths.adminRegistrations(id), flash: "\(one.name) has been removed.")
    }
}
