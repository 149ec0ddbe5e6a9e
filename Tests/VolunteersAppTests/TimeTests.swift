import Core
import Database
import Foundation
import Notifications
import Platform
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct TimeTests {
    /// A request that is sent with a time, as its form sends it.
    private func send(
        _ title: String, _ client: TestClient, _ category: CategoryID, day: String = "", time: String = "", length: String = ""
    ) async throws -> PostID {
        let fields: KeyValuePairs<String, String> = [
            "title": title, "body": "It would make my week. Thank you for reading this.", "category": category.description, "area": "", "day": day,
            "time": time,
            "length": length,
        ]
        let place = try #require(try await client.post(VolunteersPaths.posts(), fields).location)
        return try #require(PostID(String(place.split(separator: "/").last ?? "")))
    }

    private func day(_ app: TestApp, after days: Int) -> String {
        Day(app.site.clock.now(), in: app.site.configuration.zone).adding(days).description
    }

    @Test(.covers("VOL-019", "VOL-025", "VOL-055"), arguments: Engine.available)
    func `a request says when help is needed and for how long, on every way that it takes`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let animals = try await app.category("Animals")
            let friday = day(app, after: 3)
            let wrong: [(KeyValuePairs<String, String>, String)] = [
                (["day": day(app, after: -1)], "This day has passed."), (["day": "tomorrow"], "Enter a day like 2026-12-31."),
                (["day": day(app, after: 367)], "Choose a day within a year."), (["time": "14:30"], "Choose the day as well."),
                (["day": friday, "time": "25:00"], "Enter a time like 14:30."), (["length": "years"], "Choose from the list."),
            ]
            for (fields, words) in wrong {
                let answer = try await ada.post(VolunteersPaths.new(), fields)
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
            }
            let preview = try await ada.post(
                VolunteersPaths.new(),
                [
                    "title": "Walk my dog", "body": "Kalle is old and friendly.", "category": "\(animals)", "day": friday, "time": "14:30",
                    "length": "hour",
                ])
            #expect(preview.text.contains(#"name="day" value="\#(friday)""#) && preview.text.contains("About an hour"))
            let id = try await send("Walk my dog", ada, animals, day: friday, time: "14:30", length: "hour")
            for path in [VolunteersPaths.post(id), VolunteersPaths.home()] {
                let page = try await bea.get(path).text
                #expect(page.contains(", 14:30") && page.contains("About an hour"))
            }
            let program = bea.asProgram
            let found = try await program.get(VolunteersPaths.apiPost(id)).json
            #expect(found["neededOn"] as? String == friday && found["neededAtMinute"] as? Int == 870 && found["takes"] as? String == "hour")
            func sent(_ time: String) async throws -> TestResponse {
                let body = #"{"title":"Walk my cat","description":"Kalle is old and friendly.","category":\#(animals),\#(time)}"#
                return try await ada.asProgram.json(.post, VolunteersPaths.apiPosts(), body)
            }
            let made = try await sent(#""neededOn":"\#(friday)","neededAtMinute":870"#)
            #expect(made.status == .created && made.json["neededAtMinute"] as? Int == 870)
            #expect(try await sent(#""neededAtMinute":870"#).problem?.code == "volunteers.day-missing")
            #expect(try await sent(#""neededOn":"\#(day(app, after: -1))""#).problem?.code == "volunteers.day-not-possible")
            let form = try await ada.get(VolunteersPaths.edit(id)).text
            #expect(form.contains(#"value="\#(friday)""#) && form.contains(#"value="14:30""#) && form.contains(#"value="hour" selected"#))
            // Another time alone is a change, and a day that has passed since may stay.
            _ = try await ada.post(
                VolunteersPaths.confirmEdit(id),
                [
                    "title": "Walk my dog", "body": "It would make my week. Thank you for reading this.", "category": "\(animals)", "day": friday,
                    "length": "hours",
                ])
            #expect(try await bea.get(VolunteersPaths.post(id)).text.contains("Two or three hours"))
            app.clock.advance(by: .days(10))
            let kept = try await app.later(.ada).post(
                VolunteersPaths.edit(id), ["title": "Walk my old dog", "body": "Kalle is old and friendly.", "category": "\(animals)", "day": friday])
            #expect(kept.status == .ok && kept.text.contains("Walk my old dog"))
        }
    }

    @Test(.covers("VOL-055", "VOL-004"), arguments: Engine.available)
    func `whoever asks or helps takes a request with a day into a calendar`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let animals = try await app.category("Animals")
            let friday = day(app, after: 3)
            let id = try await send("Walk my dog", ada, animals, day: friday, time: "14:30", length: "short")
            let other = try await send("Feed my cat", ada, animals, length: "short")
            let (file, link) = (VolunteersPaths.calendar(id), #"href="\#(VolunteersPaths.calendar(id))""#)
            #expect(try await ada.get(VolunteersPaths.post(id)).text.contains(link))
            #expect(try await !bea.get(VolunteersPaths.post(id)).text.contains(link))
            _ = try await bea.post(VolunteersPaths.help(id), ["message": "I live next door."])
            #expect(try await bea.get(VolunteersPaths.post(id)).text.contains(link))
            let calendar = try await bea.get(file)
            #expect(calendar["Content-Type"] == "text/calendar; charset=utf-8")
            let date = friday.replacing("-", with: "")
            let zone = app.site.configuration.zone.identifier
            for line in ["DTSTART;TZID=\(zone):\(date)T143000", "DTEND;TZID=\(zone):\(date)T150000", "SUMMARY:Walk my dog", "CLASS:PRIVATE"] {
                #expect(calendar.text.contains(line + "\r\n"), "\(line)")
            }
            #expect(try await bea.get(VolunteersPaths.calendar(other)).status == .notFound)
            #expect(try await app.guest.get(file).status != .ok)
            _ = try await ada.post(VolunteersPaths.close(id))
            #expect(try await bea.get(file).text.contains("STATUS:CANCELLED"))
        }
    }

    @Test(.covers("VOL-011"), arguments: Engine.available)
    func `what is needed this week is found among the rest, with what comes every week`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let ada = try await app.user(.ada)
            let animals = try await app.category("Animals")
            for (title, days) in [("Today", 0), ("In six days", 6), ("In a week", 7)] {
                _ = try await send(title, ada, animals, day: day(app, after: days))
            }
            _ = try await send("Every Monday", ada, animals, length: "weekly")
            _ = try await send("Some day", ada, animals)
            let week = try await ada.get(VolunteersPaths.home() + "?when=week")
            #expect(week.previews == ["Every Monday", "In six days", "Today"])
            let chip = try await ada.get(VolunteersPaths.home()).text
            #expect(chip.contains(#"href="/volunteers?when=week""#) && week.text.contains(#"aria-current="true""#))
            #expect(try await ada.get(VolunteersPaths.home() + "?when=year").problem?.fields["when"] != nil)
        }
    }

    @Test(.covers("VOL-008", "VOL-024", "CORE-023"), arguments: Engine.available)
    func `a request whose day has passed, or that is two months old, leaves the list, and its author opens it again`(
        on engine: Engine
    ) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let animals = try await app.category("Animals")
            let dated = try await send("Walk my dog", ada, animals, day: day(app, after: 1))
            _ = try await send("Feed my cat", ada, animals)
            _ = try await send("Every Monday", ada, animals, day: day(app, after: 1), length: "weekly")
            let conversation = try #require(try await bea.post(VolunteersPaths.help(dated), ["message": "I live next door."]).location)
            func listed() async throws -> [String] {
                try await app.runJobs()
                return try await app.later(.bea).get(VolunteersPaths.home()).previews.sorted()
            }
            app.clock.advance(by: .days(1))
            #expect(try await listed() == ["Every Monday", "Feed my cat", "Walk my dog"])
            app.clock.advance(by: .days(1))
            #expect(try await listed() == ["Every Monday", "Feed my cat"])
            #expect(try await app.later(.ada).get("/account/notices").text.contains("“Walk my dog” is no longer in the list"))
            #expect(!(try await app.later(.bea).get("/account/notices").text.contains("has found help")), "nobody has said that")
            let own = try await app.later(.ada).get(VolunteersPaths.post(dated)).text
            #expect(own.contains("This request has expired.") && own.contains("Open it again") && own.contains("I’ve found help"))
            #expect(try await app.later(.bea).get(VolunteersPaths.post(dated)).text.contains("This request has expired."))
            #expect(try await app.later(.bea).get(conversation).text.contains("This request has expired."))
            #expect(try await app.later(.bea).asProgram.get(VolunteersPaths.apiPost(dated)).json["isExpired"] as? Bool == true)

            // Opened again as it was, it has two months; with another day, until then.
            _ = try await app.later(.ada).post(VolunteersPaths.reopen(dated))
            #expect(try await listed() == ["Every Monday", "Feed my cat", "Walk my dog"])
            app.clock.advance(by: .days(59))
            #expect(try await listed() == ["Walk my dog"])
            app.clock.advance(by: .days(1))
            #expect(try await listed() == [])
            _ = try await app.later(.ada).post(
                VolunteersPaths.confirmEdit(dated),
                [
                    "title": "Walk my dog", "body": "It would make my week. Thank you for reading this.", "category": "\(animals)",
                    "day": day(app, after: 1),
                ])
            #expect(try await listed() == ["Walk my dog"])
            app.clock.advance(by: .days(2))
            #expect(try await listed() == [])
            // Whoever found help before it expired can still say so.
            _ = try await app.later(.ada).post(VolunteersPaths.close(dated), ["helper": "\(try await app.person(.bea))"])
            #expect(try await app.later(.ada).get(VolunteersPaths.post(dated)).text.contains("You’ve found help."))
        }
    }
}
