import Core
import Database
import Foundation
import Mail
import Notifications
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct EventTests {
    /// An event two days from now.
    private func event(_ museum: Museum, places: Int? = 1, level: Int = 0, price: String? = nil) async throws -> EventID {
        let zone = museum.app.site.configuration.zone
        let day = Day(museum.app.site.clock.now(), in: zone).adding(2).description
        let form = EventForm(
            title: "A talk", text: "About lamps.", place: "Great hall", day: day, from: "18:00", until: "19:30", places: places.map(String.init),
            level: String(level), price: price)
        let events = try museum.services.events
        let draft = try EventDraft(form, in: zone, currency: "USD")
        return try await museum.app.site.write(by: nil) { try events.save(draft, as: nil, in: $0) }
    }

    private func inbox(_ who: Cast, _ museum: Museum) async throws -> String {
        try await museum.app.runJobs()
        return try await museum.app.signedIn(who).get(SitePaths.inbox()).text
    }

    @Test(.covers("MUS-030"), arguments: Engine.available)
    func `wherever an event is listed it names the membership that it asks for`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            _ = try await museum.tier("Household", level: 2)
            let talk = try await event(museum, places: 20, level: 2)
            for page in [MuseumPaths.events(), MuseumPaths.home(), MuseumPaths.event(talk)] {
                #expect(try await museum.app.guest.get(page).text.contains("Members: Household and above"), "\(page)")
            }
        }
    }

    @Test(.covers("MUS-030", "MUS-031"), arguments: Engine.available)
    func `who comes too late waits, and gets the place that becomes free`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let talk = try await event(museum)
            let (ada, bea) = (try await museum.app.signedIn(.ada), try await museum.app.signedIn(.bea))
            for page in [MuseumPaths.event(talk), MuseumPaths.events()] {
                #expect(try await museum.app.guest.get(page).text.contains("1 place left"), "\(page)")
            }
            _ = try await ada.post(MuseumPaths.joinEvent(talk))
            #expect(try await ada.get(MuseumPaths.event(talk)).text.contains("You have a place"))
            _ = try await bea.post(MuseumPaths.joinEvent(talk))
            #expect(try await bea.get(MuseumPaths.event(talk)).text.contains("You’re on the waiting list"))
            _ = try await ada.post(MuseumPaths.leaveEvent(talk))
            #expect(try await bea.get(MuseumPaths.event(talk)).text.contains("You have a place"))
            #expect(try await inbox(.bea, museum).contains("You have a place: A talk"))
        }
    }

    @Test(.covers("MUS-030", "MUS-047"), arguments: Engine.available)
    func `the list says on which weekday an event is and what it costs, where somebody said`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (costs, free, unsaid) = (
                try await event(museum, price: "12"), try await event(museum, price: "0"), try await event(museum, price: " ")
            )
            let list = try await museum.app.guest.get(MuseumPaths.events()).text
            #expect(list.contains("US$12") && list.split(separator: ">Free · 1 place left<").count == 2, "once: nobody said what the third costs")
            let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
            #expect(days.contains { list.contains("\($0), 18:00") })
            #expect(try await museum.app.guest.get(MuseumPaths.event(free)).text.contains(">Free<"))
            #expect(try await museum.app.guest.get(MuseumPaths.event(costs)).text.contains("You pay US$12 at the museum on the day."))
            let told = try await museum.app.guest.get(MuseumPaths.apiEvent(unsaid)).text
            #expect(!told.contains("\"price\""))
            #expect(try await museum.app.guest.get(MuseumPaths.apiEvent(costs)).text.contains("\"price\":1200"))
            let zone = museum.app.site.configuration.zone
            let form = EventForm(title: "A talk", day: "2030-01-01", from: "18:00", until: "19:00", price: "cheap")
            #expect { try EventDraft(form, in: zone, currency: "USD") } throws: { ($0 as? Problem)?.fields["price"] != nil }
        }
    }

    @Test(.covers("MUS-031", "MUS-034"), arguments: Engine.available)
    func `those who have a place are reminded the day before, and nobody else`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let talk = try await event(museum)
            _ = try await museum.app.signedIn(.ada).post(MuseumPaths.joinEvent(talk))
            _ = try await museum.app.signedIn(.bea).post(MuseumPaths.joinEvent(talk))
            let start = try await museum.app.site.database.read { try $0.one(.event(talk)) }.startsAt
            museum.app.clock.advance(by: start - museum.app.site.clock.now() - MuseumEvents.remindedBefore + .seconds(1))
            try await museum.app.runJobs()
            #expect(try await museum.app.emails(to: Cast.ada.email).map(\.subject) == ["Tomorrow: A talk"])
            #expect(try await museum.app.emails(to: Cast.bea.email).isEmpty)
        }
    }

    @Test(.covers("MUS-031"), arguments: Engine.available)
    func `an event that is called off stays visible as cancelled, and everyone who registered is told`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let talk = try await event(museum)
            _ = try await museum.app.signedIn(.ada).post(MuseumPaths.joinEvent(talk))
            let owner = try await museum.app.signedIn(.owner)
            let question = try await owner.get(MuseumPaths.adminCancelEvent(talk))
            #expect(question.text.contains("Cancel this event?") && question.text.contains("1 person is notified."))
            _ = try await owner.post(MuseumPaths.adminCancelEvent(talk))
            #expect(try await !museum.app.guest.get(MuseumPaths.event(talk)).text.contains("This event has been cancelled."))
            #expect(try await owner.post(MuseumPaths.adminCancelEvent(talk), ["confirmed": "true"]).status == .seeOther)
            #expect(try await museum.app.guest.get(MuseumPaths.event(talk)).text.contains("This event has been cancelled."))
            #expect(try await inbox(.ada, museum).contains("Cancelled: A talk"))
            #expect(try await museum.app.signedIn(.bea).post(MuseumPaths.joinEvent(talk)).status == .conflict)
        }
    }

    @Test(.covers("MUS-012", "MUS-034"), arguments: Engine.available)
    func `only members of the tier register for an event of theirs`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household", level: 2)
            let talk = try await event(museum, places: 5, level: 2)
            let ada = try await museum.app.signedIn(.ada)
            let refused = try await ada.post(MuseumPaths.joinEvent(talk))
            #expect(refused.status == .forbidden)
            #expect(try await ada.get(MuseumPaths.event(talk)).text.contains("See memberships"))
            try await museum.takeCash(museum.chosen(museum.buy(tier, ada)))
            #expect(try await ada.post(MuseumPaths.joinEvent(talk)).status == .seeOther)
        }
    }

    @Test(.covers("MUS-029", "MUS-046"), arguments: Engine.available)
    func `news is kept as a draft, and shows from its day on`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (owner, guest) = (try await museum.app.signedIn(.owner), museum.app.guest)
            let fields = ["title": "Open again", "text": "From Tuesday."]
            func find() async throws -> NewsItem { try #require(try await museum.app.site.database.read { try $0.all(.allNews(limit: 1)) }.first) }
            #expect(try await owner.post(MuseumPaths.adminNews(), form: fields.merging(["day": "soon"]) { $1 }).status == .unprocessableContent)
            _ = try await owner.post(MuseumPaths.adminNews(), form: fields.merging(["isDraft": "true"]) { $1 })
            let id = try await find().id
            #expect(try await guest.get(MuseumPaths.newsItem(id)).status == .notFound)
            for path in [MuseumPaths.news(), MuseumPaths.home()] { #expect(try await !guest.get(path).text.contains("Open again"), "\(path)") }
            let preview = try await owner.get(MuseumPaths.newsItem(id)).text
            #expect(preview.contains(">Draft<") && preview.contains("href=\"\(MuseumPaths.adminNewsItem(id))\""), "with the way back to its form")
            // Published for a day that is to come.
            let day = Day(museum.now, in: museum.app.site.configuration.zone).adding(2).description
            let planned = fields.merging(["day": day]) { $1 }
            _ = try await owner.post(MuseumPaths.adminNewsItem(id), form: planned)
            #expect(try await guest.get(MuseumPaths.newsItem(id)).status == .notFound)
            #expect(try await owner.get(MuseumPaths.adminNews()).text.contains("Shows from "))
            #expect(try await owner.get(MuseumPaths.adminNewsItem(id)).text.contains("value=\"\(day)\""))
            let later = try await museum.later(.owner, by: .days(2))
            #expect(try await guest.get(MuseumPaths.newsItem(id)).status == .ok)
            #expect(try await guest.get(MuseumPaths.home()).text.contains("Open again"))
            // Mended words leave its day; taken back, it is a draft again, which shows when it is published.
            let published = try await find().publishedAt
            _ = try await later.post(MuseumPaths.adminNewsItem(id), form: planned.merging(["title": "Open once more"]) { $1 })
            let mended = try await find()
            #expect(mended.publishedAt == published && mended.title == "Open once more")
            _ = try await later.post(MuseumPaths.adminNewsItem(id), form: planned.merging(["isDraft": "true"]) { $1 })
            #expect(try await guest.get(MuseumPaths.newsItem(id)).status == .notFound)
            _ = try await later.post(MuseumPaths.adminNewsItem(id), form: fields)
            #expect(try await find().isShown(at: museum.now))
        }
    }

    @Test(.covers("MUS-030", "MUS-046"), arguments: Engine.available)
    func `those who plan events are led from one to its form`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let talk = try await event(museum)
            let form = "href=\"\(MuseumPaths.adminEvent(talk))\""
            #expect(try await museum.app.signedIn(.owner).get(MuseumPaths.event(talk)).text.contains(form))
            #expect(try await !museum.app.signedIn(.ada).get(MuseumPaths.event(talk)).text.contains(form))
        }
    }

    @Test(.covers("MUS-029", "MUS-030"), arguments: Engine.available)
    func `everyone reads news, which editors alone write`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let refused = try await owner.post(MuseumPaths.adminNews(), ["title": "Open again", "text": ""])
            #expect(refused.status == .unprocessableContent && refused.text.contains("Open again") && refused.text.contains("Write a text."))
            #expect(try await owner.post(MuseumPaths.adminNews(), ["title": "Open again", "text": "From Tuesday."]).status == .seeOther)
            #expect(try await museum.app.guest.get(MuseumPaths.home()).text.contains("Open again"))
            #expect(try await museum.app.guest.get(MuseumPaths.news()).text.contains("From Tuesday."))
            #expect(try await museum.app.signedIn(.ada).post(MuseumPaths.adminNews(), ["title": "A", "text": "B"]).status == .notFound)
        }
    }

    @Test(
        .covers("MUS-029"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"), arguments: Engine.available)
    func `news has a picture with its words, and leads to more news`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let folder = try #require(SharedData.folder)
            let file = [("picture", "p.jpg", [UInt8](try Data(contentsOf: folder.appending(path: "images/pillow_flower.jpg"))))]
            let fields = [("title", "Open again"), ("text", "From Tuesday.")]
            let refused = try await owner.upload(MuseumPaths.adminNews(), fields: fields, files: file)
            #expect(refused.status == .unprocessableContent && refused.text.contains("Describe the picture for people who can’t see it."))
            let told = try await owner.upload(MuseumPaths.adminNews(), fields: fields + [("alt", "A yellow flower")], files: file)
            let item = try #require(try await museum.app.site.database.read { try $0.all(.allNews(limit: 1)) }.first)
            #expect(told.location == NewsAdminPage.address(at: item.id), "\(told.text)")
            let picture = try #require(item.picture)
            #expect(try await museum.app.guest.get(picture.address(.large, of: item.id)).status == .ok)
            _ = try await owner.post(MuseumPaths.adminNews(), ["title": "A found oar", "text": "It came home."])
            let page = try await museum.app.guest.get(MuseumPaths.newsItem(item.id)).text
            #expect(page.contains("alt=\"A yellow flower\"") && page.contains("More news") && page.contains("A found oar"))
            let bare = try await owner.post(MuseumPaths.adminNewsItem(item.id), fields: fields + [("alt", ""), ("removesPicture", "true")])
            #expect(bare.status == .seeOther)
            #expect(try await museum.app.guest.get(picture.address(.large, of: item.id)).status == .notFound)
        }
    }

    @Test(
        .covers("MUS-030"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"), arguments: Engine.available)
    func `an event has a picture with its words, in the list, on its page and for programs`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let folder = try #require(SharedData.folder)
            let file = [("picture", "p.jpg", [UInt8](try Data(contentsOf: folder.appending(path: "images/pillow_flower.jpg"))))]
            let day = Day(museum.app.site.clock.now(), in: museum.app.site.configuration.zone).adding(2).description
            let fields = [("title", "A talk"), ("day", day), ("from", "18:00"), ("until", "19:30"), ("text", "About lamps."), ("level", "0")]
            let refused = try await owner.upload(MuseumPaths.adminNewEvent(), fields: fields, files: file)
            #expect(refused.status == .unprocessableContent && refused.text.contains("Describe the picture for people who can’t see it."))
            #expect(refused.text.contains("Choose the picture again."))
            let planned = try await owner.upload(MuseumPaths.adminNewEvent(), fields: fields + [("alt", "A yellow flower")], files: file)
            #expect(planned.status == .seeOther, "\(planned.text)")
            let now = museum.app.site.clock.now()
            let event = try #require(try await museum.app.site.database.read { try $0.all(.upcoming(at: now, limit: 1)) }.first)
            let picture = try #require(event.picture)
            let guest = museum.app.guest
            #expect(try await guest.get(picture.address(.large, of: event.id)).status == .ok)
            #expect(try await guest.get(MuseumPaths.events()).text.contains(picture.address(.thumbnail, of: event.id)))
            #expect(try await guest.get(MuseumPaths.event(event.id)).text.contains("alt=\"A yellow flower\""))
            let told = try await guest.get(MuseumPaths.apiEvent(event.id)).json["picture"] as? [String: Any]
            #expect(told?["alt"] as? String == "A yellow flower" && (told?["large"] as? String)?.contains("/picture/large") == true)
            // Another title leaves the picture as it is.
            _ = try await owner.post(MuseumPaths.adminEvent(event.id), fields: fields + [("alt", "A flower")])
            #expect(try await guest.get(MuseumPaths.event(event.id)).text.contains("alt=\"A flower\""))
            _ = try await owner.post(MuseumPaths.adminEvent(event.id), fields: fields + [("removesPicture", "true")])
            #expect(try await guest.get(picture.address(.large, of: event.id)).status == .notFound)
        }
    }

    @Test(.covers("MUS-031", "CORE-020"), arguments: Engine.available)
    func `the place of somebody who leaves goes to whoever waits`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let talk = try await event(museum)
            _ = try await museum.app.signedIn(.ada).post(MuseumPaths.joinEvent(talk))
            let bea = try await museum.app.signedIn(.bea)
            _ = try await bea.post(MuseumPaths.joinEvent(talk))
            let ada = try await museum.app.person(.ada)
            let data = MuseumData(services: try museum.services)
            try await museum.app.site.write(by: nil) { try data.erase(ada, in: $0) }
            #expect(try await bea.get(MuseumPaths.event(talk)).text.contains("You have a place"))
            #expect(try await museum.app.site.database.read { try MuseumEvents.registrations(of: ada, in: $0) }.isEmpty)
        }
    }

    @Test(.covers("MUS-030"), arguments: Engine.available)
    func `an event on a day that has passed is asked about before it is planned`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let fields = ["title": "A talk", "day": "2001-01-01", "from": "18:00", "until": "19:00", "level": "0"]
            let asked = try await owner.post(MuseumPaths.adminNewEvent(), form: fields)
            #expect(asked.status == .unprocessableContent && asked.text.contains("This day has passed.") && asked.text.contains("name=\"isPast\""))
            let meant = fields.merging(["isPast": "true"]) { first, _ in first }
            #expect(try await owner.post(MuseumPaths.adminNewEvent(), form: meant).status == .seeOther)
            let past = try #require(try await museum.app.site.database.read { try $0.all(.past(at: museum.now, limit: 5)) }.first)
            // Mending its words asks for nothing.
            let mended = fields.merging(["title": "The talk"]) { _, new in new }
            #expect(try await owner.post(MuseumPaths.adminEvent(past.id), form: mended).status == .seeOther)
        }
    }

    @Test(.covers("MUS-011", "MUS-030"), arguments: Engine.available)
    func `an event for members names a tier that visitors can become members of`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            _ = try await museum.tier("Student", level: 1, isSold: false)
            let talk = try await event(museum, level: 1)
            #expect(try await museum.app.guest.get(MuseumPaths.event(talk)).text.contains("This event is for members."))
            let owner = try await museum.app.signedIn(.owner)
            #expect(try await owner.get(MuseumPaths.adminNewEvent()).text.contains("Members: Student<"), "nobody is above the only ones")
            _ = try await museum.tier("Household", level: 2)
            let page = try await museum.app.guest.get(MuseumPaths.event(talk)).text
            #expect(page.contains("For members: Household and above.") && !page.contains("Student"))
            #expect(try await owner.get(MuseumPaths.adminNewEvent()).text.contains("Members: Student (granted only) and above"))
        }
    }
}
