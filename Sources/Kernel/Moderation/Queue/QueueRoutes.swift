import Accounts
import Core
import Database
import Foundation
import Interface
import Platform
import Web

/// The queue and its cases in the staff portal.
struct QueueRoutes: Sendable {
    let site: Site
    let moderation: Moderation

    var routes: [Route] {
        [
            .get(ModerationPaths.queue, allow: .permission(ModerationPermissions.queue), use: list),
            .get(ModerationPaths.found, allow: .permission(ModerationPermissions.queue), use: show),
            .post(ModerationPaths.claim, allow: .permission(ModerationPermissions.queue), use: claim),
            .post(ModerationPaths.release, allow: .permission(ModerationPermissions.queue), use: release),
            .post(ModerationPaths.decide, allow: .permission(ModerationPermissions.queue), use: decide),
            .post(ModerationPaths.takeBack, allow: .permission(ModerationPermissions.queue), use: takeBack),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> QueuePage {
        let filter = try QueueFilter(request)
        let moderation = moderation
        let moderator = Moderator(member)
        let (model, fresh) = try await site.database.read { db in
            (try moderation.queue(filter, for: moderator, in: db), try moderation.freshOffer(by: moderator, in: db))
        }
        return QueuePage(model: model, next: try model.next.map { try request.cursor(.queue, after: $0) }, fresh: fresh)
    }

    func show(_ request: Request, _ member: Member, _ id: CaseID) async throws -> CasePage {
        try await page(id, member, decided: request.query[Self.decided].flatMap(Int64.init).map { CaseID($0) })
    }

    /// Names the case that was decided just before, in the address of the next one.
    private static let decided = "decided"

    func claim(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let moderation = moderation
        let moderator = Moderator(member)
        do {
            try await site.write(by: member.id) { write in try moderation.claim(id, by: moderator, in: write) }
        } catch ModerationRefusal.claimed {
            return try await refused(id, member, .claimed, request)
        }
        return .seeOther(ModerationPaths.found(id))
    }

    func release(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let moderation = moderation
        let moderator = Moderator(member)
        try await site.write(by: member.id) { write in try moderation.release(id, by: moderator, in: write) }
        return .seeOther(ModerationPaths.queue())
    }

    func decide(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let form = try request.form(DecisionForm.self)
        let moderation = moderation
        let moderator = Moderator(member)
        guard let action = form.action.flatMap(ModeratorAction.init), let version = form.version else {
            return try await refused(id, member, .nothingToDecide, request, form)
        }
        do {
            let after = try await site.write(by: member.id) { write in
                let found = try moderation.decidable(id, by: moderator, in: write)
                let decision = ModeratorDecision(
                    action, reason: try moderation.declaration(of: found.subject.kind).reason(form.reason), words: (form.words ?? "").trimmed,
                    version: version, seen: form.seen.flatMap(CaseStatus.init))
                try moderation.decide(id, decision, by: moderator, in: write)
                // The offer to take it back says on the next page what was done.
                let isOffered = try moderation.freshOffer(by: moderator, in: write)?.found == id
                return AfterDecision(
                    next: try moderation.next(for: moderator, in: write),
                    word: isOffered ? nil : decision.action.done(try moderation.title(of: id, in: write)))
            }
            let next = after.next.map { link(ModerationPaths.found($0), query: after.word == nil ? [Self.decided: id.description] : [:]) }
            return .seeOther(next ?? ModerationPaths.queue(), flash: after.word)
        } catch let refusal as ModerationRefusal where refusal != .unknownSubject && refusal.problem.kind != .invalid {
            return try await refused(id, member, refusal, request, form)
        }
    }

    func takeBack(_ request: Request, _ member: Member, _ id: CaseID) async throws -> Response {
        let moderation = moderation
        let moderator = Moderator(member)
        do {
            try await site.write(by: member.id) { write in try moderation.takeBack(id, by: moderator, in: write) }
        } catch let refusal as ModerationRefusal where refusal != .unknownSubject {
            return try await refused(id, member, refusal, request)
        }
        return .seeOther(
            ModerationPaths.found(id), flash: "Decision undone. The case is yours again. The author wasn’t notified, but may have seen the decision.")
    }

    private func refused(
        _ id: CaseID, _ member: Member, _ refusal: ModerationRefusal, _ request: Request, _ form: DecisionForm = DecisionForm()
    ) async throws -> Response {
        var page = try await page(id, member)
        page.problem = refusal.problem
        page.form = form
        return try await page.response(for: request)
    }

    /// A case as it is shown to a moderator, who is noted as having opened it.
    /// - Parameter decided: the case decided just before: what was done there can be undone from here; other cases say nothing of it.
    func page(_ id: CaseID, _ member: Member, decided: CaseID? = nil) async throws -> CasePage {
        let moderation = moderation
        let moderator = Moderator(member)
        let model = try await moderation.open(id, for: moderator)
        let fresh = try await site.database.read { db in try moderation.freshOffer(by: moderator, in: db) }
        return CasePage(
            model: model, me: member.id, apps: moderation.closableApps(for: moderator), reasons: BanReasons(site),
            fresh: fresh.flatMap { [id, decided].contains($0.found) ? $0 : nil },
            mayReadLog: member.may(.systemLog))
    }
}

/// Where a decision leads, and the word that is shown there.
private struct AfterDecision: Codable, Sendable {
    let next: CaseID?
    let word: Text?
}

extension QueueFilter {
    /// Reads the query of the list; what it does not know it leaves out.
    init(_ request: Request) throws {
        let query = request.query
        self.init(
            why: query["why"].flatMap(CaseQueue.init), isDecided: query["why"] == QueueFilter.decided, kind: query["kind"],
            mine: query["mine"] == "true", after: try request.after(.queue))
    }
}

extension ModeratorAction {
    /// The word after it was done: a slip of the key is seen, and found again among what was decided.
    func done(_ title: String) -> Text {
        switch self {
        case .accept: "“\(title)” was accepted."
        case .reject: "“\(title)” was rejected."
        case .remove: "“\(title)” has been removed."
        }
    }
}

extension Moderation {
    /// The case to look at next: what waits, is free or one's own, and was not written by the moderator.
    func next(for moderator: Moderator, in db: any Connection) throws -> CaseID? {
        let now = site.clock.now()
        return try db.all(QueueFilter().query(kinds: kinds(of: moderator).map(\.kind), moderator: moderator.id, now: now))
            .first { one in
                try one.author != moderator.id && [nil, moderator.id].contains(one.holder(at: now))
                    && !isForOthers(one, than: moderator.id, in: db)
            }?.id
    }

    fileprivate func title(of id: CaseID, in db: any Connection) throws -> String {
        let subject = try db.one(.find(id)).subject
        return try declaration(of: subject.kind).snapshot(of: subject.id, in: db)?.title ?? ""
    }

    /// The apps that a moderator can close to somebody: those in which they decide on anything.
    func closableApps(for moderator: Moderator) -> [Choice] {
        let apps = Set(kinds(of: moderator).map(\.app))
        return site.apps.filter { apps.contains($0.id) }.map { Choice($0.id, $0.name) }
    }
}
