import Core
import Database
import Foundation
import Media
import Payments
import Platform
import Web

/// The demo's museum: `Resources/demo`, brought in by the forms that staff use.
struct MuseumDemo: DemoContent {
    let services: MuseumServices

    /// `demo.json`.
    struct Script: Decodable {
        var people: [DemoPerson]
        var name: String
        var welcome: String
        var address: String
        var tickets: String
        var gettingHere: String
        var accessibility: String
        var currency: String
        /// `11:00–17:00` by `mon` to `sun`; a day that isn't there is closed.
        var hours: [String: String]
        /// Latitude and longitude.
        var place: String?
        var rewards: [DemoReward]?
        var tiers: [TierPart]
        var members: [Membership]
        /// Who has chosen which tier and is to pay for it at the desk.
        var waiting: [Membership]
        var rooms: [RoomPart]
        var items: [Item]
        var tours: [TourPart]
        var news: [News]
        var events: [Event]

        struct TierPart: Decodable {
            var name: String
            var summary: String
            var benefits: [String]
            var price: Int
            var months: Int
            var level: Int
            var guests: Int
            var sold: Bool
        }
        /// Who is granted which tier.
        struct Membership: Decodable {
            var email: String
            var tier: String
        }
        struct RoomPart: Decodable {
            var key: String
            var name: String
            var text: String
        }
        struct Item: Decodable {
            var room: String?
            var kind: ExhibitKind
            var title: String
            var creator: String?
            var made: String?
            var medium: String?
            var size: String?
            var credit: String?
            var text: String
            var alt: String?
            /// Below `Resources/demo`.
            var picture: String?
            var video: String?
            var isOnFrontPage: Bool?
        }
        struct TourPart: Decodable {
            struct Stop: Decodable {
                /// The title of an item.
                var item: String
                var text: String
            }

            var title: String
            var text: String
            var alt: String
            var picture: String
            var stops: [Stop]
        }
        struct News: Decodable {
            var title: String
            var text: String
            var daysAgo: Int
            /// A file beside the script; with words for those who can't see it.
            var picture: String?
            var alt: String?
        }
        struct Event: Decodable {
            var title: String
            var text: String
            var place: String
            var inDays: Int
            var start: String
            var minutes: Int
            var places: Int?
            var membersOnly: Bool?
            /// In whole dollars or the like.
            var price: Int?
            /// That of something in the gallery, whose words it has.
            var picture: String?
            /// Who has a place, by email.
            var people: [String]?
        }
    }

    private var site: Site { services.site }
    private static var folder: URL { Bundle.module.bundleURL.appending(path: "Resources/demo", directoryHint: .isDirectory) }

    private func script() throws -> Script {
        try JSONDecoder().decode(Script.self, from: Data(contentsOf: Self.folder.appending(path: "demo.json")))
    }

    /// What the demo's texts are in Swedish, in the demo alone.
    private func words() throws -> DemoWords {
        try JSONDecoder().decode(DemoWords.self, from: Data(contentsOf: Self.folder.appending(path: "swedish.json")))
    }

    func people() throws -> [DemoPerson] { try script().people }

    func fill(for people: [String: DemoAccount], files: URL?) async throws {
        let (script, words) = (try script(), try words())
        try await settle(script, words)
        try await fillTiers(script, words, people)
        try await site.write(by: nil) { [services] write in try services.memberPress.askNow(readsAll: true, in: write) }
        try await fillGallery(script, words)
        try await fillTours(script, words)
        let isTold = try await site.database.read { try !$0.all(.allNews(limit: 1)).isEmpty }
        guard !isTold else { return }
        for item in script.news {
            try await tell(item, words.of(.news, item.title))
        }
        let gallery = Dictionary(script.items.compactMap { item in item.picture.map { ($0, item) } }) { first, _ in first }
        for event in script.events { try await plan(event, showing: event.picture.flatMap { gallery[$0] }, openOn: script.hours, words, people) }
        for reward in script.rewards ?? [] { try await reward.make(words.of(.reward, reward.title), with: services) }
    }

