/// What a recording is wrapped in, besides MP3.
package enum SoundContainer: String, CaseIterable, Sendable {
    /// M4A and M4B.
    case mp4
    /// Vorbis, Opus or FLAC in Ogg.
    case ogg
    case flac, wav

    /// The media type of a file of this kind.
    package var mediaType: String { "audio/\(rawValue)" }

    /// What to call it in a refusal.
    package var name: String { self == .ogg ? "Ogg" : rawValue.uppercased() }
}
