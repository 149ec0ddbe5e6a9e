public import Core
public import Markup

/// How long ago something was, as people say it: “2 h ago”, with the exact moment for who points at it. After a week it is the day, and
/// where nobody reads it at once (emails, reports) the moment itself.
public struct TimeAgo: HTML {
    public let body: Node

    public init(_ moment: Instant) {
        body = .dated { now in
            time(.datetime(moment), .title("\(moment: moment)")) { now.map { Self.words(moment, at: $0) } ?? "\(moment: moment)" }
        }
    }

    static func words(_ moment: Instant, at now: Instant) -> Text {
        let minutes = Int((now - moment).wholeMilliseconds / 60_000)
        return switch minutes {
        case -1..<1: "Just now"
        case 1..<60: "\(minutes) min ago"
        case 60..<1440: "\(minutes / 60) h ago"
        case 1440..<(7 * 1440): "\(minutes / 1440) days ago"
        case ..<0: "\(moment: moment)"
        default: "\(day: moment)"
        }
    }
}
