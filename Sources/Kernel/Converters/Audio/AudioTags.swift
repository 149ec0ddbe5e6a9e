import Core
import Documents

/// What a recording's tags say about it, whichever way they are written.
struct AudioTags {
    private let tags: [String: String]

    /// Ogg ties its tags to the sound, all others to the file.
    init(_ probe: AudioProbe) {
        let sound = probe.streams.first { $0.kind == "audio" }?.tags ?? [:]
        let all = Array(probe.format.tags ?? [:]) + Array(sound)
        tags = Dictionary(all.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    }

    var metadata: DocumentMetadata {
        func value(_ name: String, _ limit: Int = 500) -> String? { tags[name]?.catalogued(limit) }
        var metadata = DocumentMetadata()
        metadata.title = value("title") ?? value("album") ?? ""
        metadata.authors = [value("artist", 200) ?? value("album_artist", 200) ?? value("composer", 200)].compactMap { $0 }
        // Audiobooks name themselves twice.
        metadata.series = value("album", 200).flatMap { $0 == metadata.title ? nil : $0 }
        metadata.publisher = value("publisher", 200)
        metadata.subjects = [value("genre", 200)].compactMap { $0 }
        metadata.year = (value("date") ?? value("tdor") ?? value("year")).flatMap { Year.first(in: $0) }
        metadata.description = value("description", 2000) ?? value("synopsis", 2000) ?? value("comment", 2000)
        metadata.rights = value("copyright")
        metadata.language = value("language").flatMap { Self.languages[$0.lowercased()] ?? (Language.isTag($0) ? Language($0) : nil) }
        return metadata
    }

    /// Tags name languages by three letters (ISO 639-2); `und` says that nobody said.
    private static let languages: [String: Language?] = [
        "eng": .english, "swe": .swedish, "ger": Language("de"), "deu": Language("de"), "fra": Language("fr"), "fre": Language("fr"),
        "spa": Language("es"), "fin": Language("fi"), "nor": Language("no"), "dan": Language("da"), "swa": Language("sw"),
        "bem": Language("bem"), "ara": Language("ar"), "und": nil,
    ]
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
        var channels: Int?
        var sampleRate: String?
        var disposition: [String: Int]?
        var tags: [String: String]?

        /// Samples a second.
        var rate: Int? { sampleRate.flatMap { Int($0) } }
        /// Whether it is a picture of the recording rather than a film.
        var isCover: Bool { disposition?["attached_pic"] == 1 || ["mjpeg", "png", "gif", "bmp", "webp"].contains(codec) }

        enum CodingKeys: String, CodingKey {
            case channels, disposition, tags
            case kind = "codec_type"
            case codec = "codec_name"
            case bitRate = "bit_rate"
            case sampleRate = "sample_rate"
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
