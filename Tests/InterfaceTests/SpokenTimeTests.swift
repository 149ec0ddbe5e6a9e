import Core
import Foundation
import Interface
import Localization
import Markup
import Testing

/// Wednesday 25 November 2026, 10:30 in Stockholm, where that is an hour ahead.
private let now = "2026-11-25T09:30:00Z"

private func words(_ component: (Instant) -> some HTML, _ moment: String, _ language: Language = .english) throws -> String {
    var context = try Fixture.shell(language: language).context
    context.timeZone = try #require(TimeZone(identifier: "Europe/Stockholm"))
    context.now = Instant(rfc3339: now)
    let html = String(decoding: render(component(try #require(Instant(rfc3339: moment))), in: context), as: UTF8.self)
    return html.replacing(#/<[^>]*>/#, with: "")
}

@Test(arguments: [
    ("2026-11-25T09:29:40Z", "Just now", "Nyss"), ("2026-11-25T09:29:00Z", "1 min ago", "1 min sedan"),
    ("2026-11-25T08:25:00Z", "1 h ago", "1 tim sedan"), ("2026-11-24T22:00:00Z", "Yesterday at 23:00", "I går kl.\u{a0}23:00"),
    ("2026-11-24T13:05:00Z", "Yesterday at 14:05", "I går kl.\u{a0}14:05"), ("2026-11-22T09:00:00Z", "Sunday at 10:00", "söndag kl.\u{a0}10:00"),
    ("2026-11-17T09:00:00Z", "17\u{a0}Nov\u{a0}2026", "17\u{a0}nov.\u{a0}2026"),
])
func `when something was is said by the days of the reader's own time zone`(moment: String, english: String, swedish: String) throws {
    #expect(try words(TimeAgo.init, moment) == english)
    #expect(try words(TimeAgo.init, moment, .swedish) == swedish)
}

@Test func `a narrow list has the time of today, else the day`() throws {
    #expect(try words(ShortTime.init, "2026-11-24T23:10:00Z") == "00:10")
    #expect(try words(ShortTime.init, "2026-11-24T22:50:00Z") == "Yesterday")
    #expect(try words(ShortTime.init, "2026-11-21T22:50:00Z", .swedish) == "lördag")
    #expect(try words(ClockTime.init, "2026-11-21T22:50:00Z") == "23:50")
    #expect(try words(DayName.init, "2026-11-25T06:00:00Z", .swedish) == "I dag")
    #expect(try words(DayName.init, "2026-10-01T06:00:00Z").contains("2026"))
}

@Test(arguments: [
    ("2026-11-25T09:29:40Z", "Updated just now", "Uppdaterades nyss"),
    ("2026-11-25T08:50:00Z", "Updated 40 min ago", "Uppdaterades för 40 min sedan"),
    ("2026-11-24T13:05:00Z", "Updated yesterday at 14:05", "Uppdaterades i går kl.\u{a0}14:05"),
    ("2026-11-22T09:00:00Z", "Updated Sunday at 10:00", "Uppdaterades i söndags kl.\u{a0}10:00"),
    ("2026-11-17T09:00:00Z", "Updated 17\u{a0}Nov\u{a0}2026", "Uppdaterades 17\u{a0}nov.\u{a0}2026"),
])
func `in the middle of a line a time is part of its sentence`(moment: String, english: String, swedish: String) throws {
    #expect(try words(UpdatedAgo.init, moment) == english)
    #expect(try words(UpdatedAgo.init, moment, .swedish) == swedish)
}
