import Foundation

/// The words of a PDF, by poppler.
public func plainText(ofPDF bytes: [UInt8]) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "report-\(UUID().uuidString).pdf")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/pdftotext")
    process.arguments = ["-layout", file.path, "-"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
}
