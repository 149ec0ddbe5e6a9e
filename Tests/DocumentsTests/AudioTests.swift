import Core
import Documents
import Foundation
import TestSupport
import Testing

/// Recordings: kept where browsers play them, written anew where they don't.
@Suite(.enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)), .covers("LIB-042", "LIB-085")) struct AudioTests {
    private let folder: TemporaryFolder
    private let converter: DocumentConverter

    init() throws {
        folder = try TemporaryFolder()
        converter = DocumentConverter(in: folder)
    }

    private func read(_ name: String) async throws -> ConvertedDocument {
        try await converter.convert(fileAt: SharedData.file("audio/\(name)"), name: name)
    }

    @Test func `a recording tells its length and tags, and keeps its picture`() async throws {
        let document = try await read("readium_Latin.mp3")
        defer { document.discard() }
        #expect(document.format == .audio)
        #expect(try #require(document.audio).duration > 1)
        #expect(document.sections.isEmpty && document.resources.isEmpty)
    }

    @Test func `M4A is played as it is`() async throws {
        let document = try await read("mutagen_has-tags.m4a")
        defer { document.discard() }
        let audio = try #require(document.audio)
        #expect(audio.mediaType == "audio/mp4")
        #expect(abs(audio.duration - 3.7) < 0.1)
        #expect(document.resources.isEmpty)
        #expect(!document.metadata.title.isEmpty)
        #expect(document.cover != nil)
    }

    @Test(arguments: [
        ("mutagen_alac.m4a", "audio/mp4"), ("mutagen_multipagecomment.ogg", "audio/ogg"), ("mutagen_example.opus", "audio/ogg"),
        ("mutagen_silence-44-s.flac", "audio/flac"), ("mutagen_silence-2s-PCM-16000-08-notags.wav", "audio/wav"),
    ])
    func `what browsers don't play is written anew, as long as it was`(name: String, type: String) async throws {
        let document = try await read(name)
        defer { document.discard() }
        let audio = try #require(document.audio)
        #expect(audio.mediaType == type)
        let played = try #require(document.resources.first)
        #expect(played.mediaType == "audio/mp4" && document.resources.count == 1)
        let seen = try Tool.run("ffprobe", ["-v", "error", "-show_entries", "stream=codec_name:format=duration", "-of", "csv=p=0", played.file.path])
            .split(separator: "\n").map(String.init)
        #expect(seen.first == "aac" && seen.count == 2)
        #expect(abs(try #require(Double(seen[1])) - audio.duration) < 0.2)
        #expect(document.warnings.contains { $0.key.hasPrefix("A copy was made for listening") })
    }

    /// ffmpeg writes chapters into Opus alone of these; other programs write them so.
    static let chapterTags = [
        "CHAPTER000=00:00:00.000", "CHAPTER000NAME=Setting out", "CHAPTER001=00:00:05.000", "CHAPTER001NAME=Coming home",
    ].flatMap { ["-metadata", $0] }

    /// A recording of twelve seconds with two chapters.
    private func chaptered(_ name: String, _ options: [String]) throws -> URL {
        let marks = """
            ;FFMETADATA1
            title=The Long Way
            artist=Ada Lind
            album=The Long Way
            [CHAPTER]
            TIMEBASE=1/1000
            START=0
            END=5000
            title=Setting out
            [CHAPTER]
            TIMEBASE=1/1000
            START=5000
            END=11900
            title=Coming home
            """
        let notes = try folder.write("marks.txt", marks.utf8)
        let file = folder.url.appending(path: name)
        try Tool.run(
            "ffmpeg",
            ["-v", "error", "-i", SharedData.file("audio/readium_Latin.mp3").path, "-i", notes.path, "-map", "0:a", "-map_metadata", "1"] + options
                + [file.path])
        return file
    }

    @Test(arguments: [
        ("book.m4b", ["-c:a", "aac", "-f", "ipod"]), ("book.ogg", ["-c:a", "libvorbis"] + AudioTests.chapterTags),
        ("book.flac", ["-c:a", "flac"] + AudioTests.chapterTags),
        ("book.opus", ["-c:a", "libopus"]),
        ("book.mp3", ["-c:a", "libmp3lame"]),
    ])
    func `chapters in the file are the recording's chapters`(name: String, options: [String]) async throws {
        let document = try await converter.convert(fileAt: chaptered(name, options), name: name)
        defer { document.discard() }
        let chapters = try #require(document.audio).chapters
        #expect(chapters.map(\.title) == ["Setting out", "Coming home"])
        #expect(chapters.map(\.start) == [0, 5])
        #expect(document.metadata.title == "The Long Way")
        #expect(document.metadata.authors == ["Ada Lind"])
        #expect(document.metadata.series == nil, "a book is no series of itself")
    }

    @Test func `a film is no recording`() async throws {
        let film = folder.url.appending(path: "film.mp4")
        try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=duration=1:size=64x64", "-f", "lavfi", "-i", "sine=duration=1", "-c:v", "mpeg4", "-c:a",
                "aac", film.path,
            ])
        #expect(await refusal(of: film, name: "film.m4a", by: converter) == .unsupported(kind: "MP4 (video)"))
    }

    @Test func `silence that unpacks to days ends with its time, or before it begins`() async throws {
        let long = folder.url.appending(path: "long.flac")
        try Tool.run(
            "ffmpeg",
            ["-v", "error", "-f", "lavfi", "-i", "anullsrc=r=44100:cl=mono", "-t", "20000", "-c:a", "flac", "-compression_level", "0", long.path])
        var limits = ConversionLimits()
        limits.recodingSeconds = 1
        #expect(await refusal(of: long, by: DocumentConverter(in: folder, limits: limits)) == .tooSlow)
        limits = ConversionLimits()
        limits.programOutput = 8 << 20
        #expect(await refusal(of: long, by: DocumentConverter(in: folder, limits: limits)) == .tooLarge(megabytes: 8))
        #expect(folder.leftovers.isEmpty)
    }

    @Test func `wrecks and wrong names are refused`() async throws {
        #expect(await refusal(of: try SharedData.file("audio/mutagen_106-invalid-streaminfo.flac"), by: converter) == .damaged)
        #expect(await refusal(of: try folder.write("torn.ogg", "OggS and no more".utf8), by: converter) == .damaged)
        #expect(await refusal(of: try SharedData.file("audio/mutagen_silence-2.wma"), by: converter) == .unsupported(kind: "WMA"))
        #expect(
            await refusal(of: try SharedData.file("audio/mutagen_has-tags.m4a"), name: "song.mp3", by: converter)
                == .mislabelled(name: "MP3", content: "MP4"))
    }
}
