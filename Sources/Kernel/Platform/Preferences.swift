import Core
import Interface
import Web

/// The language and theme of a device: a form in every footer, kept in cookies.
struct Preferences: Sendable {
    let site: Site

    static let languageCookie = "language"
    static let themeCookie = "theme"
    static let path = Path("/preferences")

    var routes: [Route] { [.post(Self.path, allow: .everyone, use: save)] }

    struct PreferencesForm: Decodable {
        var language: String?
        var theme: String?
        var then: String?
    }

    func save(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.form(PreferencesForm.self)
        var response = Response.seeOther(LocalPath(form.then).text)
        let year = Duration.seconds(365 * 86_400)
        if let language = form.language.map({ Language($0) }), site.configuration.languages.contains(language) {
            response.set(Cookie(Self.languageCookie, language.rawValue, maxAge: year))
        }
        if let theme = form.theme.flatMap(Theme.init(rawValue:)) {
            response.set(Cookie(Self.themeCookie, theme.rawValue, maxAge: year))
        }
        return response
    }
}

/// A place on this site to go to next, whatever the form or the address bar said.
public struct LocalPath: Sendable {
    /// The path and query; `/` for anything that is not a place on this site.
    public let text: String

    /// Reads a wish such as the `then` of a form.
    public init(_ wish: String?) {
        guard let wish, wish.hasPrefix("/"), !wish.hasPrefix("//"), wish.utf8.count < 2000,
            !wish.unicodeScalars.contains(where: { $0.value < 0x21 || $0 == "\\" || $0.value == 0x7F })
        else {
            text = "/"
            return
        }
        text = wish
    }
}
