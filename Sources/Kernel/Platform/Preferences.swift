import Core
import Interface
import Web

/// Language and theme: a form in every footer, kept in cookies and, for whoever is signed in, in the account. A language that the whole site
/// has holds in every app, also where another was chosen before; one that an app alone has holds in that app.
///
/// Where staff work it holds on the device alone: a tablet at the counter does not change its language with who signs in, and none of them
/// finds their account in the language of the tablet.
struct Preferences: Sendable {
    let site: Site
    let authenticator: any Authenticator

    private static let languageCookie = "language"
    /// Of a device on which staff work, in the places of their work.
    private static let workCookie = "language-work"
    private static let themeCookie = "theme"
    /// What `preferences.js` sets while the choice itself is on its way: the account does not know it yet.
    private static let chosenThemeCookie = "theme-chosen"
    static let path = SitePaths.preferences

    var routes: [Route] { [.post(Self.path, allow: .everyone, use: save)] }

    struct PreferencesForm: Decodable {
        var language: String?
        var theme: String?
        var then: String?
    }

    func save(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.form(PreferencesForm.self)
        let then = LocalPath(form.then).text
        let place = then.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map(String.init)
        let isOfApp = site.appID(at: place) != nil
        let offered = isOfApp ? site.languages(at: place) : site.languages(for: request)
        let language = form.language.map { Language($0) }.flatMap { offered.contains($0) ? $0 : nil }
        let app = language.flatMap { site.configuration.languages.contains($0) ? nil : site.appID(at: place) ?? CurrentApp.of(request, on: site) }
        let isAtWork = language != nil && site.isWorkPlace(place)
        let theme = form.theme.flatMap(Theme.init(rawValue:))
        if let person = visitor.personID {
            try await authenticator.keep(InterfaceChoice(language: isAtWork ? nil : language, app: app, theme: theme?.rawValue), of: person)
        }
        var response = Response.seeOther(then)
        let year = Duration.seconds(365 * 86_400)
        if let language, isAtWork {
            response.set(Cookie(Self.workCookie, language.rawValue, maxAge: year))
        } else if let language {
            response.set(Cookie(Self.cookie(for: app), language.rawValue, maxAge: year))
            let others = app == nil ? site.apps.map { Self.cookie(for: $0.id) }.filter { request.cookie($0) != nil } : []
            for other in others { response.set(.removing(other)) }
        }
        if let theme {
            response.set(Cookie(Self.themeCookie, theme.rawValue, maxAge: year))
            response.set(.removing(Self.chosenThemeCookie))
        }
        return response
    }

    /// What this device wants an app in, or the whole site.
    static func language(of request: Request, in app: String?) -> Language? {
        request.cookie(cookie(for: app)).map { Language($0) }
    }

    /// What this device wants the places of staff in.
    static func languageAtWork(of request: Request) -> Language? { request.cookie(workCookie).map { Language($0) } }

    /// What a page is shown in: a choice of this device that is still being kept, else the account's, else the device's.
    static func theme(of request: Request, account: String?) -> Theme {
        (request.cookie(chosenThemeCookie) ?? account ?? request.cookie(themeCookie)).flatMap(Theme.init(rawValue:)) ?? .system
    }

    private static func cookie(for app: String?) -> String { app.map { "\(languageCookie)-\($0)" } ?? languageCookie }
}

/// A place on this site to go to next, whatever the form or the address bar said.
public struct LocalPath: Sendable {
    /// The path and query; `/` for anything that is not a place on this site.
    public let text: String

    /// Reads a wish such as the `then` of a form.
    public init(_ wish: String?) {
        guard let wish, Self.isLocal(wish), wish.utf8.count < 2000 else {
            text = "/"
            return
        }
        text = wish
    }

    /// Whether every browser takes an address for one on this site: emails that some leave out must not bring two slashes together.
    public static func isLocal(_ address: String) -> Bool {
        var bytes = address.utf8.makeIterator()
        let (first, second) = (bytes.next(), bytes.next() ?? UInt8(ascii: "?"))
        guard first == UInt8(ascii: "/"), second < 0x80, second != UInt8(ascii: "/") else { return false }
        return !address.utf8.contains { $0 < 0x21 || $0 == UInt8(ascii: "\\") || $0 == 0x7F }
    }
}
