import Core
import Foundation
import Platform
import Web

/// The kernel part for operations. The state of the site.
public struct OperationsPart: App {
    /// What the part is.
    public static let manifest = AppManifest(id: "operations", name: "Operations", migrations: OperationsMigrations.all, resources: Bundle.module)

    private let site: Site

    /// Wires the part to a site.
    public init(site: Site) throws { self.site = site }

    /// Every page and address of the part.
    public var routes: [Route] { [] }
}
