import Core
import Documents
import Interface
import Markup
import Web

/// The player of a recording: the browser's own without a script, large controls with one.
struct RecordingPlayer: HTML {
    let recording: Recording
    /// Who has not signed in listens, and is asked to sign in for a file to keep (LIB-065).
    let isMember: Bool

    private var card: PublicationCard { recording.card }
    private var chapters: [AudioChapter] { recording.info.chapters }
    private var address: String { ReadingPaths.section(recording.id, 0) }

    var body: some HTML {
        section(
            .class("reader-player"), .if(!chapters.isEmpty, .class("has-chapters")), .data("player"), RecordingData(recording, isMember).attributes,
            .aria("label", "Player")
        ) {
            div(.class("reader-playing")) {
                div(.class("reader-cover")) {
                    Cover(title: card.title, authors: card.authors, image: recording.cover, icon: .headphones)
                }
                h1(.dir("auto")) { card.title }
                if !card.authors.isEmpty { p(.class("reader-muted"), .dir("auto")) { card.authors } }
                PlayerSound(recording: recording)
                p(.class("reader-warning"), .data("failed"), .flag("hidden")) {
                    isMember
                        ? "The recording can’t be played here. You can still download it."
                        : "The recording can’t be played here. Sign in to download it."
                }
                div(.data("controls"), .flag("hidden")) {
                    p(.class("reader-chapter-now"), .data("chapter-now"), .dir("auto"), .flag("hidden"))
                    PlayerTimes(recording: recording)
                    div(.class("reader-player-buttons")) {
                        SkipButton(-15, .class("reader-button"))
                        PlayButton()
                        SkipButton(15, .class("reader-button"))
                    }
                    div(.class("reader-player-choices")) {
                        PlayerSpeed()
                        SleepTimer(hasChapters: !chapters.isEmpty)
                    }
                    p(.class("reader-sleep-left reader-muted"), .data("sleep-left"), .data("left", text: "Stops in \("%1")"))
                }
                if let original = card.originalPath { download(original) }
            }
            if !chapters.isEmpty { PlayerChapters(recording: recording) }
            template(.data("template", "listening")) { ListeningBar(recording: recording, address: address) }
        }
    }

    private func download(_ original: String) -> Node {
        p {
            if isMember {
                a(.class("reader-action"), .href(original), .flag("download")) {
                    Icon.download
                    "Download"
                }
            } else {
                a(.class("reader-action"), .href(Web.link(SitePaths.signIn(), query: ["then": address]))) {
                    Icon.download
                    "Sign in to download"
                }
            }
        }
    }
}

/// The recording of a text, in one line above it.
struct RecordingBeside: HTML {
    let recording: Recording
    let isMember: Bool

    var body: some HTML {
        section(.class("reader-recording"), RecordingData(recording, isMember).attributes, .aria("label", "Player")) {
            PlayerSound(recording: recording)
            div(.class("reader-recording-controls"), .data("controls"), .flag("hidden")) {
                PlayButton()
                PlayerTimes(recording: recording)
                SkipButton(-15, .class("reader-button"))
            }
            p(.class("reader-warning"), .data("failed"), .flag("hidden")) {
                "The recording can’t be played right now. Check your connection and try again."
            }
            template(.data("template", "listening")) { ListeningBar(recording: recording, address: ReadingPaths.section(recording.id, 0)) }
        }
    }
}

/// What a script needs to know of a recording.
private struct RecordingData {
    let attributes: Attribute

    init(_ recording: Recording, _ isMember: Bool) {
        attributes = .group([
            .data("recording", recording.id.description), .data("api", ReadingPaths.api(recording.id)), .data("member", isMember ? "yes" : "no"),
            .data("path", ReadingPaths.section(recording.id, 0)), .data("resume", String(recording.resumeAt)),
            .data("resumed-at", String(recording.resumedAt?.milliseconds ?? 0)), .data("duration", String(recording.info.duration)),
            .data("title", recording.card.title), .data("artist", recording.card.authors), .data("cover", recording.cover ?? ""),
        ])
    }
}

private struct PlayerSound: HTML {
    let recording: Recording

    var body: some HTML {
        audio(.custom("preload", "metadata"), .custom("controls", ""), .aria("label", .verbatim(recording.card.title))) {
            source(.src(recording.source), .type(recording.mediaType))
        }
    }
}

private struct PlayButton: HTML {
    var body: some HTML {
        button(
            .class("reader-play"), .type("button"), .data("toggle"), .data("play", text: "Play"), .data("pause", text: "Pause"),
            .aria("label", "Play")
        ) {
            Icon.play
            Icon.pause
        }
    }
}
