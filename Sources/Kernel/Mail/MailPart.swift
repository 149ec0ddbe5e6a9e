import Core
import Foundation
import Interface
import Jobs
import Platform
import Web

/// The kernel part for mail. Letters that leave the site.
public struct MailPart: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "mail", name: "Email",
        adminNavigation: [AdminPlace("Email", icon: .mail, path: MailPaths.settings(), permission: MailPermissions.settings, in: .site)],
        migrations: MailMigrations.all,
        permissions: [
            PermissionDeclaration(MailPermissions.settings, "See the emails that wait or failed, and try them again"),
            PermissionDeclaration(MailPermissions.server, "Choose the mail server"),
        ],
        roles: [RoleDeclaration("postmaster", "Email administrator", [MailPermissions.settings])], commands: MailCommands.help,
        settings: LetterKeeping.settings, measures: [.letters], things: ["mail.letter": "Email", "mail.server": "Mail server"],
        resources: Bundle.module)

    private let site: Site
    private let tests: RateLimiter

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        tests = RateLimiter(capacity: 5, per: .seconds(60), clock: site.clock)
    }

    /// Every page and address of the part.
    public var routes: [Route] { MailRoutes(site: site, tests: tests).routes }
    /// `stoa mail …`.
    public var commands: [Command] { MailCommands(site: site).commands }
    /// Brings letters to the mail server.
    public var jobs: [JobKind] { [LetterSending(site: site).kind, LetterKeeping(site: site).kind] }
    /// Forgets old letters every night.
    public var schedules: [Schedule] { [LetterKeeping(site: site).schedule] }
    /// Letters that cannot leave.
    public var attention: [any Attention] { [MailAttention(site: site)] }
    /// Letters to a person.
    public var personalData: [any PersonalData] { [LetterData(site: site)] }
}
