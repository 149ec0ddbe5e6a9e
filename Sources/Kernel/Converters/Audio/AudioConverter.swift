import Core
import Documents
import Foundation

/// Reads recordings: length, tags, chapters, the picture inside. What browsers play is kept as it is; the rest is written anew once, as AAC.
struct AudioConverter {
    let conversion: Conversion
    let kind: SoundKind

    /// How ffmpeg reads a recording, and which codecs in it browsers play.
    enum SoundKind {
        case mp3
        case container(SoundContainer)

        fileprivate var demuxer: String {
            switch self {
            case .mp3: "mp3"
            case .container(.mp4): "mov"
            case .container(let container): container.rawValue
            }
        }

        fileprivate func isPlayed(_ codec: String) -> Bool {
            switch self {
            case .mp3: codec == "mp3"
            case .container(.mp4): codec == "aac"
            // Safari learnt Ogg late, FLAC and WAV are ten times as large as they need to be.
            case .container: false
            }
        }

        fileprivate var mediaType: String? {
            if case .container(let container) = self { container.mediaType } else { nil }
        }

        fileprivate var name: String {
            if case .container(let container) = self { container.name } else { "MP3" }
        }
    }

    func convert(_ file: URL) throws(ConversionRefusal) -> ConvertedDocument {
        let probe = try probe(file)
        guard let sound = probe.streams.first(where: { $0.kind == "audio" }), let codec = sound.codec else { throw .damaged }
        // Ogg and MP4 hold films too; a cover is a picture with a mark.
        guard !probe.streams.contains(where: { $0.kind == "video" && !$0.isCover }) else { throw .unsupported(kind: "\(kind.name) (video)") }
        if case .mp3 = kind, codec != "mp3" { throw .unsupported(kind: codec.uppercased()) }
        guard var duration = probe.format.duration.flatMap({ Double($0) }), duration.isFinite, duration > 0 else { throw .damaged }
        try conversion.progress(0.1)
        let cover = probe.streams.contains { $0.kind == "video" } ? try picture(in: file) : nil
        var resources: [ConvertedResource] = []
        if !kind.isPlayed(codec) {
            let rewritten = try SoundRewriter(conversion: conversion).rewrite(file, as: kind.demuxer, sound, duration: duration)
            (resources, duration) = ([rewritten.sound], rewritten.duration)
            conversion.warn(.soundRewritten)
        }
        let bitRate = (sound.bitRate ?? probe.format.bitRate).flatMap { Int($0) }
        return ConvertedDocument(
            format: .audio, metadata: AudioTags(probe).metadata, direction: .leftToRight, sections: [], contents: [], resources: resources,
            cover: cover, audio: AudioInfo(duration: duration, chapters: chapters(probe), bitRate: bitRate, mediaType: kind.mediaType),
            bible: nil, folder: conversion.folder)
    }

    private func probe(_ file: URL) throws(ConversionRefusal) -> AudioProbe {
        let result = try conversion.run(
            ProgramRun(
                program: "ffprobe",
                arguments: [
                    "-v", "error", "-protocol_whitelist", "file", "-f", kind.demuxer, "-print_format", "json", "-show_format", "-show_streams",
                    "-show_chapters", file.path,
                ], seconds: 60))
        guard result.succeeded, let probe = try? JSONDecoder().decode(AudioProbe.self, from: Data(result.standardOutput)) else {
            throw .damaged
        }
        return probe
    }

    private func chapters(_ probe: AudioProbe) -> [AudioChapter] {
        probe.chapters.prefix(2000).enumerated().compactMap { index, chapter -> AudioChapter? in
            guard let start = Double(chapter.start), start.isFinite, (0...10_000_000).contains(start) else { return nil }
            return AudioChapter(title: chapter.tags?["title"]?.catalogued(300) ?? "\(index + 1)", start: start)
        }
    }

    private func picture(in file: URL) throws(ConversionRefusal) -> URL? {
        let output = try conversion.newFolder("cover")
        let result = try conversion.run(
            ProgramRun(
                program: "ffmpeg",
                arguments: [
                    "-v", "error", "-protocol_whitelist", "file", "-f", kind.demuxer, "-i", file.path, "-an", "-map", "0:v:0", "-c:v",
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
