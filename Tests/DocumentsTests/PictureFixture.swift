import Foundation
import TestSupport

/// Runs a program of the system, to make files for tests or to look at files from outside.
enum Tool {
    /// What it printed. Throws where it fails.
    @discardableResult
    static func run(_ program: String, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(program)")
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw TestFailure("\(program) ended with \(process.terminationStatus)") }
        return String(decoding: printed, as: UTF8.self)
    }
}

/// Pictures, and files of pictures, written by hand.
enum PictureFixture {
    /// The beginning of a PNG, which says its size.
    static func png(_ width: UInt8) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, width, 0, 0, 0, 1]
    }

    /// A PDF of one page that a picture fills, as scanners write it; without a picture it is blank.
    static func pdf(jpeg: [UInt8]?, width: Int, height: Int) -> [UInt8] {
        let drawing = jpeg == nil ? "" : "q \(width) 0 0 \(height) 0 0 cm /P Do Q"
        let resources = jpeg == nil ? "" : "/XObject << /P 5 0 R >>"
        var objects: [[UInt8]] = [
            "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 \(width) \(height)] /Contents 4 0 R /Resources << \(resources) >> >>",
            "<< /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream",
        ].map { Array($0.utf8) }
        if let jpeg {
            let head =
                "<< /Type /XObject /Subtype /Image /Width \(width) /Height \(height) /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length \(jpeg.count) >>\nstream\n"
            objects.append(Array(head.utf8) + jpeg + Array("\nendstream".utf8))
        }
        var file = Array("%PDF-1.4\n".utf8)
        var places: [Int] = []
        for (index, object) in objects.enumerated() {
            places.append(file.count)
            file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        let start = file.count
        let table = places.map { place in String(repeating: "0", count: 10 - "\(place)".count) + "\(place) 00000 n \n" }.joined()
        file += Array("xref\n0 \(places.count + 1)\n0000000000 65535 f \n\(table)trailer << /Size \(places.count + 1) /Root 1 0 R >>\n".utf8)
        return file + Array("startxref\n\(start)\n%%EOF\n".utf8)
    }
}
