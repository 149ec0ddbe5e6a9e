import Core
import Documents
import Markup

/// Where one is in a recording, and how much is left.
struct PlayerTimes: HTML {
    let recording: Recording

    var body: some HTML {
        div(.class("reader-player-times")) {
            input(
                .type("range"), .class("reader-seek"), .data("seek"), .custom("min", "0"), .custom("max", "1"), .custom("step", "1"),
                .value("0"), .aria("label", "Position"), .data("at", text: "\("%1") of \("%2")"))
            p(.class("reader-times")) {
                span(.data("elapsed")) { "0:00" }
                span(.data("total"), .data("words", text: "Total \("%1")")) { "Total \(ClockTime.text(recording.info.duration))" }
                span(.data("remaining"))
            }
        }
    }
}

/// How fast it is played.
struct PlayerSpeed: HTML {
    /// As scripts read it, and as people do.
    private static let speeds: [(value: String, words: Text)] = [
        ("0.75", "\(0.75, decimals: 2) ×"), ("1", "\(1, decimals: 0) ×"), ("1.25", "\(1.25, decimals: 2) ×"), ("1.5", "\(1.5, decimals: 1) ×"),
        ("1.75", "\(1.75, decimals: 2) ×"), ("2", "\(2, decimals: 0) ×"),
    ]

    var body: some HTML {
        Markup.label(.class("player-choice")) {
            span { "Speed" }
            select(.data("speed")) {
                for speed in Self.speeds {
                    option(.value(speed.value), .flag("selected", speed.value == "1")) { speed.words }
                }
            }
        }
    }
}

/// After how long it stops by itself.
struct SleepTimer: HTML {
    let hasChapters: Bool

    private static let minutes = [15, 30, 45, 60]

    var body: some HTML {
        Markup.label(.class("player-choice")) {
            span { "Sleep timer" }
            select(.data("sleep")) {
                option(.value("")) { "Off" }
                for minutes in Self.minutes { option(.value(String(minutes))) { "\(minutes) minutes" } }
                if hasChapters { option(.value("chapter")) { "End of chapter" } }
            }
        }
    }
}

/// The chapters of a recording, each with how long it is. The script marks the one that plays.
struct PlayerChapters: HTML {
    let recording: Recording

    private var chapters: [AudioChapter] { recording.info.chapters }

    var body: some HTML {
        div(.class("reader-chapters-part")) {
            h2 { "Chapters" }
            ol(.class("reader-chapters")) {
                for (place, chapter) in chapters.enumerated() {
                    li {
                        button(.type("button"), .data("start", String(chapter.start))) {
                            span(.class("reader-chapter-title"), .dir("auto")) { chapter.title }
                            span(.class("reader-chapter-length")) { ClockTime.text(end(of: place) - chapter.start) }
                        }
                    }
                }
            }
        }
    }

    private func end(of place: Int) -> Double { place + 1 < chapters.count ? chapters[place + 1].start : recording.info.duration }
}

/// A length as players show it: `4:05`, `1:02:03`.
enum ClockTime {
    static func text(_ seconds: Double) -> String {
        let whole = seconds.isFinite ? max(0, Int(seconds)) : 0
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        return (hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)") + ":\(two(whole % 60))"
    }
}
