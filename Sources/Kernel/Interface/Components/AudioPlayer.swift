import Core
import Markup

/// A player for something to listen to. Without a script it is the browser's own; with one it has large buttons,
/// speed, chapters, and goes on where one stopped.
public struct AudioPlayer: HTML {
    /// A place to jump to.
    public struct Chapter: Sendable {
        let title: String
        let seconds: Double

        /// A chapter that begins at `seconds`.
        public init(_ title: String, seconds: Double) {
            self.title = title
            self.seconds = seconds
        }
    }

    private let title: String
    private let source: String
    private let mediaType: String
    private let key: String
    private let start: Double
    private let chapters: [Chapter]

    /// A player; `key` names the place where this device remembers the position, `start` is the position the server knows of.
    public init(title: String, source: String, mediaType: String, key: String, start: Double = 0, chapters: [Chapter] = []) {
        self.title = title
        self.source = source
        self.mediaType = mediaType
        self.key = key
        self.start = start
        self.chapters = chapters
    }

    /// The player.
    public var body: some HTML {
        section(.class("audio-player"), .data("audio-player", key), .data("start", String(start)), .aria("label", "Audio player")) {
            audio(.custom("controls", ""), .custom("preload", "metadata"), .aria("label", "\(title)")) {
                Markup.source(.src(source), .type(mediaType))
            }
            div(.class("audio-controls"), .flag("hidden"), .data("audio-controls")) {
                IconButton(.rewind, label: "15 seconds back", .type("button"), .data("audio-back"))
                IconButton(.play, label: "Play", style: .filled, .type("button"), .data("audio-toggle"), .data("pause", text: "Pause"))
                IconButton(.fastForward, label: "15 seconds forward", .type("button"), .data("audio-forward"))
                Markup.label(.class("audio-speed")) {
                    span { "Speed" }
                    select(.data("audio-speed")) {
                        for speed in ["0.75", "1", "1.25", "1.5", "2"] {
                            option(.value(speed), .flag("selected", speed == "1")) { speed + "×" }
                        }
                    }
                }
            }
            if !chapters.isEmpty {
                ol(.class("audio-chapters")) {
                    for chapter in chapters {
                        li { button(.type("button"), .data("audio-chapter", String(chapter.seconds)), .dir("auto")) { chapter.title } }
                    }
                }
            }
        }
    }
}
