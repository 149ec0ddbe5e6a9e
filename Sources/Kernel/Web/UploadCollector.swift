import Core
import Foundation

/// Collects a multipart form as it comes in: fields in memory, files in a folder for temporary files, all within
/// limits. Whoever made it calls `discard` when the request is over.
public struct UploadCollector {
    private let folder: URL
    private let limits: MultipartLimits
    private var parser: MultipartParser
    private var form = MultipartForm()
    private var fieldBytes = 0
    private var part: Part?

    private enum Part {
        case field(name: String, bytes: [UInt8])
        case file(TemporaryFile, MultipartParser.PartHead)
        /// A file input that was left empty: browsers send a part with an empty name.
        case nothing
    }

    /// A collector for one body.
    public init(boundary: String, limits: MultipartLimits, folder: URL) {
        self.folder = folder
        self.limits = limits
        parser = MultipartParser(boundary: boundary, headLimit: limits.partHeaderBytes)
    }

    /// Takes the next piece.
    /// - Throws: a ``Problem`` when the form is written wrongly or exceeds a limit.
    public mutating func feed(_ piece: UnsafeRawBufferPointer) throws(Problem) {
        // The parser is taken out while it reports to the rest of this value.
        var parser = parser
        defer { self.parser = parser }
        try parser.feed(piece) { (event) throws(Problem) in
            switch event {
            case .begin(let head): part = try begin(head)
            case .data(let bytes): try take(bytes)
            case .end: try end()
            }
        }
    }

    /// The form, once the last piece was taken.
    public mutating func finish() throws(Problem) -> MultipartForm {
        try parser.finish()
        return form
    }

    /// Deletes every file that is still in its place.
    public mutating func discard() {
        if case .file(let file, _) = part { file.remove() }
        part = nil
        for file in form.files { unlink(file.url.path) }
    }

    private mutating func begin(_ head: MultipartParser.PartHead) throws(Problem) -> Part {
        // Names are kept in memory like values are.
        try count(head.name.utf8.count + (head.fileName?.utf8.count ?? 0) + head.contentType.utf8.count)
        guard let fileName = head.fileName else {
            guard form.fields.count < limits.fields else { throw .tooManyParts }
            return .field(name: head.name, bytes: [])
        }
        if fileName.isEmpty { return .nothing }
        guard form.files.count < limits.files else { throw .tooManyParts }
        return .file(try TemporaryFile(in: folder, limit: limits.fileBytes), head)
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer) throws(Problem) {
        switch part {
        case .nothing: throw .badForm
        case nil: throw .badForm
        case .file(let file, _): try file.append(bytes)
        case .field(let name, var collected):
            // Taken out first, so that appending does not copy.
            part = nil
            try count(bytes.count)
            collected.append(contentsOf: bytes)
            part = .field(name: name, bytes: collected)
        }
    }

    private mutating func count(_ bytes: Int) throws(Problem) {
        fieldBytes += bytes
        guard fieldBytes <= limits.fieldBytes else { throw .bodyTooLarge(limits.fieldBytes) }
    }

    private mutating func end() throws(Problem) {
        defer { part = nil }
        switch part {
        case .nothing, nil: return
        case .field(let name, let bytes):
            guard let value = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else { throw .badForm }
            form.fields.add(name, value)
        case .file(let file, let head):
            let size = try file.close()
            let type = head.contentType.isEmpty ? "application/octet-stream" : head.contentType
            form.files.append(
                UploadedFile(field: head.name, fileName: Self.words(head.fileName ?? ""), contentType: type, url: file.url, size: size))
        }
    }

    /// The last part of what may be a whole path of the sender's machine, without controls and not too long.
    private static func words(_ name: String) -> String {
        let last = name.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last ?? ""
        return String(String.UnicodeScalarView(last.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(200)))
    }
}

extension Problem {
    static let tooManyParts = Problem(.tooLarge, "request.too-many-fields", "The request carries too many fields.")

    /// A body over its limit.
    public static func bodyTooLarge(_ limit: Int) -> Problem {
        let size: Text =
            limit >= 1_048_576
            ? "What was sent is too large. The limit is \(limit / 1_048_576) MB."
            : "What was sent is too large. The limit is \(limit / 1024) kB."
        return Problem(.tooLarge, "request.too-large", size, remedy: "Send something smaller.")
    }
}
