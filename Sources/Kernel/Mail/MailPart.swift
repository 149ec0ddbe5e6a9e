import Core
import Foundation
import Jobs
import Platform
import Web

/// The kernel part for mail. Letters that leave the site.
public struct MailPart: App {
    /// What the part is.
    public static let manifest = AppManifest(id: "mail", name: "Mail", migrations: MailMigrations.all, resources: Bundle.module)

    private let site: Site

    /// Wires the part to a site.
    public init(site: Site) throws { self.site = site }

    /// Every page and address of the part.
    public var routes: [Route] { [] }
    /// Brings letters to the mail server.
    public var jobs: [JobKind] { [LetterSending(site: site).kind] }
}
