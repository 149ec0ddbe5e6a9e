public import Core
import Database
import Foundation

/// One part's share of what the site knows about a person (CORE-020): every part that keeps some hands one in.
public protocol PersonalData: Sendable {
    /// The folder's name in the export: `library`.
    var folder: String { get }
    /// What the first page of the export calls it.
    var title: Text { get }

    /// Adds everything that belongs to a person, as it is now.
    func export(_ person: PersonID, into export: any PersonalDataExport) async throws

    /// Removes what belongs to a person, and cuts the name from what must stay, in the transaction that removes the account.
    ///
    /// It may run twice, and finds tables in which others still write: what refers to the person must be gone or anonymous
    /// when it returns. Files are removed by a job that it enqueues.
    func erase(_ person: PersonID, in write: Write) throws
}

/// Takes the parts' shares of an export; what it is given lies in the part's own folder.
public protocol PersonalDataExport: Sendable {
    /// Adds a JSON file: `annotations.json`, with what the first page calls it.
    func add(_ value: some Encodable, as name: String, _ title: Text) throws
    /// Adds a copy of a file: `pictures/garden.jpg`.
    func add(fileAt file: URL, as name: String, _ title: Text) throws
}

extension ExtensionPoint where Value == any PersonalData {
    public static var personalData: Self { Self("personal-data") }
}
