import Core
import Database
import Platform
import Web

/// What a site still has to be told about itself.
struct SiteAttention: Attention {
    let site: Site
    var permission: Permission { .settingsChange }

    func items(in db: any Connection) throws -> [AttentionItem] {
        guard site.configuration.baseURL == nil, site.configuration.hosts.isEmpty, !site.configuration.isDemo else { return [] }
        return [
            AttentionItem(
                "Links in emails lead to \(site.configuration.linkBase)",
                detail: "Nobody else can open them. Fill in the address of the site.", path: SettingsPaths.site() + "#site",
                isUrgent: site.configuration.mail != nil)
        ]
    }
}
