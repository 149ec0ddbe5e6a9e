import Analytics
import Audit
import Core
import Crypto
import Database
import DatabasePostgres
import DatabaseSQLite
import Documents
import Events
import Foundation
import Interface
import Jobs
import Localization
import Media
import Search
import Web

/// Opens the database that a node's configuration names.
package enum SiteDatabase {
    package static func open(_ folder: SiteFolder, _ node: NodeConfiguration) throws -> Database {
        if let address = node.database {
            return try PostgresDatabase.open(url: address, poolSize: 16)
        }
        return try SQLiteDatabase.open(path: folder.database.path, tokenizers: [SearchTokenizer.fullText])
    }
}

extension SiteServices {
    init(folder: SiteFolder, manifests: [AppManifest], database: Database, key: SealingKey, clock: SiteClock, log: Log) throws {
        jobs = JobQueue(clock: clock)
        events = EventLog(clock: clock)
        media = try MediaStore(folder: folder.media, database: database, clock: clock)
        search = SearchIndex(clock: clock)
        audit = AuditLog(clock: clock)
        self.key = key
        analytics = InteractionLog(clock: clock)
        converter = DocumentConverter(limits: ConversionLimits(), box: ConverterBox(), temporary: folder.temporary, log: log)
        messages = try Self.messages(of: manifests)
        assets = try AssetLibrary(
            sources: [AssetSource(id: "interface", bundle: InterfaceResources.bundle)]
                + manifests.compactMap { manifest in manifest.resources.map { AssetSource(id: manifest.id, bundle: $0) } })
    }

    fileprivate static func messages(of manifests: [AppManifest]) throws -> Messages {
        let bundles =
            [LocalizationResources.bundle, WebResources.bundle, DocumentsResources.bundle, InterfaceResources.bundle, PlatformResources.bundle]
            + manifests.compactMap(\.resources)
        return Messages(catalogues: try bundles.map { try Catalogue(bundle: $0) })
    }
}

extension RunningSite {
    /// Whether the phrases of every language can be read: a site takes apart what it is asked for, and says in English what it can't read.
    public static func doctorCheck(_ manifests: [AppManifest]) -> DoctorCheck {
        { _ in
            do {
                try SiteServices.messages(of: manifests).check()
                return DoctorFinding(.ok, "The phrases of every language are in order.")
            } catch {
                return DoctorFinding(.failure, "The phrases cannot be read: \(error). Install Stoa again.")
            }
        }
    }
}
