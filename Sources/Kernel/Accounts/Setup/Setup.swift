import Core
import Crypto
import Database
import Interface
import Markup
import Platform
import Web

/// The one-time set-up of a new site: its owner, its name, its languages and time zone.
public struct Setup: Sendable {
    let site: Site
    let people: People
    let sessions: Sessions

    /// How long a link is good for.
    static let linkLife: Duration = .seconds(24 * 3600)

    /// Makes a link for the first start, replacing earlier ones; nil once the site has an owner.
    public func makeLink() async throws -> String? {
        guard try await !people.hasOwner() else { return nil }
        let token = Token()
        let hash = token.hash
        try await site.write(by: nil) { write in
            try write.run("DELETE FROM account_setup_link")
            try write.run(
                """
                INSERT INTO account_setup_link (token_hash, expires_at, changed_at, changed_by)
                VALUES (\(hash), \(write.now + Self.linkLife), \(write.now), \(write.actor))
                """)
        }
        return AccountsPaths.setup(token.text)
    }

    var routes: [Route] {
        [
            .get(AccountsPaths.setup, allow: .everyone, use: show),
            .post(AccountsPaths.setup, allow: .everyone, use: finish),
        ]
    }

    func show(_ request: Request, _ visitor: Visitor, _ token: String) async throws -> Response {
        try await check(token)
        return try await page(
            request, SetupModel(site: site, token: token, address: SiteAddress.guess(from: request), host: SiteAddress.publicName(of: request)))
    }

    func finish(_ request: Request, _ visitor: Visitor, _ token: String) async throws -> Response {
        try await check(token)
        let form = try request.form(SetupForm.self)
        do {
            let (choices, name) = (try SetupChoices(form, site), SiteAddress.publicName(of: request))
            let owner = try await people.registerOwner(
                .init(
                    name: form.name, email: form.email, password: form.password,
                    language: choices.languages.contains(request.language) ? request.language : choices.languages.first, isOwner: true)
            ) { [site] write in
                try check(token, in: write)
                guard try write.run("DELETE FROM account_setup_link") > 0 else { throw AccountRefusal.setupLinkSpent }
                try site.configure(in: write) { choices.apply(to: &$0, openedUnder: name) }
            }
            let session = try await sessions.open(
                for: owner, by: [.password], kind: .browser, keep: false, label: request.headers["User-Agent"] ?? "")
            return Response.seeOther(SitePaths.administration(), flash: "\(choices.name) is ready.")
                .setting(SessionCookie.make(for: session, keep: false, site))
        } catch let refusal as any ProblemConvertible {
            return try await page(
                request,
                SetupModel(
                    site: site, token: token, host: SiteAddress.publicName(of: request), form: form, problem: refusal.problem))
        }
    }

    private func check(_ text: String) async throws { try await site.database.read { db in try check(text, in: db) } }

    private func check(_ text: String, in db: any Connection) throws {
        // A site with an owner is no secret: its sign-in page stands open to everybody.
        guard try !people.hasOwner(in: db) else { throw AccountRefusal.siteIsSetUp }
        guard let token = Token(text) else { throw AccountRefusal.setupLinkSpent }
        let now = site.clock.now()
        let link = try db.first("SELECT id FROM account_setup_link WHERE token_hash = \(token.hash) AND expires_at > \(now)" as Query<Int64>)
        guard link != nil else { throw AccountRefusal.setupLinkSpent }
    }

    private func page(_ request: Request, _ model: SetupModel) async throws -> Response {
        return try await Page("Set up this site", shell: .bare) { SetupPage(model: model) }.privateResponse(for: request, showing: model.problem)
    }
}
