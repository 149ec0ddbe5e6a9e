import Analytics
import Core
import Localization
import Platform
import Web

/// What somebody sees: the whole site, or one app of it.
struct Scope: Sendable, Equatable {
    /// The app's id; nil is the whole site.
    let app: String?

    /// A group of measures under the name of the app or part that declares them.
    struct Group: Sendable {
        let name: Text
        let measures: [Measure]
    }

    /// Whether somebody may see it. A scope that is not open looks as if it did not exist.
    func isOpen(to identity: Identity, on site: Site) -> Bool {
        if identity.may(.siteStatistics) { return app.map { id in site.manifests.contains { $0.id == id } } ?? true }
        guard let app, let readers = site.manifests.first(where: { $0.id == app })?.measures.readers else { return false }
        return identity.may(readers)
    }

    /// Every scope that is open to somebody, the widest first.
    static func open(to identity: Identity, on site: Site) -> [Scope] {
        ([Scope(app: nil)] + site.apps.map { Scope(app: $0.id) }).filter { $0.isOpen(to: identity, on: site) }
    }

    /// What it is called.
    func name(on site: Site) -> Text {
        app.flatMap { id in site.manifests.first { $0.id == id }?.name } ?? "Whole site"
    }

    /// The measures to be seen. Of an app: its own, and its share of those that are broken down by app.
    func groups(on site: Site) -> [Group] {
        let used = site.usedManifests
        let own = used.filter { $0.id == StatisticsModule.manifest.id }
        return (own + used.filter { $0.id != StatisticsModule.manifest.id }).compactMap { manifest in
            let measures = manifest.measures.all.filter { app == nil || manifest.id == app || $0.breakdown == .apps }.map(site.counted)
            return measures.isEmpty ? nil : Group(name: manifest.id == StatisticsModule.manifest.id ? "Visitors" : manifest.name, measures: measures)
        }
    }

    /// The same in one list.
    func measures(on site: Site) -> [Measure] { groups(on: site).flatMap(\.measures) }

    /// Whether an amount belongs to it.
    func includes(_ part: String, of measure: Measure) -> Bool { measure.breakdown != .apps || app == nil || part == app }
}

extension Site {
    /// What a part of a measure is called.
    func name(of part: String, in measure: Measure) -> Text {
        switch measure.breakdown {
        case .apps: manifests.first { $0.id == part }?.name ?? (part == Measure.wholeSite ? "Rest of the site" : .verbatim(part))
        case .languages: .verbatim(Language(part).nativeName)
        case .values(let values): values.first { $0.id == part }?.name ?? .verbatim(part)
        case nil: "All"
        }
    }
}
