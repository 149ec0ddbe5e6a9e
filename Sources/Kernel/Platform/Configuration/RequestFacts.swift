import Core
import Foundation
import Interface

/// What every request asks of the operator's choices, worked out once whenever they change.
final class RequestFacts: Sendable {
    /// As ``SiteConfiguration/zone``.
    let zone: TimeZone
    /// As ``SiteConfiguration/hostNames``.
    let hostNames: Set<String>
    /// Whether the site is a demo.
    let isDemo: Bool
    /// The languages of the whole site.
    let languages: [Language]
    /// How people come into each app, where the operator chose that.
    let policies: [String: AppPolicy]
    /// The apps that are on; nil is all of them.
    let apps: Set<String>?
    /// The site's own logo and colour.
    let look: ShellLook

    init(_ configuration: SiteConfiguration) {
        zone = configuration.zone
        hostNames = configuration.hostNames
        isDemo = configuration.isDemo
        languages = configuration.languages
        policies = configuration.policies
        apps = configuration.apps.map { Set($0) }
        look = configuration.look.shell
    }

    /// As ``SiteConfiguration/redirects(host:)``.
    func redirects(host: String) -> Bool {
        let name = SiteAddress.name(ofHost: host)
        return SiteAddress.isLoopback(name) || hostNames.contains(name) || hostNames.isEmpty
    }
}
