import Accounts
import Core
import Database
import Interface
import Mail
import Markup
import Media
import Platform
import Web

/// The site's first page: the home of its only app, or what there is in several.
struct FrontRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(Path("/"), allow: .everyone, use: show),
            .get(SettingsPaths.picture, allow: .everyone, use: picture),
        ]
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let apps = site.apps
        if apps.count == 1, let path = apps.first?.path { return .seeOther(path) }
        let (now, zone) = (site.clock.now(), site.configuration.zone)
        let sources = Dictionary(site.extensions.entries(at: .frontPage).map { ($0.module, $0.value) }) { first, _ in first }
        var entries: [FrontPage.Entry] = []
        for app in apps {
            guard let path = app.path else { continue }
            let closed = request.identity.closedApps[app.id]
            let isForMembers = visitor.personID == nil && site.isClosedToGuests(app.id)
            let isOpen = closed == nil && !isForMembers
            let change = site.configuration.openingHours[app.id]?.nextChange(after: now, in: zone)
            let content = isOpen ? try await sources[app.id]?.content(for: request, visitor) : nil
            entries.append(
                FrontPage.Entry(
                    app: app, accent: site.policy(of: app.id).accent ?? app.appearance.accent, path: closed?.link?.path ?? path,
                    hours: change?.words(at: now, in: zone), content: content, isClosed: closed != nil, isForMembers: isForMembers))
        }
        let page = FrontPage(
            siteName: site.configuration.name, welcome: FrontWelcome.words(in: request.language, on: site), picture: site.configuration.frontPicture,
            entries: entries, isGuest: visitor.personID == nil, isRegistrationOpen: site.configuration.registrationOpen,
            unconfirmed: try await unconfirmedAddress(of: visitor))
        return try await Page(.verbatim(site.configuration.name), shell: .front) { page }.response(for: request)
    }

    /// The address of a member who can still confirm it: without a mail server there is nothing to do about it.
    private func unconfirmedAddress(of visitor: Visitor) async throws -> String? {
        guard let id = visitor.personID, site.configuration.mail != nil else { return nil }
        let person: PersonRecord? = try await site.database.read { try $0.first(.person(id)) }
        return person.flatMap { $0.isVerified ? nil : $0.email }
    }

    func picture(_ request: Request, _ visitor: Visitor, _ cut: FrontPicture.Cut) async throws -> FileAnswer {
        guard let ref = site.configuration.frontPicture?.cuts[cut.rawValue] else { throw Problem.notFound }
        // An address with a version means one picture for ever; another picture has another address.
        return FileAnswer(
            url: site.media.url(ref), contentType: "image/jpeg", entityTag: ref.digest,
            isImmutable: request.query["v"].map { ref.digest.hasPrefix($0) } ?? false, isPublic: true)
    }
}

/// What administrators choose for the front page.
enum FrontSettings {
    static let welcome = Setting<String>(
        "settings.welcome", "Welcome on the front page", hint: "A few sentences under the name of the site. Each line becomes a paragraph.",
        initial: "", limits: 600, topic: .page)
}
