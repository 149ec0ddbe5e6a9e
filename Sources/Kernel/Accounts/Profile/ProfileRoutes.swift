import Audit
import Core
import Database
import Foundation
import Interface
import Markup
import Platform
import Web

/// A person's own page, and the form of their profile.
struct ProfileRoutes: Sendable {
    let site: Site
    let sessions: Sessions

    var routes: [Route] {
        [
            .get(AccountsPaths.account, allow: .members, use: showDashboard),
            .get(AccountsPaths.profile, allow: .members, use: show),
            .post(AccountsPaths.profile, allow: .members, use: save),
        ]
    }

    func showDashboard(_ request: Request, _ member: Member) async throws -> Response {
        let site = site
        let model = try await site.database.read { db in try DashboardModel.read(member, site, in: db) }
        return try await page(request, "Your account") { DashboardPage(model: model) }
    }

    func show(_ request: Request, _ member: Member) async throws -> Response { try await form(request, member, nil) }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        do {
            let change = try ProfileChange(try request.formFields(), apps: Profiles(site: site).appsWithAbout)
            try await Profiles(site: site).save(change, of: member.id)
        } catch let refusal as any ProblemConvertible {
            return try await form(request, member, refusal.problem)
        }
        sessions.cache.clear()
        return .seeOther(AccountsPaths.account(), flash: "Your profile is saved.")
    }

    private func form(_ request: Request, _ member: Member, _ problem: Problem?) async throws -> Response {
        let site = site
        let model = try await site.database.read { db in
            let profiles = Profiles(site: site)
            guard let person = try db.first(.person(member.id)), let whole = try db.first(.wholeProfile(of: member.id)) else {
                throw AccountRefusal.unknownPerson
            }
            return ProfileModel(
                person: person, whole: whole, picture: try profiles.profile(of: member.id, in: db)?.picture,
                nameComesFrom: try profiles.sourceOfName(of: member.id, in: db),
                abouts: try profiles.appsWithAbout.map { (app: $0.id, name: $0.name, text: try profiles.about(member.id, app: $0.id, in: db)) },
                problem: problem)
        }
        var response = try await page(request, "Your profile") { ProfilePage(model: model) }
        if let problem { response.status = Status(rawValue: problem.kind.rawValue) }
        return response
    }

    private func page(_ request: Request, _ title: Text, @HTMLBuilder _ content: () -> Node) async throws -> Response {
        var response = try await Page(title, shell: .site, content: content).response(for: request)
        response.headers.set("Cache-Control", "no-store")
        return response
    }
}

/// What a person wants to change about their profile.
struct ProfileChange: Sendable {
    /// Nil where the form had no field for it.
    var name: PersonName?
    var phone: String?
    var timeZone: String?
    var abouts: [String: String]

    /// Reads and checks the form.
    init(_ fields: QueryItems, apps: [AppManifest]) throws {
        name = try fields["name"].map { try PersonName($0) }
        let phone = fields["phone"]?.trimmed ?? ""
        guard phone.isEmpty || phone.wholeMatch(of: /\+?[0-9 ()\-]{5,20}/) != nil else { throw ProfileRefusal.phoneInvalid }
        self.phone = phone.isEmpty ? nil : phone
        let zone = fields["timeZone"]?.trimmed ?? ""
        guard zone.isEmpty || TimeZone.knownTimeZoneIdentifiers.contains(zone) || zone == "UTC" else { throw ProfileRefusal.timeZoneUnknown }
        timeZone = zone.isEmpty ? nil : zone
        abouts = apps.reduce(into: [:]) { texts, app in texts[app.id] = fields["about-\(app.id)"] }
    }
}

extension Profiles {
    /// The apps in which people say something about themselves: those whose people write to each other.
    var appsWithAbout: [AppManifest] {
        let writing = Set(site.members.flatMap(\.moderatedSubjects).map(\.app))
        return site.manifests.filter { $0.path != nil && writing.contains($0.id) }
    }

    /// The provider that somebody's name comes from, as long as it is still the provider's.
    func sourceOfName(of person: PersonID, in db: any Connection) throws -> String? {
        try db.first(
            """
            SELECT i.provider FROM account_identity i JOIN account_person p ON p.id = i.person_id AND p.name = i.name
            WHERE i.person_id = \(person) ORDER BY i.id LIMIT 1
            """ as Query<String>
        ).map { $0.prefix(1).uppercased() + $0.dropFirst() }
    }

    /// Saves a profile in one step; a name that comes from a provider stays.
    func save(_ change: ProfileChange, of person: PersonID) async throws {
        let now = site.clock.now()
        let site = site
        try await site.database.write { db in
            if let name = change.name, try sourceOfName(of: person, in: db) == nil {
                try db.run("UPDATE account_person SET name = \(name.text) WHERE id = \(person)")
            }
            try db.run(
                """
                UPDATE account_person SET phone = \(change.phone), time_zone = \(change.timeZone), changed_at = \(now), changed_by = \(person)
                WHERE id = \(person)
                """)
            for (app, text) in change.abouts.sorted(by: { $0.key < $1.key }) { try setAbout(text, of: person, app: app, in: db) }
            try site.audit.record(
                AuditEntry(
                    actor: person, action: .update, entity: "account.person", entityID: person.description, details: ["changed": "profile"]), in: db)
        }
    }
}
