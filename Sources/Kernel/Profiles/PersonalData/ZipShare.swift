import Archives
import Core
import Foundation
import Platform
import Synchronization
import Web

/// One part's folder in the ZIP file.
final class ZipShare: PersonalDataExport {
    private let zip: ZipWriter
    private let folder: String
    /// Guards what was added so far.
    private let added = Mutex<[ExportIndex.File]>([])

    /// What was added so far.
    var files: [ExportIndex.File] { added.withLock { $0 } }

    init(zip: ZipWriter, folder: String) {
        self.zip = zip
        self.folder = folder
    }

    /// Moments are written as everywhere in the API; people may open the file, so that it is laid out in lines.
    func add(_ value: some Encodable, as name: String, _ title: Text) throws {
        let json = try JSONSerialization.jsonObject(with: Data(JSONWriter.encode(value)), options: .fragmentsAllowed)
        let lines = try JSONSerialization.data(
            withJSONObject: json, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed])
        let path = place(name)
        try zip.add(Array(lines), as: path)
        let count = (json as? [Any])?.count
        added.withLock { $0.append(.init(path: path, title: title, count: count)) }
    }

    func add(fileAt file: URL, as name: String, _ title: Text) throws {
        let path = place(name)
        try zip.add(fileAt: file, as: path)
        added.withLock { $0.append(.init(path: path, title: title)) }
    }

    /// Names may come from people: nothing in them leads out of the folder when the file is unpacked.
    private func place(_ name: String) -> String {
        let parts = name.pieces(betweenExactly: "/").map { part in
            String(String.UnicodeScalarView(part.unicodeScalars.map { $0.value < 0x20 || "\\:*?\"<>|".unicodeScalars.contains($0) ? "_" : $0 }))
        }
        return ([folder] + parts.filter { !["", ".", ".."].contains($0) }).joined(separator: "/")
    }
}
