import Accounts
import Core
import Database
import Mail
import Platform
import Web

/// A site that does not know its own address, for whoever may fill it in.
struct AddressAlerts: AdminAlertSource {
    let site: Site
    var permission: Permission { .settingsAddress }

    func items(in db: any Connection) throws -> [AdminAlert] {
        guard !site.configuration.isDemo, SiteAddress.isLocal(site.configuration.linkBase) else { return [] }
        // Where no email leaves, no link does.
        guard try site.configuration.mail != nil || !site.isInFirstDay(in: db) else { return [] }
        return [
            AdminAlert(
                "Links in emails lead to \(site.configuration.linkBase)", detail: "Nobody else can open them. Fill in the address of the site.",
                path: SitePaths.settings(SitePart.identity.rawValue), isUrgent: site.configuration.mail != nil)
        ]
    }
}

/// What a site still has to be told about itself.
struct SiteAlerts: AdminAlertSource {
    let site: Site
    var permission: Permission { .settingsChange }

    func items(in db: any Connection) throws -> [AdminAlert] {
        guard try !site.configuration.isDemo && !site.isInFirstDay(in: db) else { return [] }
        var items: [AdminAlert] = []
        if [AccountsSettings.responsible, AccountsSettings.dataContact].contains(where: { site.value(of: $0).trimmed.isEmpty }) {
            items.append(
                AdminAlert(
                    "Add who is responsible for people’s data",
                    detail: "Add the organisation that is responsible and a contact. They’re shown under “Terms and privacy”.",
                    path: SitePaths.settings("part-privacy")))
        }
        return items
    }
}
