import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct RegistrationTests {
    private static let title = "A talk"

    /// The form of an event two days from now, at six in the evening.
    private func form(_ museum: Museum, places: Int? = 1, level: Int = 0) -> EventForm {
        let day = Day(museum.app.site.clock.now(), in: museum.app.site.configuration.zone).adding(2).description
        return EventForm(
            title: Self.title, text: "", place: "Great hall", day: day, from: "18:00", until: "19:30", places: places.map(String.init),
            level: String(level))
    }

    private func plan(_ museum: Museum, _ form: EventForm) async throws -> EventID {
        let (events, draft) = (try museum.services.events, try EventDraft(form, in: museum.app.site.configuration.zone, currency: "USD"))
        return try await museum.app.site.write(by: nil) { try events.save(draft, as: nil, in: $0) }
    }

    private func find(_ id: EventID, _ museum: Museum) async throws -> Event {
        try await museum.app.site.database.read { try $0.one(.event(id)) }
    }

    private func status(of who: Cast, at id: EventID, _ museum: Museum) async throws -> RegistrationStatus? {
        let (events, person) = (try museum.services.events, try await museum.app.person(who))
        return try await museum.app.site.database.read { try events.status(of: person, at: id, in: $0) }
    }

    @Test(.covers("MUS-031", "MUS-046"), arguments: Engine.available)
    func `a manager sees who has a place and who waits, in order, on the screen, on paper and as a file`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let talk = try await plan(museum, form(museum))
            for who in [Cast.bea, .ada] { _ = try await museum.app.signedIn(who).post(MuseumPaths.joinEvent(talk)) }
            let owner = try await museum.app.signedIn(.owner)
            #expect(try await owner.get(MuseumPaths.adminEvent(talk)).text.contains(MuseumPaths.adminRegistrations(talk)))
            let page = try await owner.get(MuseumPaths.adminRegistrations(talk)).text
            #expect(page.contains("With a place: 1") && page.contains("On the waiting list: 1"))
            #expect(page.contains(Cast.bea.email) && page.contains("1. \(Cast.ada.name)"))
            let sheet = try await owner.get(MuseumPaths.registrationSheet(talk)).text
            #expect(sheet.contains(Cast.bea.name) && !sheet.contains(Cast.ada.name))
            let file = try await owner.get(MuseumPaths.registrationFile(talk))
            #expect(file["Content-Type"]?.hasPrefix("text/csv") == true)
            let lines = file.text.split(whereSeparator: \.isNewline)
            #expect(lines.count == 3 && lines[1].contains("\(Cast.bea.email),With a place") && lines[2].contains("On the waiting list"))
            for path in [MuseumPaths.adminRegistrations(talk), MuseumPaths.registrationSheet(talk), MuseumPaths.registrationFile(talk)] {
                #expect(try await museum.app.signedIn(.ada).get(path).status == .notFound)
            }
        }
    }

    @Test(.covers("MUS-031"), arguments: Engine.available)
    func `staff give a place by hand, and the one they take goes to who has waited longest`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let talk = try await plan(museum, form(museum))
            let owner = try await museum.app.signedIn(.owner)
            _ = try await museum.app.signedIn(.ada)
            let ada = try await museum.app.person(.ada)
            let refused = try await owner.post(MuseumPaths.adminRegistrations(talk), ["email": "nobody@example.org"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("No account has this email address."))
            #expect(try await owner.post(MuseumPaths.adminRegistrations(talk), ["email": Cast.ada.email]).status == .seeOther)
            #expect(try await status(of: .ada, at: talk, museum) == .registered)
            _ = try await museum.app.signedIn(.bea).post(MuseumPaths.joinEvent(talk))
            let bea = try await museum.app.person(.bea)
            _ = try await owner.post(MuseumPaths.giveRegistration(talk, bea))
            #expect(try await status(of: .bea, at: talk, museum) == .registered)
            #expect(try await find(talk, museum).taken == 2)
            let question = try await owner.get(MuseumPaths.removeRegistration(talk, ada)).text
            #expect(question.contains("Remove \(Cast.ada.name)?") && !question.contains("name=\"confirmed\""), "they can get a place again")
            _ = try await owner.post(MuseumPaths.removeRegistration(talk, ada))
            #expect(try await status(of: .ada, at: talk, museum) == nil)
            try await museum.app.runJobs()
            let inbox = try await museum.app.signedIn(.ada).get(SitePaths.inbox()).text
            #expect(inbox.contains("Your place was cancelled: A talk"))
            #expect(try await museum.app.signedIn(.ada).post(MuseumPaths.giveRegistration(talk, ada)).status == .notFound)
        }
    }

    @Test(.covers("MUS-031", "MUS-047"), arguments: Engine.available)
    func `whoever cancels is told first who gets the place, and needs to tick nothing`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let talk = try await plan(museum, form(museum))
            let (ada, bea) = (try await museum.app.signedIn(.ada), try await museum.app.signedIn(.bea))
            #expect(try await ada.get(MuseumPaths.leaveEvent(talk)).location == MuseumPaths.event(talk), "there is nothing to cancel")
            _ = try await ada.post(MuseumPaths.joinEvent(talk))
            #expect(try await ada.get(MuseumPaths.event(talk)).text.contains("href=\"\(MuseumPaths.leaveEvent(talk))\""))
            #expect(try await ada.get(MuseumPaths.leaveEvent(talk)).text.contains("You can register again as long as there are places left."))
            _ = try await bea.post(MuseumPaths.joinEvent(talk))
            let question = try await ada.get(MuseumPaths.leaveEvent(talk)).text
            #expect(question.contains("Cancel your place at “A talk”?") && question.contains("The next person on the waiting list gets your place."))
            #expect(!question.contains("type=\"checkbox\"") && question.contains("Keep my place"))
            #expect(try await bea.get(MuseumPaths.leaveEvent(talk)).text.contains("Leave the waiting list for “A talk”?"))
            _ = try await ada.post(MuseumPaths.leaveEvent(talk))
            #expect(try await status(of: .bea, at: talk, museum) == .registered)
        }
    }

    @Test(.covers("MUS-031"), arguments: Engine.available)
    func `the events page shows members what they registered for`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let talk = try await plan(museum, form(museum))
            let (ada, bea) = (try await museum.app.signedIn(.ada), try await museum.app.signedIn(.bea))
            #expect(try await !ada.get(MuseumPaths.events()).text.contains("My events"))
            for one in [ada, bea] { _ = try await one.post(MuseumPaths.joinEvent(talk)) }
            let (own, waiting) = (try await ada.get(MuseumPaths.events()).text, try await bea.get(MuseumPaths.events()).text)
            #expect(own.contains("My events") && own.contains("You have a place"))
            #expect(waiting.contains("My events") && waiting.contains("On the waiting list"))
            #expect(try await !museum.app.guest.get(MuseumPaths.events()).text.contains("My events"))
            #expect(try await ada.get(MuseumPaths.home()).text.contains("You have a place"))
        }
    }

    @Test(.covers("MUS-012", "MUS-034"), arguments: Engine.available)
    func `an event for members says to strangers for whom it is, and where to become one`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            _ = try await museum.tier("Household", level: 2)
            let talk = try await plan(museum, form(museum, places: 5, level: 2))
            let page = try await museum.app.guest.get(MuseumPaths.event(talk)).text
            #expect(page.contains("For members: Household and above.") && page.contains("See memberships"))
            #expect(!page.contains("Register now"))
        }
    }

    @Test(.covers("MUS-031"), arguments: Engine.available)
    func `an event is moved to another day by its day alone`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let zone = museum.app.site.configuration.zone
            let evening = try await plan(museum, form(museum))
            var moved = EventForm(try await find(evening, museum), in: zone)
            #expect(moved.lastDay == nil)
            let day = Day(museum.app.site.clock.now(), in: zone).adding(9)
            moved.day = day.description
            let fields = [
                ("title", Self.title), ("day", day.description), ("from", moved.from ?? ""), ("lastDay", moved.lastDay ?? ""),
                ("until", moved.until ?? ""), ("places", "1"), ("level", "0"),
            ]
            let saved = try await museum.app.signedIn(.owner).post(MuseumPaths.adminEvent(evening), fields: fields)
            #expect(saved.status == .seeOther, "\(saved.text)")
            #expect(Day(try await find(evening, museum).endsAt, in: zone) == day)
        }
    }

    @Test(.covers("MUS-031"))
    func `midnight ends the day that it belongs to, and a later last day stays`() async throws {
        try await withMuseum(on: .sqlite) { museum in
            let zone = museum.app.site.configuration.zone
            var night = form(museum)
            night.until = "00:00"
            let shown = EventForm(try await find(plan(museum, night), museum), in: zone)
            #expect(shown.lastDay == nil && shown.until == "00:00")
            var weekend = form(museum)
            weekend.lastDay = Day(museum.app.site.clock.now(), in: zone).adding(3).description
            #expect(EventForm(try await find(plan(museum, weekend), museum), in: zone).lastDay == weekend.lastDay)
            weekend.day = Day(museum.app.site.clock.now(), in: zone).adding(4).description
            #expect { try EventDraft(weekend, in: zone, currency: "USD") } throws: { ($0 as? Problem)?.fields["lastDay"] != nil }
        }
    }
}
