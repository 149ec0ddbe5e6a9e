import Core
import Foundation
import Platform
import Web

/// The kernel part for help. Answers and support.
public struct HelpPart: App {
    /// What the part is.
    public static let manifest = AppManifest(id: "help", name: "Help", migrations: HelpMigrations.all, resources: Bundle.module)

    private let site: Site

    /// Wires the part to a site.
    public init(site: Site) throws { self.site = site }

    /// Every page and address of the part.
    public var routes: [Route] { [] }
}
