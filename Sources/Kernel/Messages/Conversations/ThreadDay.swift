import Core
import Foundation

/// What was said on one day, in groups of messages that one person wrote in a row.
struct ThreadDay: Sendable {
    struct Group: Sendable {
        let isMine: Bool
        var messages: [Message]
    }

    /// The moment of its first message.
    let begins: Instant
    var groups: [Group]

    /// After so long a silence a new group begins, with a time of its own.
    private static let pause = Duration.seconds(15 * 60)

    /// Messages in their order, by the days of a time zone.
    static func all(of messages: [Message], for person: PersonID, in zone: TimeZone) -> [ThreadDay] {
        var days: [ThreadDay] = []
        for message in messages {
            let isMine = message.author == person
            guard let last = days.last, Day(last.begins, in: zone) == Day(message.at, in: zone) else {
                days.append(ThreadDay(begins: message.at, groups: [Group(isMine: isMine, messages: [message])]))
                continue
            }
            let before = last.groups.last
            if before?.isMine == isMine, let spoken = before?.messages.last?.at, message.at - spoken < pause {
                days[days.count - 1].groups[last.groups.count - 1].messages.append(message)
            } else {
                days[days.count - 1].groups.append(Group(isMine: isMine, messages: [message]))
            }
        }
        return days
    }
}
