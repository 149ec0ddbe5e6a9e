import Core
import Foundation

/// What a request carried, as the route's ``BodyPolicy`` had it read.
public enum RequestBody: Sendable {
    /// Nothing.
    case none
    /// All of it, in memory.
    case bytes([UInt8])
    /// A file on disk, deleted after the request unless the handler moved it.
    case file(URL, size: Int)
    /// A multipart form: fields in memory, files on disk.
    case form(MultipartForm)
}

/// A `multipart/form-data` body (RFC 7578) taken apart.
public struct MultipartForm: Sendable {
    /// The plain fields.
    public var fields: QueryItems
    /// The files, on disk.
    public var files: [UploadedFile]

    /// A form from its parts.
    public init(fields: QueryItems = QueryItems(), files: [UploadedFile] = []) {
        self.fields = fields
        self.files = files
    }
}

/// One uploaded file. It is deleted after the request unless the handler moved it away.
public struct UploadedFile: Sendable {
    /// The form field it came in.
    public let field: String
    /// What the sender called it: words for people, never a path.
    public let fileName: String
    /// What the sender says it is; to be checked, never trusted.
    public let contentType: String
    /// Where it lies.
    public let url: URL
    /// Bytes.
    public let size: Int

    /// A file that lies on disk already.
    public init(field: String, fileName: String, contentType: String, url: URL, size: Int) {
        self.field = field
        self.fileName = fileName
        self.contentType = contentType
        self.url = url
        self.size = size
    }
}

/// How a route wants the body of its requests read; anything else that is sent is refused.
public struct BodyPolicy: Sendable {
    enum Kind: Sendable {
        case none
        case form(limit: Int)
        case json(limit: Int)
        case upload(MultipartLimits)
        case bytes(limit: Int)
        case file(limit: Int)
    }

    let kind: Kind

    /// No body.
    public static let none = BodyPolicy(kind: .none)
    /// A form without files, up to 64 KiB.
    public static let form = form(limit: 65_536)
    /// JSON, up to 256 KiB.
    public static let json = json(limit: 262_144)

    /// A form without files.
    public static func form(limit: Int) -> BodyPolicy { BodyPolicy(kind: .form(limit: limit)) }

    /// A JSON text.
    public static func json(limit: Int) -> BodyPolicy { BodyPolicy(kind: .json(limit: limit)) }

    /// A form with files that go straight to disk.
    /// - Parameters:
    ///   - fields: bytes of all plain fields together.
    ///   - file: bytes of each file.
    ///   - count: how many files.
    public static func upload(fields: Int = 65_536, file: Int, count: Int = 20) -> BodyPolicy {
        BodyPolicy(kind: .upload(MultipartLimits(fieldBytes: fields, fileBytes: file, files: count)))
    }

    /// Any bytes, in memory.
    public static func bytes(limit: Int) -> BodyPolicy { BodyPolicy(kind: .bytes(limit: limit)) }

    /// Any bytes, straight to a file.
    public static func file(limit: Int) -> BodyPolicy { BodyPolicy(kind: .file(limit: limit)) }
}

/// What a multipart form may hold.
public struct MultipartLimits: Sendable {
    /// Bytes of all plain fields together.
    public var fieldBytes: Int
    /// Plain fields.
    public var fields: Int
    /// Bytes of each file.
    public var fileBytes: Int
    /// Files.
    public var files: Int
    /// Bytes of the header lines of one part.
    public var partHeaderBytes: Int

    /// Limits; without files unless said.
    public init(
        fieldBytes: Int = 65_536, fields: Int = QueryItems.mostItems, fileBytes: Int = 0, files: Int = 0, partHeaderBytes: Int = 2048
    ) {
        self.fieldBytes = fieldBytes
        self.fields = fields
        self.fileBytes = fileBytes
        self.files = files
        self.partHeaderBytes = partHeaderBytes
    }

    /// The most that a whole body within these limits can have: boundaries and part heads come on top.
    public var wholeBody: Int {
        let (inFiles, isHuge) = fileBytes.multipliedReportingOverflow(by: files)
        let (all, isHuger) = inFiles.addingReportingOverflow((files > 0 ? fieldBytes + (fields + files + 1) * 1024 : 4 * fieldBytes))
        return isHuge || isHuger ? .max : all
    }
}

/// What a server does with the body of one request.
public enum BodyPlan: Sendable {
    /// Throws it away.
    case none
    /// Keeps it in memory.
    case memory(limit: Int)
    /// Writes it to a temporary file.
    case file(limit: Int)
    /// Takes it apart while it comes in.
    case multipart(boundary: String, MultipartLimits)
}
