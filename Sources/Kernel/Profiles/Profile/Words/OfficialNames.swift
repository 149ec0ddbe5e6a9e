import Accounts
import Core
import Database
import Localization
import Moderation
import Platform

/// Names that give trust on a site because of who bears them: its own, those of its apps and roles, and those of the people who work
/// here. Somebody else who takes one is not refused, for it may be their own; people look first (CORE-025).
struct OfficialNames: Sendable {
    let site: Site
    let roles: Roles

    /// What an author and a moderator are told about such a name.
    static let doubt: Text = "This name could be taken for that of the site or of someone who works here. A moderator reads it first."

    /// Why people should look at a name before others see it; nil where nothing speaks against it.
    /// - Parameter person: whose it is to be; nil for a newcomer.
    func doubt(about name: String, of person: PersonID?, in db: any Connection) throws -> Text? {
        guard let judge = site.moderation else { return nil }
        let staff = try roles.staff(in: db)
        // A moderator who is called one pretends nothing.
        let offices = staff.contains { $0.id == person } ? [] : Self.offices + siteNames
        // A name of one word is everybody's.
        let people = staff.filter { $0.id != person && $0.name.split(separator: " ").count > 1 }.map(\.name)
        return judge.finds(offices + people, in: name) ? Self.doubt : nil
    }

    /// The site, its apps and its roles, in every language that they are shown in.
    private var siteNames: [String] {
        let names = site.everyManifest.flatMap { part in (part.path == nil ? [] : [part.name]) + part.access.roles.map(\.name) }
        return [site.configuration.name]
            + site.configuration.languages.flatMap { language in
                names.map { site.messages.render($0, in: language, timeZone: site.configuration.zone) }
            }
    }

    /// What people call those who run a site, in English, Swedish and Swahili; a star stands for any ending.
    private static let offices = [
        "admin", "admins", "administrator*", "moderator*", "staff", "owner", "support", "helpdesk", "webmaster*", "sysadmin*", "official",
        "administratör*", "personal", "personalen", "ägare", "ägaren", "supporten", "kundtjänst*", "officiell*", "webbansvarig*",
        "msimamizi", "wasimamizi", "mmiliki", "wafanyakazi",
    ]
}
