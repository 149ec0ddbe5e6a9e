import Accounts
import Core
import Foundation
import Interface
import Jobs
import Platform
import Web

/// The kernel part for moderation. What people write is judged.
public struct ModerationModule: App {
    /// What the part is.
    public static let manifest = AppManifest(
        id: "moderation", name: "Moderation",
        navigation: .init(portal: [
            AdminPlace(
                "Moderation", "Cases waiting for a decision", searchedAs: "reports queue approve reject spam abuse flagged", icon: .shield,
                path: ModerationPaths.queue(), permission: ModerationPermissions.queue,
                in: .safety),
            AdminPlace(
                "Word lists", "Words the filter looks for", searchedAs: "rude swearing profanity bad words blocklist filter", icon: .list,
                path: ModerationPaths.words(), permission: ModerationPermissions.words,
                in: .safety),
        ]),
        access: .init(
            permissions: [
                PermissionDeclaration(ModerationPermissions.queue, "Open the moderation queue"),
                PermissionDeclaration(ModerationPermissions.words, "Change the word lists of the filter"),
                PermissionDeclaration(ModerationPermissions.activity, "See what people do"),
            ],
            roles: [
                RoleDeclaration(
                    "moderator", "Moderator",
                    [ModerationPermissions.queue, ModerationPermissions.words, ModerationPermissions.activity, AccountsPermissions.names],
                    partOf: [.moderator, .administrator])
            ]),
        schema: .init(
            ModerationMigrations.all, entityNames: ModerationNotifications.entityNames, sentences: ModerationSentences.all,
            entityPaths: ModerationSentences.paths, jobNames: [OpinionJob.job.id: "Asking for a third opinion"]),
        sections: [OpinionConfiguration.self], notifications: ModerationNotifications.all, measures: .init(measures),
        help: .init(ModerationHelp.topics),
        resources: Bundle.module)

    let site: Site
    private let moderation: Moderation
    private let digest: ModerationDigestJob
    let words: WordListCache
    private let reports: RateLimiter

    /// Wires the part to a site.
    public init(site: Site) throws {
        self.site = site
        words = WordListCache()
        moderation = Moderation(site: site, bans: try site.service(), roles: try site.service(), notifier: try site.service(), words: words)
        digest = ModerationDigestJob(site: site, moderation: moderation)
        reports = site.rateLimiter("moderation.reports", capacity: 20, per: .seconds(3600))
    }

    /// Every page and address of the part.
    public var routes: [Route] {
        ReportRoutes(site: site, moderation: moderation, pace: reports).routes
            + OwnDecisionRoutes(site: site, moderation: moderation).routes
            + QueueRoutes(site: site, moderation: moderation).routes
            + SanctionRoutes(site: site, moderation: moderation).routes
            + BanAppealRoutes(site: site, appeals: BanAppeals(moderation: moderation)).routes
            + WordRoutes(site: site, words: words).routes
            + OpinionRoutes(site: site).routes
            + PublicLogRoutes(site: site).routes
            + ActivityRoutes(site: site, moderation: moderation).routes
            + CaseAPI(site: site, moderation: moderation).routes
    }

    /// The daily round, and telling authors what was decided.
    public var jobs: [JobKind] {
        [digest.kind, AuthorNotifier(site: site, moderation: moderation).kind, OpinionJob(site: site, moderation: moderation).kind]
    }

    /// Once a day.
    public var schedules: [Schedule] { [digest.schedule] }

    public func register(in extensions: inout Extensions) throws {
        try extensions.provide(words)
        extensions.add(words.warmUp, to: .warmUps)
        try extensions.provide(moderation)
        // Each kind of subject has moderators of its own.
        extensions.derive(.adminAlerts) { [site, moderation] in
            $0[.moderatedSubjects].map { ModerationAlerts(site: site, moderation: moderation, subject: $0) }
        }
        extensions.derive(.adminAlerts) { [site] in BanAppealAlerts.all(site, $0[.moderatedSubjects]) }
        extensions.add(QueueCount(ModerationPaths.queue()) { [moderation] in try moderation.waiting(for: $0, who: $1, in: $2) }, to: .queueCounts)
        extensions.add(BanPages { ModerationPaths.ownBan($0) }, to: .banPages)
        extensions.add(ModerationData(site: site), to: .personalData)
        for level in levels { extensions.add(level, to: .levels) }
        for facts in pastFacts { extensions.add(facts, to: .pastFacts) }
    }
}