    private static let week = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    private func settle(_ script: Script, _ words: DemoWords) async throws {
        let (welcome, address) = (MuseumSettings.welcome, MuseumSettings.address)
        guard site.value(of: welcome).isEmpty else { return }
        // The app is called what the museum is called.
        let (key, languages) = (MuseumApp.manifest.name.key, site.languages(of: MuseumApp.manifest).map(\.rawValue))
        let days = try Self.week.map { try OpeningHours.read(script.hours[$0] ?? "") }
        try await site.configure { all in
            all.settings[welcome.id] = script.welcome
            all.settings[address.id] = script.address
            all.settings[MuseumSettings.tickets.id] = script.tickets
            all.settings[MuseumSettings.gettingHere.id] = script.gettingHere
            all.settings[MuseumSettings.accessibility.id] = script.accessibility
            all.settings[MuseumSettings.currencyCode.id] = script.currency
            all.settings[MuseumSettings.place.id] = script.place
            for language in languages where all.texts[language]?[key] == nil { all.texts[language, default: [:]][key] = script.name }
            if all.openingHours[MuseumApp.manifest.id] == nil { all.openingHours[MuseumApp.manifest.id] = OpeningHours(days: days) }
        }
        try await site.write(by: nil) { try words.of(.museum, "museum").save(as: .museum, of: MuseumTexts.only, in: $0) }
    }

    private func fillTiers(_ script: Script, _ words: DemoWords, _ people: [String: DemoAccount]) async throws {
        let editing = TierEditing(site: site)
        var tiers = Dictionary(try await editing.all().map { ($0.name, $0.id) }) { first, _ in first }
        guard tiers.isEmpty else { return }
        let currency = MuseumSettings.currency(site)
        for tier in script.tiers {
            let form = TierForm(
                name: tier.name, summary: tier.summary, benefits: tier.benefits.joined(separator: "\n"), price: String(tier.price),
                months: String(tier.months), level: String(tier.level), guests: String(tier.guests), isSold: tier.sold)
            tiers[tier.name] = try await editing.add(TierDraft(form, currency: currency), words.of(.tier, tier.name), by: nil)
        }
        for member in script.members {
            guard let person = people[member.email]?.id, let id = tiers[member.tier] else { continue }
            try await site.write(by: nil) { [services] write in
                guard let tier = try write.first(.tier(id)) else { return }
                _ = try services.memberships.grant(tier, to: person, in: write)
            }
        }
        for one in script.waiting {
            guard let person = people[one.email]?.id, let id = tiers[one.tier] else { continue }
            try await site.write(by: nil) { [services] write in
                guard let tier = try write.first(.tier(id)) else { return }
                _ = try services.memberships.buy(tier, by: person, with: Membership.cash, in: write)
            }
        }
    }

    private func fillGallery(_ script: Script, _ words: DemoWords) async throws {
        let editing = ExhibitEditing(site: site)
        let known = Set(try await site.database.read { try $0.all(.exhibits(ExhibitFilter(isForStaff: true), from: 0, limit: 500)) }.map(\.title))
        var rooms: [String: RoomID] = [:]
        let names = try await editing.rooms()
        for room in script.rooms {
            if let there = names.first(where: { $0.name == room.name }) {
                rooms[room.key] = there.id
            } else {
                let id = try await editing.saveRoom(room.name, room.text, as: nil, by: nil)
                try await site.write(by: nil) { try words.of(.room, room.name).save(as: .room, of: id.number, in: $0) }
                rooms[room.key] = id
            }
        }
        let all = try await editing.rooms()
        for item in script.items where !known.contains(item.title) {
            guard !Task.isCancelled else { return }
            let form = ExhibitForm(
                kind: item.kind.rawValue, room: item.room.flatMap { rooms[$0]?.description }, title: item.title, creator: item.creator,
                made: item.made,
                medium: item.medium, size: item.size, credit: item.credit, text: item.text, alt: item.alt, isPublic: true,
                isOnFrontPage: item.isOnFrontPage)
            let draft = try ExhibitDraft(form, rooms: all, hasPicture: item.picture != nil)
            let picture = item.picture.map { PictureChange.file(Self.folder.appending(path: $0)) } ?? .keep
            do {
                try await editing.save(draft, words.of(.exhibit, item.title), as: nil, picture, try video(of: item), by: nil)
            } catch let refusal as PictureRefusal {
                // Where nothing can be converted the demo still has its words.
                site.log(.warning, "museum.demo-picture", ["exhibit": .string(item.title), "cause": .string("\(refusal)")])
                try await editing.save(draft, words.of(.exhibit, item.title), as: nil, .keep, try video(of: item), by: nil)
            }
        }
    }

