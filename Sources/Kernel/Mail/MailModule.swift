import Core
import Database
import Foundation
import Interface
import Jobs
import Platform
import Web

/// The kernel part for mail. Emails that leave the site.
public struct MailModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "mail", name: "Email",
        navigation: .init(portal: [
            AdminPlace(
                "Email", "Mail server and what was sent", searchedAs: "smtp sender newsletter test email failed waiting", icon: .mail,
                path: MailPaths.settings(),
                permission: MailPermissions.settings, in: .system)
        ]),
        access: .init(
            permissions: [
                PermissionDeclaration(MailPermissions.settings, "See the emails that wait or failed, and try them again"),
                PermissionDeclaration(MailPermissions.server, "Choose the mail server"),
            ], roles: [RoleDeclaration("postmaster", "Email administrator", [MailPermissions.settings], partOf: [.administrator])]),
        schema: .init(MailMigrations.all, entityNames: ["mail.letter": "Email message", "mail.server": "Mail server"], sentences: MailSentences.all),
        settings: EmailRetention.settings,
        sections: [MailConfiguration.self],
        measures: .init([.emails]),
        commands: MailCommands.help,
        resources: Bundle.module)

    private let site: Site
    private let settings: MailSettings
    private let sending: EmailSending
    private let retention: EmailRetention
    private let tests: RateLimiter

    /// Parts that come before this one send emails too.
    public static func provide(on site: Site, in extensions: inout Extensions) throws { try extensions.provide(Mailer(site: site)) }

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        let mailer: Mailer = try site.service()
        sending = EmailSending(site: site, mailer: mailer)
        settings = MailSettings(site: site, mailer: mailer, sending: sending)
        retention = EmailRetention(site: site)
        tests = site.rateLimiter("mail.tests", capacity: 5, per: .seconds(60))
    }

    /// Every page and address of the part.
    public var routes: [Route] { MailRoutes(site: site, settings: settings, tests: tests).routes }
    /// `stoa mail …`.
    public var commands: [Command] { MailCommands(site: site, settings: settings).commands }
    /// Brings emails to the mail server.
    public var jobs: [JobKind] { [sending.kind, retention.kind] }
    /// Forgets old emails every night.
    public var schedules: [Schedule] { [retention.schedule] }

    public func register(in extensions: inout Extensions) throws {
        extensions.add(MailSetup(site: site), to: .setupSteps)
        extensions.add(MailAlerts(site: site), to: .adminAlerts)
        extensions.add(EmailData(site: site), to: .personalData)
        for facts in pastFacts { extensions.add(facts, to: .pastFacts) }
        let site = site
        extensions.add(ServiceCheck("email", "Email") { db, now in try Self.state(of: site, db, now) }, to: .serviceChecks)
    }

    /// Emails go out within a minute; what waits longer is held up.
    private static func state(of site: Site, _ db: any Connection, _ now: Instant) throws -> ServiceCheck.State? {
        guard site.configuration.mail != nil else { return nil }
        let oldest = try db.first("SELECT created_at FROM mail_letter WHERE state = 'waiting' ORDER BY id LIMIT 1" as Query<Instant>)
        return switch oldest.map({ now - $0 }) ?? .zero {
        case ..<Duration.seconds(900): .operational
        case ..<Duration.seconds(7200): .degraded
        default: .down
        }
    }
}
