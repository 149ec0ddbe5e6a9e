import Accounts
import Core
import Database
import Platform
import Web

/// What a site still has to be told about itself.
struct SiteAttention: Attention {
    let site: Site
    var permission: Permission { .settingsChange }

    func items(in db: any Connection) throws -> [AttentionItem] {
        guard !site.configuration.isDemo else { return [] }
        var items: [AttentionItem] = []
        if SiteAddress.isLocal(site.configuration.linkBase) {
            items.append(
                AttentionItem(
                    "Links in emails lead to \(site.configuration.linkBase)",
                    detail: "Nobody else can open them. Fill in the address of the site.", path: SettingsPaths.site() + "#site",
                    isUrgent: site.configuration.mail != nil))
        }
        if [AccountsSettings.responsible, AccountsSettings.dataContact].contains(where: { site.value(of: $0).trimmed.isEmpty }) {
            items.append(
                AttentionItem(
                    "Nobody is named who answers for people's data",
                    detail: "Say which organisation is responsible and whom people ask. It stands under “Terms and privacy”.",
                    path: SettingsPaths.site() + "#part-accounts"))
        }
        return items
    }
}
