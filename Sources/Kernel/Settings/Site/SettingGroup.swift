import Core
import Platform

/// Declared settings that are shown on one card and saved together: those of a part or an app, or all that say how long things
/// are kept (CORE-043).
struct SettingGroup: Sendable {
    let id: String
    let title: Text
    var lead: Text?
    let settings: [SettingDeclaration]

    /// The group of every part's retention; no part has this id.
    static let retention = "retention"

    /// The groups of a site, none of them empty.
    static func all(of site: Site) -> [SettingGroup] {
        let own = site.manifests.map { part in
            SettingGroup(
                id: part.id, title: part.path == nil ? part.name : "Limits of \(part.name)", settings: part.settings.filter { $0.topic == .part })
        }
        let retention = SettingGroup(
            id: retention, title: "How long things are kept",
            lead: "Anything older is deleted at night. Deleted items can always be restored for 30 days.",
            settings: site.manifests.flatMap(\.settings).filter { $0.topic == .retention })
        return (own + [retention]).filter { !$0.settings.isEmpty }
    }
}
