import Accounts
import Audit
import Core
import Database
import Interface
import Platform
import Web

/// MemberPress in the portal: how it is, what has to be decided, and what it needs; and the button of members who miss their membership.
struct MemberPressRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }
    private var sync: MemberPressSync { services.memberPress }

    var routes: [Route] {
        [
            .get(MuseumPaths.adminMemberPress, allow: .permission(.museumMembers), use: show),
            .post(MuseumPaths.adminMemberPress, allow: .permission(.museumMembers), use: save),
            .post(MuseumPaths.adminMemberPressSync, allow: .permission(.museumMembers), use: syncNow),
            .post(MuseumPaths.adminMemberPressStop, allow: .permission(.museumMembers), use: stop),
            .post(MuseumPaths.adminMemberPressConflict, allow: .permission(.museumMembers), use: solve),
            .post(MuseumPaths.findMembership, allow: .members, use: find),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> MemberPressPage {
        try await page(MemberPressForm(site.configuration.memberPress))
    }

    private func page(_ form: MemberPressForm, problem: Problem? = nil) async throws -> MemberPressPage {
        let hook = site.configuration.linkBase + MuseumPaths.memberPressHook(sync.hookToken)
        return try await site.database.read { [site] db in
            MemberPressPage(
                kept: site.configuration.memberPress, form: form, state: try SyncState.read(in: db), figures: try MemberPressFigures(in: db),
                conflicts: try ConflictView.open(in: db), hook: hook, now: site.clock.now(), problem: problem)
        }
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(MemberPressForm.self)
        let kept = site.configuration.memberPress
        do throws(Problem) {
            let configuration = try form.configuration(over: kept, for: site)
            // What hasn't changed isn't asked about, so that everything else can be saved while MemberPress is away.
            if configuration.address != kept?.address || configuration.sealedKey != kept?.sealedKey { try await check(configuration) }
            if let kept, configuration.address != kept.address { try await compare(configuration) }
            try await keep(configuration, by: member.id)
        } catch {
            return try await page(form, problem: error).response(for: request)
        }
        return .seeOther(MuseumPaths.adminMemberPress(), flash: "Saved. Reading from MemberPress has begun.")
    }

    private func keep(_ configuration: MemberPressConfiguration, by person: PersonID) async throws(Problem) {
        do {
            try await site.configure(by: person) { all, write in
                all.memberPress = configuration
                try write.audit(.configure, AuditName("museum.memberpress", "site"), ["address": configuration.address])
            }
            try await site.write(by: person) { [sync] write in try sync.askNow(readsAll: true, in: write) }
        } catch let problem as any ProblemConvertible { throw problem.problem } catch {
            site.log(.error, "memberpress.not-saved", ["cause": .string("\(error)")])
            throw Problem(.failure, "museum.memberpress-not-saved", "MemberPress wasn’t saved.", remedy: "Try again in a moment.")
        }
    }

    /// Asks MemberPress whether it takes the key.
    private func check(_ configuration: MemberPressConfiguration) async throws(Problem) {
        func refusal(_ field: String, _ words: Text) -> Problem {
            Problem(
                .invalid, "museum.memberpress-no-answer", "MemberPress wasn’t saved.", remedy: "Correct what is marked and save again.",
                fields: [field: words])
        }
        guard let client = sync.client(of: configuration) else { throw refusal("key", "Enter the API key.") }
        do { try await client.check() } catch {
            switch SyncFailure(error) {
            case .key: throw refusal("key", "MemberPress doesn’t accept this key.")
            case .plugin: throw refusal("address", "WordPress answers, but MemberPress’ Developer Tools aren’t turned on there.")
            case .down: throw refusal("address", "There is no answer from this address.")
            case .unreadable, .emptied: throw refusal("address", "The answer from this address can’t be read. Is it your WordPress site?")
            }
        }
    }

    /// Another address must lead to the same members: what is kept here of them goes by their numbers, which are other people's elsewhere.
    private func compare(_ configuration: MemberPressConfiguration) async throws(Problem) {
        let other = Problem(
            .invalid, "museum.memberpress-other", "MemberPress wasn’t saved.", remedy: "Correct what is marked and save again.",
            fields: ["address": "This WordPress site has other members than the one before."])
        guard let client = sync.client(of: configuration) else { throw other }
        let known: [MirroredMember]
        do {
            known = try await site.database.read { db in
                try db.all(
                    "SELECT \(MirroredMember.columns) FROM museum_memberpress_member m WHERE m.gone_at IS NULL ORDER BY m.id LIMIT 5"
                        as Query<MirroredMember>)
            }
        } catch { throw other }
        guard !known.isEmpty else { return }
        for member in known {
            if let found = try? await client.member(member.id), found.hasEmail(member.email) { return }
        }
        throw other
    }

    func syncNow(_ request: Request, _ member: Member) async throws -> Response {
        try await site.write(by: member.id) { [sync] write in
            // Whoever was told and syncs all the same means it.
            try SyncState.acceptLoss(in: write)
            try sync.askNow(readsAll: true, in: write)
        }
        return .seeOther(MuseumPaths.adminMemberPress(), flash: "Sync has begun.")
    }

    private struct StopForm: Decodable {
        var stopped: Bool
    }

    func stop(_ request: Request, _ member: Member) async throws -> Response {
        let isStopped = try request.form(StopForm.self).stopped
        try await site.configure(by: member.id) { all, write in
            all.memberPress?.isStopped = isStopped
            try write.audit(.configure, AuditName("museum.memberpress", "site"), ["stopped": isStopped ? "true" : "false"])
        }
        if !isStopped { try await site.write(by: member.id) { [sync] write in try sync.askNow(readsAll: true, in: write) } }
        return .seeOther(MuseumPaths.adminMemberPress())
    }

    private struct ConflictForm: Decodable {
        /// `done`, `again`, or the id of the member who it is.
        var choice: String?
    }

    func solve(_ request: Request, _ member: Member, _ id: ID<MemberPressConflict>) async throws -> Response {
        let choice = try request.form(ConflictForm.self).choice ?? "done"
        try await site.write(by: member.id) { [sync] write in
            guard let conflict = try write.first(.conflict(id)) else { throw Problem.notFound }
            if choice == "again", conflict.kind == .goneThere {
                // Without its transaction the membership waits to be written once more.
                try write.run("DELETE FROM museum_memberpress_transaction WHERE id = \(conflict.subject) AND gone_at IS NOT NULL")
            } else if choice == "new", conflict.kind == .pictureChanged {
                try WordPressPictures.accept(conflict.subject, in: write)
            } else if conflict.kind == .doubleEmail, let chosen = Int64(choice) {
                guard let one = try write.first(.mirroredMember(chosen)), one.email == conflict.words,
                    let owner = try EmailAddress(one.email).flatMap({ try write.first(.person($0)) }), owner.isVerified
                else { throw Problem.notFound }
                try MemberMirror.link(chosen, to: owner.id, by: .staff, in: write)
            }
            try MemberPressConflicts.solve(id, in: write)
            try write.audit(.update, AuditName("museum.memberpress", "site"), ["conflict": conflict.kind.rawValue, "choice": choice])
            try sync.askNow(readsAll: conflict.kind == .pictureChanged, in: write)
        }
        return .seeOther(MuseumPaths.adminMemberPress(), flash: "Done.")
    }

    /// Looks for somebody's membership in MemberPress now (MUS-003, MUS-018).
    func find(_ request: Request, _ member: Member) async throws -> Response {
        do {
            try await sync.read(member.id)
        } catch let failure as MemberPressFailure {
            site.log(.warning, "memberpress.not-read", ["cause": .string(failure.cause)])
            throw Problem.membershipUnread
        }
        let isMember = try await site.database.read { [services] db in try services.memberships.current(of: member.id, in: db) != nil }
        return .seeOther(
            MuseumPaths.profile(), flash: isMember ? "Your membership is up to date." : "The museum has no current membership with your email.")
    }
}
