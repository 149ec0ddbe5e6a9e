import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// Texts of the museum in the languages of its readers.
@Suite struct TranslationTests {
    private func withMuseum(on engine: Engine, _ body: (Museum, TestClient, TestClient) async throws -> Void) async throws {
        try await MuseumAppTests.withMuseum(on: engine) { museum in
            try await museum.app.site.configure { $0.languages = [.english, .swedish, .swahili] }
            try await body(museum, museum.app.signedIn(.owner), museum.app.guest.with("Accept-Language", "sv"))
        }
    }

    private let lamp = [("kind", "object"), ("title", "A lamp"), ("creator", "Ada Holm"), ("text", "It burned all night."), ("isPublic", "true")]

    private func exhibit(_ museum: Museum) async throws -> Exhibit {
        try #require(try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(isForStaff: true), from: 0, limit: 2)) }.first)
    }

    private func room(_ museum: Museum) async throws -> Room {
        try #require(try await museum.app.site.database.read { try $0.all(Query<Room>.rooms) }.first)
    }

    @Test(.covers("MUS-011", "CORE-053"), arguments: Engine.available)
    func `a tier is read in the reader's language, and in the original where nobody wrote it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum, owner, swede in
            let tier = try await museum.tier("Household")
            let form = try await owner.get(MuseumPaths.adminTier(tier)).text
            #expect(form.contains("name=\"name.sv\"") && form.contains("name=\"benefits.sw\"") && !form.contains("name=\"name.en\""))
            let fields = [
                ("name", "Household"), ("summary", "For one person"), ("benefits", "Free entry"), ("price", "60"), ("months", "12"), ("level", "1"),
                ("guests", "2"), ("isSold", "true"),
            ]
            let words = [("name.sv", " Hushåll "), ("summary.sv", ""), ("benefits.sv", "Fri entré\n\nRabatt i butiken")]
            #expect(try await owner.post(MuseumPaths.adminTier(tier), fields: fields + words).status == .seeOther)
            let page = try await swede.get(MuseumPaths.tiers()).text
            #expect(page.contains("Hushåll") && page.contains("For one person") && page.contains("<span>Fri entré</span>") && page.contains("Rabatt"))
            #expect(!page.contains("Household") && !page.contains("Free entry"))
            #expect(try await museum.app.guest.get(MuseumPaths.tiers()).text.contains("Household"))
            #expect(try await museum.app.guest.with("Accept-Language", "sw").get(MuseumPaths.tiers()).text.contains("Household"))
            #expect(try await swede.asProgram.get(MuseumPaths.apiTiers()).text.contains("Hushåll"))
            // Whoever buys it reads it too.
            let ada = try await museum.app.signedIn(.ada).with("Accept-Language", "sv")
            #expect(try await ada.get(MuseumPaths.buy(tier)).text.contains("Hushåll"))
            _ = try await museum.member(ada, of: tier)
            #expect(try await ada.get(MuseumPaths.profile()).text.contains("Hushåll"))
            #expect(try await ada.get(MuseumPaths.home()).text.contains("Hushåll"))
            // So do whoever shows the code, and whoever serves at the desk.
            #expect(try await ada.get(MuseumPaths.code()).text.contains("Hushåll"))
            let (person, desk) = (try await museum.app.person(.ada), try await museum.app.signedIn(.owner).with("Accept-Language", "sv"))
            for path in [MuseumPaths.deskPerson(person), link(MuseumPaths.desk(), query: ["q": "ada"])] {
                let text = try await desk.get(path).text
                #expect(text.contains("Hushåll") && !text.contains("Household"), "\(path)")
            }
            // A form without a language's fields says nothing of it; an empty field is the original again.
            #expect(try await owner.post(MuseumPaths.adminTier(tier), fields: fields).status == .seeOther)
            #expect(try await swede.get(MuseumPaths.tiers()).text.contains("Hushåll"))
            #expect(try await owner.post(MuseumPaths.adminTier(tier), fields: fields + [("name.sv", " ")]).status == .seeOther)
            #expect(try await swede.get(MuseumPaths.tiers()).text.contains("Household"))
        }
    }

    @Test(.covers("MUS-026", "CORE-053"), arguments: Engine.available)
    func `rooms and exhibits are read, searched and described to viewers in the reader's language`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum, owner, swede in
            let named = [("name", "The Slip"), ("text", "Boats were built here."), ("name.sv", "Slipen"), ("text.sv", "Här byggdes båtar.")]
            #expect(try await owner.post(MuseumPaths.adminRooms(), fields: named).status == .seeOther)
            let room = try await room(museum)
            let words = [("title.sv", "En lampa"), ("text.sv", "Den brann hela natten.\n\nSedan slocknade den."), ("alt.sv", "En mässingslampa")]
            let fields = lamp + [("room", room.id.description)]
            #expect(try await owner.post(MuseumPaths.adminNewExhibit(), fields: fields + words).status == .seeOther)
            let exhibit = try await exhibit(museum)
            let page = try await swede.get(MuseumPaths.exhibit(exhibit.id)).text
            #expect(page.contains("En lampa") && page.contains("<p>Sedan slocknade den.</p>") && page.contains("Slipen") && page.contains("Ada Holm"))
            #expect(!page.contains("A lamp") && !page.contains("It burned"))
            #expect(try await museum.app.guest.get(MuseumPaths.exhibit(exhibit.id)).text.contains("A lamp"))
            let gallery = try await swede.get(link(MuseumPaths.gallery(), query: ["room": room.id.description])).text
            #expect(gallery.contains("Slipen") && gallery.contains("Här byggdes båtar.") && gallery.contains("En lampa"))
            for client in [swede, museum.app.guest] {
                for word in ["slocknade", "burned"] {
                    #expect(try await client.get(MuseumPaths.gallery() + "?q=\(word)").text.contains(MuseumPaths.exhibit(exhibit.id)), "\(word)")
                }
            }
            // What is imported again keeps what was translated, also for the search.
            let draft = try ExhibitDraft(ExhibitForm(exhibit), rooms: [room], hasPicture: false)
            try await museum.app.site.write(by: nil) { try ExhibitEditing.put(draft, as: exhibit.id, in: $0) }
            #expect(try await museum.app.guest.get(MuseumPaths.gallery() + "?q=slocknade").text.contains("A lamp"))
            #expect(try await swede.asProgram.get(MuseumPaths.apiExhibit(exhibit.id)).text.contains("En lampa"))
            #expect(try await swede.asProgram.get(MuseumPaths.apiRooms()).text.contains("Slipen"))
            let manifest = try await museum.app.guest.get(MuseumPaths.roomManifest(room.id)).json
            #expect((manifest["label"] as? [String: [String]]) == ["en": ["The Slip"], "sv": ["Slipen"]])
        }
    }

    @Test(.covers("MUS-026", "MUS-029", "MUS-031", "CORE-053"), arguments: Engine.available)
    func `tours, their stops, events and news are read in the reader's language`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum, owner, swede in
            _ = try await owner.post(MuseumPaths.adminNewExhibit(), fields: lamp)
            let exhibit = try await exhibit(museum)
            let tour = [("title", "By night"), ("text", "A walk."), ("isPublic", "true"), ("title.sv", "På natten")]
            _ = try await owner.post(MuseumPaths.adminNewTour(), fields: tour)
            let made = try #require(try await museum.app.site.database.read { try $0.all(.tours()) }.first)
            _ = try await owner.post(MuseumPaths.adminTourStops(made.id), fields: [("exhibit", exhibit.id.description)])
            let stop = try #require(try await museum.app.site.database.read { try $0.all(.stops(of: made.id)) }.first)
            let told = [("text", "Look up."), ("text.sv", "Titta upp.")]
            #expect(try await owner.post(MuseumPaths.adminTourStop(made.id, stop.id), fields: told).status == .seeOther)
            #expect(try await owner.get(MuseumPaths.adminTourStops(made.id)).text.contains("Titta upp."))
            #expect(try await swede.get(MuseumPaths.tours()).text.contains("På natten"))
            let shown = try await swede.get(MuseumPaths.tourStop(made.id, stop.id)).text
            #expect(shown.contains("Titta upp.") && shown.contains("På natten") && !shown.contains("Look up."))
            #expect(try await museum.app.guest.get(MuseumPaths.tourStop(made.id, stop.id)).text.contains("Look up."))

            let news = [("title", "New stove"), ("text", "It is warm."), ("title.sv", "Ny kamin"), ("text.sv", "Den är varm.")]
            #expect(try await owner.post(MuseumPaths.adminNews(), fields: news).status == .seeOther)
            let item = try #require(try await museum.app.site.database.read { try $0.all(.allNews(limit: 1)) }.first)
            #expect(try await swede.get(MuseumPaths.news()).text.contains("Ny kamin"))
            #expect(try await swede.get(MuseumPaths.newsItem(item.id)).text.contains("Den är varm."))

            let day = Day(museum.now, in: museum.app.site.configuration.zone).adding(3).description
            let event = [
                ("title", "Soup"), ("day", day), ("from", "18:00"), ("until", "19:00"), ("place", "The Slip"), ("level", "0"), ("title.sv", "Soppa"),
                ("place.sv", "Slipen"),
            ]
            #expect(try await owner.post(MuseumPaths.adminNewEvent(), fields: event).status == .seeOther)
            let planned = try #require(try await museum.app.site.database.read { try $0.all(.upcoming(at: museum.now, limit: 1)) }.first)
            for path in [MuseumPaths.events(), MuseumPaths.event(planned.id), MuseumPaths.home(), MuseumPaths.eventFeed()] {
                let text = try await swede.get(path).text
                #expect(text.contains("Soppa") && text.contains("Slipen"), "\(path)")
            }
            // So do the lists of those who keep it; a form shows the original.
            let keeper = owner.with("Accept-Language", "sv")
            for (path, words) in [
                (MuseumPaths.adminEvents(), "Soppa"), (MuseumPaths.adminNews(), "Ny kamin"), (MuseumPaths.adminTours(), "På natten"),
            ] { #expect(try await keeper.get(path).text.contains(words), "\(path)") }
            #expect(try await keeper.get(MuseumPaths.adminEvent(planned.id)).text.contains("value=\"Soup\""))
            #expect(try await museum.app.guest.get(MuseumPaths.eventFeed()).text.contains("SUMMARY:Soup"))
            #expect(try await owner.get(MuseumPaths.adminEvent(planned.id)).text.contains("value=\"Soppa\""))
        }
    }

    @Test(.covers("MUS-026", "MUS-047"), arguments: Engine.available)
    func `a translation that is too long is refused at its field, opens its fold and loses nothing that was typed`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum, owner, _ in
            let long = String(repeating: "lång ", count: 20)
            let refused = try await owner.post(
                MuseumPaths.adminRooms(), fields: [("name", ""), ("text", "Boats"), ("name.sv", long), ("text.sv", "Båtar")])
            #expect(refused.status == .unprocessableContent && refused.text.contains("Enter a name.") && refused.text.contains("Båtar"))
            #expect(refused.text.contains("Write at most 80 characters."))
            let folds = refused.text.components(separatedBy: "<details").dropFirst().filter { $0.contains("name=\"name.sv\"") }
            #expect(folds.allSatisfy { $0.prefix(while: { $0 != ">" }).contains("open") } && !folds.isEmpty)
            let only = try await owner.post(MuseumPaths.adminRooms(), fields: [("name", "The Slip"), ("text", ""), ("name.sv", long)])
            #expect(only.status == .unprocessableContent)
            #expect(try await museum.app.site.database.read { try $0.all(Query<Room>.rooms) }.isEmpty)
            let tier = try await owner.post(
                MuseumPaths.adminTiers(),
                fields: [("name", "Friend"), ("price", "20"), ("months", "12"), ("level", "0"), ("guests", "0"), ("summary.sv", long + long + long)])
            #expect(tier.problem?.code == "museum.translation-wrong" || tier.text.contains("The translation wasn’t saved."))
        }
    }

    @Test(.covers("MUS-026"), arguments: Engine.available)
    func `what is deleted leaves no words behind`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum, owner, _ in
            _ = try await owner.post(MuseumPaths.adminRooms(), fields: [("name", "The Slip"), ("text", ""), ("name.sv", "Slipen")])
            _ = try await owner.post(MuseumPaths.adminNewExhibit(), fields: lamp + [("title.sv", "En lampa")])
            _ = try await owner.post(MuseumPaths.adminNewTour(), fields: [("title", "By night"), ("text", ""), ("title.sv", "På natten")])
            _ = try await owner.post(MuseumPaths.adminNews(), fields: [("title", "New"), ("text", "Yes"), ("title.sv", "Nytt")])
            let exhibit = try await exhibit(museum)
            let (tour, news) = try await museum.app.site.database.read { db in
                (try #require(db.all(.tours(isForStaff: true)).first), try #require(db.all(.allNews(limit: 1)).first))
            }
            _ = try await owner.post(MuseumPaths.adminTourStops(tour.id), fields: [("exhibit", exhibit.id.description)])
            let stop = try #require(try await museum.app.site.database.read { try $0.all(.stops(of: tour.id)) }.first)
            _ = try await owner.post(MuseumPaths.adminTourStop(tour.id, stop.id), fields: [("text", "Up"), ("text.sv", "Upp")])
            let kinds = "SELECT DISTINCT kind FROM museum_translation ORDER BY kind LIMIT 10" as Query<String>
            #expect(try await museum.app.site.database.read { try $0.all(kinds) } == ["exhibit", "news", "room", "stop", "tour"])
            _ = try await owner.post(MuseumPaths.adminExhibitDelete(exhibit.id), fields: [("confirmed", "true")])
            #expect(try await museum.app.site.database.read { try $0.all(kinds) } == ["news", "room", "tour"])
            _ = try await owner.post(MuseumPaths.adminTourDelete(tour.id), fields: [("confirmed", "true")])
            #expect(try await owner.get(MuseumPaths.adminNewsItem(news.id)).text.contains("Delete…"))
            #expect(try await owner.get(MuseumPaths.adminNewsDelete(news.id)).text.contains("Delete this post?"))
            _ = try await owner.post(MuseumPaths.adminNewsDelete(news.id))
            #expect(try await museum.app.guest.get(MuseumPaths.newsItem(news.id)).status == .ok, "a post is asked about first")
            _ = try await owner.post(MuseumPaths.adminNewsDelete(news.id), fields: [("confirmed", "true")])
            _ = try await owner.post(MuseumPaths.adminRoomDelete(room(museum).id))
            #expect(try await museum.app.site.database.read { try $0.all(kinds) }.isEmpty)
        }
    }

    @Test(.covers("MUS-030", "CORE-053"), arguments: Engine.available)
    func `what the museum says of itself is read in the reader's language`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum, owner, swede in
            try await museum.app.site.configure {
                $0.settings[MuseumSettings.welcome.id] = "Come in."
                $0.settings[MuseumSettings.tickets.id] = "Adults 12"
                $0.settings[MuseumSettings.gettingHere.id] = "Tram 3"
            }
            let page = try await owner.get(MuseumPaths.adminTexts()).text
            #expect(page.contains("Come in.") && page.contains("name=\"tickets.sv\"") && !page.contains("name=\"tickets.en\""))
            let long = try await owner.post(MuseumPaths.adminTexts(), fields: [("welcome.sv", String(repeating: "x", count: 301))])
            #expect(long.status == .unprocessableContent)
            let words = [("welcome.sv", "Kom in."), ("tickets.sv", "Vuxna 12\nBarn gratis"), ("accessibility.sv", "Ramp")]
            #expect(try await owner.post(MuseumPaths.adminTexts(), fields: words).status == .seeOther)
            #expect(try await swede.get(MuseumPaths.home()).text.contains("Kom in."))
            let visit = try await swede.get(MuseumPaths.visit()).text
            #expect(visit.contains("Barn gratis") && visit.contains("Tram 3") && !visit.contains("Ramp"), "a translation of nothing is shown nowhere")
            #expect(try await museum.app.guest.get(MuseumPaths.visit()).text.contains("Adults 12"))
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.adminTexts()).status == .notFound)
        }
    }

    @Test(.covers("MUS-032", "CORE-053"), arguments: Engine.available)
    func `a reward, a membership and what a change is about are read in the reader's language`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum, owner, _ in
            let (single, household) = (try await museum.tier("Single", price: 400_00), try await museum.tier("Household", price: 800_00, level: 2))
            try await museum.app.site.write(by: nil) { write in
                try [Language.swedish: ["name": "Enskild"]].save(as: .tier, of: single.number, in: write)
            }
            let today = Day(museum.now, in: museum.app.site.configuration.zone)
            let fields = [
                ("title", "Ten per cent off"), ("text", "In the shop"), ("first", today.description), ("last", today.description),
                ("tiers", single.description), ("title.sv", "Tio procent"), ("text.sv", "I butiken"),
            ]
            #expect(try await owner.post(MuseumPaths.adminRewards(), fields: fields).status == .seeOther)
            let ada = try await museum.app.signedIn(.ada).with("Accept-Language", "sv")
            let membership = try await museum.member(ada, of: single)
            let profile = try await ada.get(MuseumPaths.profile()).text
            #expect(profile.contains("Tio procent") && profile.contains("Enskild") && !profile.contains("Ten per cent off"))
            let page = try await ada.get(MuseumPaths.membership(membership.id)).text
            #expect(page.contains("Enskild") && !page.contains("Single"))
            #expect(try await ada.get(MuseumPaths.askRefund(membership.id)).text.contains("Enskild"))
            #expect(try await ada.get(MuseumPaths.give(single)).text.contains("Enskild"))
            let change = try await ada.get(MuseumPaths.buy(household)).text
            #expect(change.contains("Enskild") && !change.contains("Single"))
            let scanned = try await owner.with("Accept-Language", "sv").asProgram.get(link(MuseumPaths.apiGateMembers(), query: ["q": "ada"])).text
            #expect(scanned.contains("Enskild"))
        }
    }
}
