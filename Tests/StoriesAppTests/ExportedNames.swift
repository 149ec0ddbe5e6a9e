import Core
import Foundation
import Platform
import Synchronization

/// A copy of somebody's data of which only the names of its files are kept.
final class ExportedNames: PersonalDataExport {
    private let kept = Mutex<[String]>([])
    var names: [String] { kept.withLock { $0 } }

    func add(_ value: some Encodable, as name: String, _ title: Text) throws { kept.withLock { $0.append(name) } }

    func add(fileAt file: URL, as name: String, _ title: Text) throws {
        // A file that isn't there would be no copy.
        _ = try Data(contentsOf: file)
        kept.withLock { $0.append(name) }
    }
}
