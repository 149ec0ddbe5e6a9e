import Core
import Platform

/// How somebody can sign in who wants to go to a page: as the page's app says, of what the operator has set up (6.15).
struct SignInChoices: Sendable, Equatable {
    /// A provider's button.
    struct Provider: Sendable, Equatable {
        let method: SignInMethod
        let name: String
        let isStandIn: Bool
    }

    /// In the order of the buttons.
    let methods: [SignInMethod]
    /// The providers among them.
    let providers: [Provider]
    /// What the app that the page belongs to is for.
    let purpose: Text?
    /// The phone numbers with which people register there.
    let phone: PhoneRule?
    /// Other ways on, for those who come with something else than an account.
    let links: [Link]

    struct Link: Sendable, Equatable {
        let label: Text
        let path: String
    }

    var offersPassword: Bool { methods.contains(.password) }
    /// Whether most people here sign in with their email address, so that its form comes first.
    var leadsWithPassword: Bool { methods.first == .password }
    var offersPasskey: Bool { methods.contains(.passkey) }

    /// The choices for a page of this site.
    /// - Parameter failed: a provider that could not be reached just now: the others take its place (LIB-004).
    /// - Parameter withPassword: whether to offer the password in any case, because somebody asked for it.
    init(site: Site, then: String, without failed: SignInMethod? = nil, withPassword: Bool = false) {
        let configured = site.configuration.providers
        let usable = { (method: SignInMethod) in method.isOwn || configured[method.rawValue] != nil }
        let path = then.prefix { $0 != "?" }.split(separator: "/").map(String.init)
        let app = site.appID(at: path).flatMap(site.app)
        purpose = app.map { site.isClosedToGuests($0.id) ? "\($0.summary) For members." : $0.summary }
        // Without a page that they want to go to, people may have come for any app.
        links = site.extensions[.signInLinks].filter { app.map(\.id) ?? $0.app == $0.app && !site.isTurnedOff($0.app) }.map {
            Link(label: $0.label, path: $0.path)
        }
        phone = (app ?? (site.apps.count == 1 ? site.apps.first : nil)).flatMap { site.policy(of: $0.id).phone }
        let wanted = app.map { site.policy(of: $0.id).signIn } ?? Self.everywhere(site)
        let usual = wanted.filter { usable($0) && $0 != failed }
        let isFallback = usual.isEmpty
        let rest = isFallback || failed != nil ? Self.everywhere(site) + [.password] : withPassword ? [.password] : []
        let methods = rest.reduce(into: usual) { methods, method in
            if usable(method), method != failed, !methods.contains(method) { methods.append(method) }
        }
        self.methods = methods
        providers = methods.compactMap { method in
            configured[method.rawValue].map { Provider(method: method, name: method.title($0), isStandIn: $0.isStandIn) }
        }
    }

    /// What any of the site's apps offers, in the order of the declaration.
    private static func everywhere(_ site: Site) -> [SignInMethod] {
        let offered = Set(site.apps.flatMap { site.policy(of: $0.id).signIn })
        return offered.isEmpty ? AppPolicy().signIn : SignInMethod.allCases.filter(offered.contains)
    }
}

extension SignInMethod {
    /// Whether the site itself checks it, without anybody else.
    var isOwn: Bool { self == .password || self == .passkey }

    /// Whether it says when somebody signed in to it, so that it can prove anew that they are there.
    var tellsWhen: Bool { self == .google || self == .apple || self == .openid }

    /// A provider's name as its button has it.
    func title(_ configuration: ProviderConfiguration?) -> String { configuration?.name ?? Self.brands[self] ?? rawValue }

    private static let brands: [SignInMethod: String] = [.google: "Google", .facebook: "Facebook", .apple: "Apple", .openid: "OpenID"]
}
