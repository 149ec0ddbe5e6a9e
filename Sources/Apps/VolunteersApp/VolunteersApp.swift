import Core
import Foundation
import Interface
import Platform
import Web

/// People ask for help, others find them and help (VOL).
public struct VolunteersApp: App {
    /// What the app is.
    public static let manifest = AppManifest(
        id: "volunteers", name: "Växjö Volunteers", icon: .hand, path: "/volunteers", summary: "Ask for help, and help others.",
        migrations: VolunteersMigrations.all,
        policy: AppPolicy(signIn: [.google], guests: .none, languages: [.english, .swedish], asksForTerms: true),
        resources: Bundle.module)

    private let site: Site

    /// Wires the app to a site.
    public init(site: Site) throws { self.site = site }

    /// Every page and address of the app.
    public var routes: [Route] { [] }
}
