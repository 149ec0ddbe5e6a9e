import Core
import Documents
import Foundation

/// Writes a recording anew as AAC in MP4, which every browser plays and seeks in exactly.
struct SoundRewriter {
    let conversion: Conversion

    /// Bits per second for two channels and for one; long recordings take fewer, so that the file stays within its limit.
    private static let stereo = [128_000, 96_000, 64_000, 48_000]
    private static let mono = [64_000, 48_000, 32_000]

    /// The new recording, without tags, chapters and pictures, which are kept beside it; and how many seconds were in the file.
    func rewrite(
        _ file: URL, as demuxer: String, _ sound: AudioProbe.Stream, duration: Double
    ) throws(ConversionRefusal) -> (sound: ConvertedResource, duration: Double) {
        let rates = sound.channels == 1 ? Self.mono : Self.stereo + Self.mono
        let room = 0.9 * Double(conversion.limits.programOutput)
        guard let rate = rates.first(where: { duration * Double($0) / 8 < room }) else {
            throw .tooLarge(megabytes: Int(conversion.limits.programOutput >> 20))
        }
        let output = try conversion.newFolder("sound")
        let target = output.appendingPathComponent("a1.mp4")
        var run = ProgramRun(
            program: "ffmpeg",
            arguments: [
                "-nostdin", "-v", "error", "-progress", "pipe:1", "-threads", "1", "-protocol_whitelist", "file,pipe", "-f", demuxer, "-i",
                file.path, "-map", "0:a:0", "-vn", "-sn", "-dn", "-map_metadata", "-1", "-map_metadata:s", "-1", "-map_chapters", "-1",
                "-fflags", "+bitexact", "-ac", sound.channels == 1 || rate < 48_000 ? "1" : "2", "-ar",
                (sound.rate ?? 48_000) > 44_100 ? "48000" : "44100",
                "-c:a", "aac", "-b:a", "\(rate)", "-movflags", "+faststart", "-f", "mp4", target.path,
            ], output: output, isRecoding: true)
        run.share = { printed in
            Self.seconds(in: printed).map { 0.1 + 0.85 * $0 / duration }
        }
        let result = try conversion.run(run)
        // 128 + SIGXCPU, or SIGKILL: the kernel ended it at its processor time.
        if result.status == 152 || result.status == 137 { throw .tooSlow }
        guard result.succeeded, try FileKind.of(target) == .sound(.mp4) else { throw .damaged }
        let resource = ConvertedResource(name: "a1.mp4", mediaType: SoundContainer.mp4.mediaType, file: target)
        return (resource, Self.seconds(in: result.standardOutput) ?? duration)
    }

    /// How many seconds of sound are written, by the last line of ffmpeg's that says so.
    private static func seconds(in printed: [UInt8]) -> Double? {
        let last = String(decoding: printed.suffix(2000), as: UTF8.self).split(separator: "\n").last { $0.hasPrefix("out_time_us=") }
        return last.flatMap { Double($0.dropFirst("out_time_us=".count)) }.map { $0 / 1_000_000 }
    }
}
