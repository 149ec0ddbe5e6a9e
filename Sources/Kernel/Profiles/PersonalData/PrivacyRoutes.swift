import Accounts
import Analytics
import Core
import Database
import Interface
import Markup
import Platform
import SignIn
import Web

/// What a person can do about their own data: take it along, say what is counted, remove everything (CORE-020, CORE-022).
struct PrivacyRoutes: Sendable {
    let site: Site
    let exports: DataExports
    let consents: Consents
    let erasure: Erasure
    let reauthentication: Reauthentication
    let tokens: SealedTokens

    var routes: [Route] {
        [
            .get(AccountsPaths.privacy, allow: .members, use: show),
            .post(ProfilesPaths.exports, allow: .members, use: requestExport),
            .get(ProfilesPaths.export, allow: .members, use: fetchExport),
            .post(ProfilesPaths.counting, allow: .members, use: setCounting),
            .get(ProfilesPaths.deletion, allow: .members, use: askDeletion),
            .post(ProfilesPaths.deletion, allow: .members, use: delete),
        ]
    }

    struct CountingForm: Decodable {
        var counted: Bool?
    }

    struct DeletionForm: Decodable {
        /// The person's own, typed to show that it is meant.
        var address: String?
        /// What the page carried: its person had just proved who they are when they opened it.
        var ticket: String?
    }

    /// Who had the page of the deletion before them, in which session.
    private struct Reader: Codable, Equatable {
        var person: PersonID
        var session: Int64?

        init(_ member: Member) {
            person = member.id
            session = member.identity.sessionID
        }
    }

    func show(_ request: Request, _ member: Member) async throws -> Response { try await page(request, member) }

    func requestExport(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: AccountsPaths.privacy()) { return detour }
        do {
            try await exports.request(by: member.id)
        } catch let refusal as PrivacyRefusal {
            return try await page(request, member, refusal.problem)
        }
        return .seeOther(AccountsPaths.privacy(), flash: "Your data is being collected. It appears here when it’s ready, and you get a notification.")
    }

    func fetchExport(_ request: Request, _ member: Member, _ id: DataExportID) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: ProfilesPaths.export(id)) { return detour }
        let file = try await exports.file(id, of: member.id)
        var answer = try await FileAnswer(url: file, contentType: "application/zip", downloadName: "my-data.zip").response(for: request)
        answer.headers.set("Cache-Control", "no-store")
        return answer
    }

    func setCounting(_ request: Request, _ member: Member) async throws -> Response {
        let isNamed = try request.form(CountingForm.self).counted ?? false
        let analytics = site.analytics
        try await site.write(by: member.id, once: nil) { write in try analytics.setNames(isNamed, member.id, in: write) }
        return .seeOther(
            AccountsPaths.privacy(),
            flash: isNamed
                ? "What you open is recorded under your name from now on."
                : "Your use is no longer counted under your name. What was counted so far is anonymous now.")
    }

    /// The page asks for a proof of the last minutes; whoever has it open may take as long as a proof holds to read it.
    func askDeletion(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await deletionDetour(member) { return detour }
        let ticket = try tokens.issue(Reader(member), purpose: Self.deletionTicket, life: Reauthentication.freshFor)
        return try await deletionPage(request, member, ticket: ticket, nil)
    }

    /// Without the ticket of the page a form is worth no more than the page's address: it needs the same fresh proof.
    func delete(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(DeletionForm.self)
        let shown = form.ticket.flatMap { tokens.open($0, purpose: Self.deletionTicket, as: Reader.self)?.payload }
        if shown != Reader(member), let detour = try await deletionDetour(member) { return detour }
        let address = try await site.database.read { try $0.first(.person(member.id))?.email }
        guard let address, EmailAddress(form.address ?? "")?.text == address else {
            return try await deletionPage(request, member, ticket: form.ticket, PrivacyRefusal.otherAddress.problem)
        }
        try await erasure.erase(member.id)
        var response = Response.seeOther("/", flash: "Your account and everything that belonged to it are gone.")
        response.set(SessionCookie.removing)
        response.headers.set("Clear-Site-Data", "\"cache\", \"storage\"")
        return response
    }

    private static let deletionProof: Duration = .seconds(120)
    private static let deletionTicket = "deletion"

    private func deletionDetour(_ member: Member) async throws -> Response? {
        try await reauthentication.detour(for: member, then: ProfilesPaths.deletion(), within: Self.deletionProof)
    }

    private func deletionPage(_ request: Request, _ member: Member, ticket: String?, _ problem: Problem?) async throws -> Response {
        guard let person = try await site.database.read({ try $0.first(.person(member.id)) }) else { throw AccountRefusal.unknownPerson }
        let apps = site.apps.map(\.name)
        return try await Page("Delete your account?", shell: .site) {
            DeletionPage(name: person.name, address: person.email, apps: apps, ticket: ticket, problem: problem)
        }.privateResponse(for: request, showing: problem)
    }

    private func page(_ request: Request, _ member: Member, _ problem: Problem? = nil) async throws -> Response {
        let (terms, isNamed) = try await site.database.read { db in
            (try consents.history(of: member.id, in: db), try site.analytics.names(member.id, in: db))
        }
        let names = Dictionary(site.everyManifest.map { ($0.id, $0.name) }) { first, _ in first }
        let model = PrivacyModel(
            exports: try await exports.list(of: member.id), terms: terms, appNames: names, isNamed: isNamed, now: site.clock.now(),
            problem: problem)
        return try await Page("Privacy", shell: .site) { PrivacyPage(model: model) }.privateResponse(for: request, showing: problem)
    }
}