    private func fillTours(_ script: Script, _ words: DemoWords) async throws {
        let editing = TourEditing(site: site)
        let (known, exhibits) = try await site.database.read { db in
            (
                Set(try db.all(.tours(isForStaff: true)).map(\.title)),
                Dictionary(try db.all(.exhibits(ExhibitFilter(), from: 0, limit: 500)).map { ($0.title, $0.id) }) { first, _ in first }
            )
        }
        for part in script.tours where !known.contains(part.title) {
            guard !Task.isCancelled else { return }
            let draft = try TourDraft(TourForm(title: part.title, text: part.text, alt: part.alt, isPublic: true), hasPicture: true)
            let tour: TourID
            do {
                tour = try await editing.save(draft, words.of(.tour, part.title), as: nil, .file(Self.folder.appending(path: part.picture)), by: nil)
            } catch let refusal as PictureRefusal {
                site.log(.warning, "museum.demo-picture", ["exhibit": .string(part.title), "cause": .string("\(refusal)")])
                tour = try await editing.save(draft, words.of(.tour, part.title), as: nil, by: nil)
            }
            for stop in part.stops { if let exhibit = exhibits[stop.item] { try await editing.add(exhibit, to: tour, stop.text, by: nil) } }
            try await site.write(by: nil) { write in
                for stop in try write.all(.stops(of: tour)) {
                    guard let item = exhibits.first(where: { $0.value == stop.exhibit })?.key else { continue }
                    try words.of(.stop, "\(part.title)/\(item)").save(as: .stop, of: stop.id.number, in: write)
                }
            }
        }
    }

    /// A copy: what is kept is taken over, and the demo's own file stays where it is, for the next site.
    private func video(of item: Script.Item) throws -> ExhibitEditing.VideoChange {
        guard let name = item.video else { return .keep }
        let file = site.media.makeTemporaryURL()
        try FileManager.default.copyItem(at: Self.folder.appending(path: name), to: file)
        return .file(file)
    }

    private func tell(_ item: Script.News, _ words: Translations) async throws {
        let (editing, moment) = (NewsEditing(site: site), site.clock.now() - .days(item.daysAgo))
        let draft = try NewsDraft(NewsForm(title: item.title, text: item.text, alt: item.alt), hasPicture: item.picture != nil)
        do {
            let picture = item.picture.map { PictureChange.file(Self.folder.appending(path: $0)) } ?? .keep
            try await editing.save(draft, words, as: nil, picture, at: moment, by: nil)
        } catch let refusal as PictureRefusal {
            site.log(.warning, "museum.demo-picture", ["exhibit": .string(item.title), "cause": .string("\(refusal)")])
            try await editing.save(draft, words, as: nil, at: moment, by: nil)
        }
    }

    /// - Parameter item: what its picture shows.
    private func plan(
        _ event: Script.Event, showing item: Script.Item?, openOn hours: [String: String], _ words: DemoWords, _ people: [String: DemoAccount]
    ) async throws {
        let zone = site.configuration.zone
        let wanted = Day(site.clock.now(), in: zone).adding(event.inDays)
        let day = ((0..<7).map { wanted.adding($0) }.first { hours[Self.week[$0.days(since: $0.monday)]] != nil } ?? wanted).description
        let minutes = event.start.split(separator: ":").compactMap { Int($0) }
        guard minutes.count == 2 else { return }
        let end = minutes[0] * 60 + minutes[1] + event.minutes
        let form = EventForm(
            title: event.title, text: event.text, place: event.place, day: day, from: event.start, until: OpeningHours.clock(min(end, 1439)),
            places: event.places.map(String.init), level: event.membersOnly == true ? "1" : "0",
            price: event.price.map { String($0) }, alt: item?.alt)
        let draft = try EventDraft(form, in: zone, currency: MuseumSettings.currency(site), hasPicture: item != nil)
        var texts = words.of(.event, event.title)
        for (language, said) in item.map({ words.of(.exhibit, $0.title) }) ?? Translations() { texts[language, default: [:]]["alt"] = said["alt"] }
        let id: EventID
        do {
            let picture = item?.picture.map { PictureChange.file(Self.folder.appending(path: $0)) } ?? .keep
            id = try await services.events.save(draft, texts, as: nil, picture, by: nil)
        } catch let refusal as PictureRefusal {
            site.log(.warning, "museum.demo-picture", ["exhibit": .string(event.title), "cause": .string("\(refusal)")])
            id = try await services.events.save(draft, texts, as: nil, .keep, by: nil)
        }
        try await site.write(by: nil) { [services] write in
            for person in (event.people ?? []).compactMap({ people[$0]?.id }) { try services.events.register(person, for: id, in: write) }
        }
    }
}
