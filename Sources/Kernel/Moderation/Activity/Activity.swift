import Accounts
import Audit
import Core
import Database
import Foundation
import Interface
import Markup
import Platform
import Web

/// What a person did in the apps that a moderator looks after (VOL-045).
struct Activity: Sendable {
    let person: PersonID
    let history: AuthorHistory
    let cases: [ActivityCase]
    let entries: [AuditRecord]
    /// What people call the things in the entries.
    var entityNames: EntityNames
    /// The person's appeals against bans, the latest first.
    let appeals: [BanAppeal]
    /// The apps that the moderator may warn about and ban from.
    let apps: [Choice]
    /// Why somebody can be banned from each.
    let reasons: BanReasons
    /// Whether the moderator looks at themselves.
    let isOwn: Bool
}

/// One thing that the person wrote.
struct ActivityCase: Sendable {
    let found: ModerationCase
    let kind: Text
    let title: String?
}

extension Moderation {
    static let activityLength = 50
    /// How many entries of the log are looked through for those of the moderator's apps.
    static let activitySearch = 500

    /// What a person wrote and did. Entries of other apps, sign-ins and what they hold in private are not shown.
    func activity(of person: PersonID, for moderator: Moderator, in db: any Connection) throws -> Activity {
        let declared = kinds(of: moderator)
        let prefixes = Set(declared.map { $0.app + "." })
        let cases = try db.all(
            """
            SELECT \(ModerationCase.columns) FROM moderation_case WHERE author_id = \(person) AND kind IN \(list: declared.map(\.kind))
                AND (kind NOT IN \(list: declared.filter(\.isPrivate).map(\.kind)) OR \(ModerationCase.concernsModerators))
            ORDER BY submitted_at DESC, id DESC LIMIT \(Self.activityLength)
            """ as Query<ModerationCase>)
        let entries = try site.audit.entries(AuditFilter(actors: [person]), limit: Self.activitySearch, in: db)
            .filter { entry in prefixes.contains { entry.entity.hasPrefix($0) } || entry.isAppeal(in: declared) }
        return Activity(
            person: person, history: try history(of: person, for: moderator, in: db),
            cases: try cases.map { one in
                let subject = declared.first { $0.kind == one.subject.kind }
                return ActivityCase(
                    found: one, kind: subject?.name ?? "", title: try subject?.snapshot(of: one.subject.id, in: db)?.title)
            }, entries: Array(entries.prefix(Self.activityLength)),
            entityNames: EntityNames(site),
            appeals: try BanAppeals(moderation: self).all(of: person, for: moderator, in: db), apps: closableApps(for: moderator),
            reasons: BanReasons(site), isOwn: person == moderator.id)
    }
}

extension AuditRecord {
    /// Whether its person objected to a decision or a ban.
    fileprivate var isAppeal: Bool { appealed != nil }

    /// The same, in what a moderator looks after.
    fileprivate func isAppeal(in declared: [any ModeratedSubject]) -> Bool {
        guard let appealed else { return false }
        return declared.contains { ($0.kind == appealed.kind || $0.app == appealed.app) && !$0.isPrivate }
    }

    /// The kind of the text, or the app of the ban, that an appeal is about; nil where the entry tells of something else.
    private var appealed: AppealedThing? {
        guard entity == BanAppeal.auditEntity && action == .create || entity == "moderation.case" && action == .update else { return nil }
        let thing = try? JSONDecoder().decode(AppealedThing.self, from: Data(details.utf8))
        return thing.flatMap { $0.kind == nil && $0.app == nil ? nil : $0 }
    }
}

/// What the log keeps of an appeal: see `Moderation.appeal` and `BanAppeals.send`.
private struct AppealedThing: Decodable {
    let kind: String?
    let app: String?

    enum CodingKeys: String, CodingKey {
        case kind = "appealed"
        case app
    }
}

/// The page of one person, for moderators.
struct ActivityPage: PageAnswer {
    let model: Activity
    let viewer: Member

    var title: Text { .person(named: model.history.name) }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "What this person wrote and did.", crumbs: [Crumb("Moderation", href: ModerationPaths.queue())])
        Card("In figures") { AuthorFigures(history: model.history) }
        ActivitySanctions(model: model)
        SectionHeader("What this person wrote")
        if model.cases.isEmpty {
            EmptyState(.quote, title: "Nothing yet.", message: "This person hasn’t written anything that you moderate.")
        } else {
            DataTable("What this person wrote", columns: [.init("What"), .init("Kind"), .init("Status"), .init("When")], rows: model.cases.map(row))
        }
        SectionHeader("What this person did")
        if model.entries.isEmpty {
            p(.class("muted")) { "Nothing yet." }
        } else {
            DataTable(
                "What this person did", columns: [.init("When"), .init("Action"), .init("Object")],
                rows: model.entries.map { entry in
                    .init([
                        ("\(moment: entry.at)" as Text).node, deed(entry).node, object(entry),
                    ])
                })
        }
    }

    private func deed(_ entry: AuditRecord) -> Text { entry.isAppeal ? "Appealed" : entry.action.name }

    /// By its title where the moderator may read it, else by its kind: a number tells nobody anything.
    private func object(_ entry: AuditRecord) -> Node {
        guard let page = model.entityNames.path(entry.entity, entry.entityID, for: viewer) else { return model.entityNames.kind(entry.entity).node }
        return a(.href(page), .dir("auto")) { model.entityNames.name(of: entry, people: [:]) }
    }

    private func row(_ entry: ActivityCase) -> DataTable.Row {
        .init([
            a(.href(ModerationPaths.found(entry.found.id))) { entry.title.map { Text.verbatim($0) } ?? "Deleted or rewritten by its author" },
            entry.kind.node, Badge(entry.found.isRemoved ? "Removed" : entry.found.status.label, tone: entry.found.status.tone),
            ("\(moment: entry.found.submittedAt)" as Text).node,
        ])
    }
}

/// Where moderators watch what people do.
struct ActivityRoutes: Sendable {
    let site: Site
    let moderation: Moderation

    var routes: [Route] { [.get(ModerationPaths.person, allow: .permission(ModerationPermissions.activity), use: show)] }

    func show(_ request: Request, _ member: Member, _ person: PersonID) async throws -> ActivityPage {
        let (moderation, site) = (moderation, site)
        let moderator = Moderator(member)
        return ActivityPage(
            model: try await site.database.readInBackground { db in
                guard try People.joined(person, in: db) != nil else { throw Problem.notFound }
                var activity = try moderation.activity(of: person, for: moderator, in: db)
                activity.entityNames = try activity.entityNames.titled(activity.entries, for: member, on: site, in: db)
                return activity
            }, viewer: member)
    }
}
