import Core
import Documents
import Interface
import Markup
import Web

/// The player of a recording: the browser's own without a script, large controls with one.
struct RecordingPlayer: HTML {
    let card: PublicationCard
    let recording: ReaderModel.Recording
    /// Who has not signed in listens, and is asked to sign in for a file to keep (LIB-065).
    let isMember: Bool
    /// Where to come back to after signing in.
    let address: String

    /// How fast it can be played: as scripts read it, and as people do.
    private static let speeds: [(value: String, words: Text)] = [
        ("0.75", "\(0.75, decimals: 2) ×"), ("1", "\(1, decimals: 0) ×"), ("1.25", "\(1.25, decimals: 2) ×"), ("1.5", "\(1.5, decimals: 1) ×"),
        ("1.75", "\(1.75, decimals: 2) ×"), ("2", "\(2, decimals: 0) ×"),
    ]

    var body: some HTML {
        section(
            .class("reader-player"), .data("player"), .data("resume", String(recording.resumeAt)),
            .data("duration", String(recording.info.duration)), .data("title", card.title), .data("artist", card.authors),
            .aria("label", "Player")
        ) {
            div(.class("reader-cover")) { Cover(title: card.title, authors: card.authors, icon: .headphones) }
            h1(.dir("auto")) { card.title }
            if !card.authors.isEmpty { p(.class("reader-muted"), .dir("auto")) { card.authors } }
            audio(.custom("preload", "metadata"), .custom("controls", ""), .aria("label", .verbatim(card.title))) {
                source(.src(recording.source), .type(recording.mediaType))
            }
            p(.class("reader-warning"), .data("failed"), .flag("hidden")) {
                isMember
                    ? "The recording can’t be played here. You can still download it."
                    : "The recording can’t be played here. Sign in to download it."
            }
            div(.data("controls"), .flag("hidden")) {
                input(
                    .type("range"), .class("reader-seek"), .data("seek"), .custom("min", "0"), .custom("max", "1"), .custom("step", "1"),
                    .value("0"), .aria("label", "Position"), .data("at", text: "\("%1") of \("%2")"))
                p(.class("reader-times")) {
                    span(.data("elapsed")) { "0:00" }
                    span(.data("remaining"))
                }
                div(.class("reader-player-buttons")) {
                    skip("-30", .rewind, "30 seconds back")
                    button(
                        .class("reader-play"), .type("button"), .data("toggle"), .data("play", text: "Play"), .data("pause", text: "Pause"),
                        .aria("label", "Play")
                    ) {
                        Icon.play
                        Icon.pause
                    }
                    skip("30", .fastForward, "30 seconds forward")
                }
                Markup.label(.class("reader-speed")) {
                    span { "Speed" }
                    select(.data("speed")) {
                        for speed in Self.speeds {
                            option(.value(speed.value), .flag("selected", speed.value == "1")) { speed.words }
                        }
                    }
                }
            }
            if let original = card.originalPath {
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
            if !recording.info.chapters.isEmpty {
                h2 { "Chapters" }
                ol(.class("reader-chapters")) {
                    for chapter in recording.info.chapters {
                        li { button(.type("button"), .data("start", String(chapter.start)), .dir("auto")) { chapter.title } }
                    }
                }
            }
        }
    }

    private func skip(_ seconds: String, _ icon: Icon, _ label: Text) -> Node {
        button(.class("reader-button"), .type("button"), .data("skip", seconds), .aria("label", label), .title(label)) { icon }
    }
}
