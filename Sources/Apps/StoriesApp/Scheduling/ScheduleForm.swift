import Core
import Foundation
import Platform

/// When a chapter is to be published, as the page's form sends it: a day and a time of the author's own clock.
struct ScheduleForm: Decodable, Sendable {
    /// The field that carries what is wrong with the time; programs send the same moment under this name.
    static let day = "publishAt"

    var publishAt: String?
    var time: String?
}

extension ScheduleForm {
    /// The form of a moment.
    init(_ moment: Instant, in zone: TimeZone) {
        publishAt = Day(moment, in: zone).description
        time = OpeningHours.clock(Day.minute(of: moment, in: zone))
    }

    /// Tomorrow evening, when many people read.
    static func proposal(at now: Instant, in zone: TimeZone) -> ScheduleForm {
        ScheduleForm(publishAt: Day(now, in: zone).adding(1).description, time: "18:00")
    }

    /// The moment that was meant. Where summer time skips it, it is the same as much later.
    func moment(in zone: TimeZone) throws(ScheduleRefusal) -> Instant {
        let clock = (time ?? "").trimmed.split(separator: ":").map { Int($0) }
        guard let day = publishAt.flatMap({ Day($0.trimmed) }), clock.count >= 2, let hour = clock[0], let minute = clock[1],
            (0..<24).contains(hour), (0..<60).contains(minute)
        else { throw .timeMissing }
        return day.moment(atMinute: hour * 60 + minute, in: zone)
    }
}
