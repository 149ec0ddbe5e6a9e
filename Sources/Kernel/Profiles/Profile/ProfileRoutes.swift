import Accounts
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
    let profiles: Profiles
    let bans: Bans

    var routes: [Route] {
        [
            .get(AccountsPaths.account, allow: .members, use: showDashboard),
            .get(ProfilesPaths.profile, allow: .members, use: show),
            .post(ProfilesPaths.profile, allow: .members, use: save),
        ]
    }

    func showDashboard(_ request: Request, _ member: Member) async throws -> Response {
        let site = site
        let model = try await site.database.read { db in try DashboardModel.read(member, profiles, bans, site, in: db) }
        return try await page(request, "Your account") { DashboardPage(model: model) }
    }

    func show(_ request: Request, _ member: Member) async throws -> Response { try await form(request, member, nil) }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let fields = try request.formFields()
        let isShown: Bool
        do {
            let change = try ProfileChange(fields, apps: profiles.appsWithAbout)
            isShown = try await profiles.save(change, of: member.id, language: request.language)
        } catch let refusal as any ProblemConvertible {
            return try await form(request, member, refusal.problem, typed: fields)
        }
        guard isShown else {
            return .seeOther(ProfilesPaths.profile(), flash: "Saved. A moderator reads some of it before others see it.", tone: .note)
        }
        return .seeOther(AccountsPaths.account(), flash: "Your details are saved.")
    }

    /// The form as it stands, or as it was typed when it is shown again.
    private func form(_ request: Request, _ member: Member, _ problem: Problem?, typed: QueryItems? = nil) async throws -> Response {
        let site = site
        let model = try await site.database.read { db in
            guard let person = try db.first(.person(member.id)), let whole = try db.first(.wholeProfile(of: member.id)) else {
                throw AccountRefusal.unknownPerson
            }
            // Saving the form as it came leaves in the queue what waits there.
            let unsettled = try profiles.words.unsettled(of: member.id, in: db)
            let waiting = Dictionary(unsettled.filter { $0.state == .waiting }.map { ($0.field, $0.words) }) { first, _ in first }
            return ProfileModel(
                person: person, name: typed?["name"] ?? waiting[.name] ?? person.name, phone: typed?["phone"] ?? whole.phone ?? "",
                timeZone: typed?["timeZone"] ?? whole.timeZone ?? "", picture: try profiles.profile(of: member.id, in: db)?.picture,
                nameComesFrom: try profiles.sourceOfName(of: member.id, in: db),
                abouts: try profiles.appsWithAbout.map { app in
                    let text = typed?["about-\(app.id)"] ?? waiting[.about(app: app.id)]
                    return .init(
                        app: app.id, name: app.name, text: try text ?? profiles.about(member.id, app: app.id, in: db),
                        page: site.extensions.entries(at: .profilePages).first { $0.module == app.id }?.value.path(member.id))
                }, unsettled: unsettled, problem: problem)
        }
        return try await Page("Name and contact details", shell: .site) { ProfilePage(model: model) }.privateResponse(for: request, showing: problem)
    }

    private func page(_ request: Request, _ title: Text, @HTMLBuilder _ content: () -> Node) async throws -> Response {
        return try await Page(title, shell: .site, content: content).privateResponse(for: request)
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
        let typed = fields["timeZone"]?.trimmed ?? ""
        let zone = typed == "UTC" ? typed : TimeZoneName.find(typed) ?? ""
        guard typed.isEmpty || TimeZone.knownTimeZoneIdentifiers.contains(zone) || zone == "UTC" else { throw ProfileRefusal.timeZoneUnknown }
        timeZone = zone.isEmpty ? nil : zone
        abouts = apps.reduce(into: [:]) { texts, app in texts[app.id] = fields["about-\(app.id)"] }
    }
}

extension Profiles {
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
    /// - Returns: whether others see all of it now.
    /// - Throws: ``ProfileRefusal``; nothing is saved then.
    func save(_ change: ProfileChange, of person: PersonID, language: Language) async throws -> Bool {
        try await site.write(by: person) { write in
            var isShown = true
            if let name = change.name, try sourceOfName(of: person, in: write) == nil {
                if try write.first(.person(person))?.name == name.text {
                    try words.withdraw(.name, of: person, in: write)
                } else if try words.mayShow(name.text, as: .name, of: person, language: language, in: write) {
                    try write.run("UPDATE account_person SET name = \(name.text) WHERE id = \(person)")
                } else {
                    isShown = false
                }
            }
            try write.run(
                """
                UPDATE account_person SET phone = \(change.phone), time_zone = \(change.timeZone), changed_at = \(write.now), changed_by = \(person)
                WHERE id = \(person)
                """)
            for (app, text) in change.abouts.sorted(by: { $0.key < $1.key }) {
                isShown = try setAbout(text, of: person, app: app, language: language, in: write) && isShown
            }
            try write.audit(.update, person, ["changed": "profile"])
            try access.refresh(after: write)
            return isShown
        }
    }
}
