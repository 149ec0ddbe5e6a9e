import Accounts
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

    private static let ofPrivacy = [AccountsSettings.responsible.id, AccountsSettings.dataContact.id]

    /// Who answers for people's data: two settings of the accounts that belong to the terms, and that the list of first steps asks for alone.
    static func privacy(of site: Site) -> SettingGroup {
        SettingGroup(
            id: "privacy", title: "Personal data", lead: "Shown under “Terms and privacy”.",
            settings: site.manifests.flatMap(\.settings).filter { ofPrivacy.contains($0.id) })
    }

    /// The groups of a site, none of them empty.
    static func all(of site: Site) -> [SettingGroup] {
        // What no app of the site uses has nothing to choose, as it has no place in the portal.
        let own = site.usedManifests.map { part in
            SettingGroup(id: part.id, title: part.name, settings: part.settings.filter { $0.topic == .part && !ofPrivacy.contains($0.id) })
        }
        let retention = SettingGroup(
            id: retention, title: "How long things are kept",
            lead: "Anything older is deleted at night. Deleted items can always be restored for 30 days.",
            settings: site.manifests.flatMap(\.settings).filter { $0.topic == .retention })
        return (own + [privacy(of: site), retention]).filter { !$0.settings.isEmpty }
    }
}
