import Core
import Documents
import Foundation

/// Reads MP3: length, tags, chapters, the picture inside. The recording itself is kept as it is.
struct AudioConverter {
    let conversion: Conversion

    func convert(_ file: URL) throws(ConversionRefusal) -> ConvertedDocument {
        let result = try conversion.run(
            ProgramRun(
                program: "ffprobe",
                arguments: [
                    "-v", "error", "-protocol_whitelist", "file", "-f", "mp3", "-print_format", "json", "-show_format", "-show_streams",
                    "-show_chapters", file.path,
                ], seconds: 60))
        guard result.succeeded, let probe = try? JSONDecoder().decode(AudioProbe.self, from: Data(result.standardOutput)) else {
            throw .damaged
        }
        guard let sound = probe.streams.first(where: { $0.kind == "audio" }) else { throw .damaged }
        guard sound.codec == "mp3" else { throw .unsupported(kind: sound.codec?.uppercased()) }
        guard let duration = probe.format.duration.flatMap({ Double($0) }), duration.isFinite, duration > 0 else { throw .damaged }
        try conversion.progress(0.5)
        let chapters = probe.chapters.prefix(2000).enumerated().compactMap { index, chapter -> AudioChapter? in
            guard let start = Double(chapter.start), start.isFinite, start >= 0 else { return nil }
            return AudioChapter(title: chapter.tags?["title"]?.catalogued(300) ?? "\(index + 1)", start: start)
        }
        let cover = probe.streams.contains { $0.kind == "video" } ? try picture(in: file) : nil
        let bitRate = (sound.bitRate ?? probe.format.bitRate).flatMap { Int($0) }
        return ConvertedDocument(
            format: .audio, metadata: metadata(probe), direction: .leftToRight, sections: [], contents: [], resources: [], cover: cover,
            audio: AudioInfo(duration: duration, chapters: chapters, bitRate: bitRate), bible: nil, folder: conversion.folder)
    }

    private func metadata(_ probe: AudioProbe) -> DocumentMetadata {
        let tags = Dictionary((probe.format.tags ?? [:]).map { ($0.lowercased(), $1) }) { first, _ in first }
        func value(_ name: String, _ limit: Int = 500) -> String? { tags[name]?.catalogued(limit) }
        var metadata = DocumentMetadata()
        metadata.title = value("title") ?? ""
        metadata.authors = [value("artist", 200) ?? value("album_artist", 200) ?? value("composer", 200)].compactMap { $0 }
        metadata.series = value("album", 200)
        metadata.publisher = value("publisher", 200)
        metadata.subjects = [value("genre", 200)].compactMap { $0 }
        metadata.year = (value("date") ?? value("tdor") ?? value("year")).flatMap { Year.first(in: $0) }
        metadata.description = value("comment", 2000)
        metadata.rights = value("copyright")
        metadata.language = value("language").flatMap { Self.languages[$0.lowercased()] ?? (Language.isTag($0) ? Language($0) : nil) }
        return metadata
    }

    /// ID3 names languages by three letters (ISO 639-2).
    private static let languages: [String: Language] = [
        "eng": .english, "swe": .swedish, "ger": Language("de"), "deu": Language("de"), "fra": Language("fr"), "fre": Language("fr"),
        "spa": Language("es"), "fin": Language("fi"), "nor": Language("no"), "dan": Language("da"), "swa": Language("sw"),
        "bem": Language("bem"), "ara": Language("ar"),
    ]

    private func picture(in file: URL) throws(ConversionRefusal) -> URL? {
        let output = try conversion.newFolder("cover")
        let result = try conversion.run(
            ProgramRun(
                program: "ffmpeg",
                arguments: [
                    "-v", "error", "-protocol_whitelist", "file", "-f", "mp3", "-i", file.path, "-an", "-map", "0:v:0", "-c:v",
                    "copy",
                    "-frames:v", "1", "-f", "image2", output.appendingPathComponent("cover").path,
                ], output: output, seconds: 30))
        let cover = output.appendingPathComponent("cover")
        guard result.succeeded, case .image(let header)? = try? FileKind.of(cover), header.hasAtMost(pixels: conversion.limits.imagePixels) else {
            return nil
        }
        return cover
    }
}

/// The part of ffprobe's answer that is read.
struct AudioProbe: Decodable {
    struct Format: Decodable {
        var duration: String?
        var bitRate: String?
        var tags: [String: String]?

        enum CodingKeys: String, CodingKey {
            case duration, tags
            case bitRate = "bit_rate"
        }
    }

    struct Stream: Decodable {
        var kind: String?
        var codec: String?
        var bitRate: String?

        enum CodingKeys: String, CodingKey {
            case kind = "codec_type"
            case codec = "codec_name"
            case bitRate = "bit_rate"
        }
    }

    struct Chapter: Decodable {
        var start: String
        var tags: [String: String]?

        enum CodingKeys: String, CodingKey {
            case tags
            case start = "start_time"
        }
    }

    var format: Format
    var streams: [Stream]
    var chapters: [Chapter]
}
