import Core
import Foundation
import Platform
import Web

/// The kernel part for messages. Words between two people.
public struct MessagesPart: App {
    /// What the part is.
    public static let manifest = AppManifest(id: "messages", name: "Messages", migrations: MessagesMigrations.all, resources: Bundle.module)

    private let site: Site

    /// Wires the part to a site.
    public init(site: Site) throws { self.site = site }

    /// Every page and address of the part.
    public var routes: [Route] { [] }
}
