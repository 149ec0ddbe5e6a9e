import Foundation
import Testing

/// Short videos that say where they were taken, and pictures, made by Debian's ffmpeg.
enum Film {
    /// What a phone writes beside the pictures.
    static let secrets = ["+59.3293+018.0686/", "Seen from our kitchen", "Ada Holm"]

    static func bytes(as kind: String = "mp4") throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(kind)")
        defer { try? FileManager.default.removeItem(at: file) }
        let codecs = kind == "mp4" ? ["-c:v", "libx264", "-c:a", "aac", "-movflags", "use_metadata_tags"] : ["-c:v", "libvpx", "-c:a", "libopus"]
        _ = try run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc=size=160x120:rate=10:duration=2", "-f", "lavfi", "-i", "sine=duration=2",
                "-metadata", "\(kind == "mp4" ? "location" : "recording_location")=\(secrets[0])", "-metadata",
                "comment=\(secrets[1])", "-metadata", "artist=\(secrets[2])", "-pix_fmt", "yuv420p",
            ] + codecs + [file.path])
        return Array(try Data(contentsOf: file))
    }

    /// A PNG with a drawing.
    static func picture(width: Int, height: Int) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        _ = try run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "testsrc=size=\(width)x\(height)", "-frames:v", "1", file.path])
        return Array(try Data(contentsOf: file))
    }

    /// What a file packed by gzip holds.
    static func unpacked(_ file: URL) throws -> [UInt8] { Array(try run("gzip", ["-dc", file.path]).utf8) }

    /// Pixels across and down.
    static func size(of picture: [UInt8]) throws -> [Int] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(picture).write(to: file)
        let printed = try run("ffprobe", ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", file.path])
        return printed.trimmingCharacters(in: .whitespacesAndNewlines).split(separator: ",").compactMap { Int($0) }
    }

    /// A checksum of every decoded picture.
    static func frames(of video: [UInt8]) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(video).write(to: file)
        let lines = try run("ffmpeg", ["-v", "error", "-i", file.path, "-map", "0:v:0", "-f", "framemd5", "-"]).split(separator: "\n")
        return lines.filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: ",").last }.joined(separator: "\n")
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/\(program)")
        process.arguments = arguments
        process.standardOutput = output
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return String(decoding: printed, as: UTF8.self)
    }
}
