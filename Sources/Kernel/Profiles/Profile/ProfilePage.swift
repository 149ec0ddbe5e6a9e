import Accounts
import Core
import Database
import Interface
import Markup
import Platform
import Web

/// What the form of one's own profile shows.
struct ProfileModel: Sendable {
    var person: PersonRecord
    var name: String
    var phone: String
    var timeZone: String
    var picture: String?
    /// The provider that the name comes from and is changed at.
    var nameComesFrom: String?
    var abouts: [About]
    /// Words that wait for a moderator, or were not accepted.
    var unsettled: [ProfileWords.Kept]
    var problem: Problem?

    /// What a person says about themselves in one app.
    struct About: Sendable {
        let app: String
        let name: Text
        let text: String
        /// The person's page in the app, where it is written; nil where the app has none.
        let page: String?
    }
}

/// What a person changes about themselves. The e-mail address is shown and stays: the account is shared by all apps (RES-004).
struct ProfilePage: HTML {
    let model: ProfileModel

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(
                "Name and contact details", lead: "They belong to your account and are the same in all apps.",
                crumbs: [Crumb("Your account", href: AccountsPaths.account())]
            ) {}
            ProblemAlert(model.problem)
            for kept in model.unsettled { UnsettledWords(kept: kept) }
            div(.class("cluster")) {
                if let picture = model.picture { img(.class("own-picture"), .src(picture), .alt("Your picture"), .width(96), .height(96)) }
                LinkButton("Change the picture", href: ProfilesPaths.ownPicture(), icon: .image, style: .secondary)
            }
            Form(ProfilesPaths.profile()) {
                if let provider = model.nameComesFrom {
                    DescriptionList([.init("Name", model.person.name)])
                    p(.class("muted")) { "Your name comes from \(provider). Change it there, and it changes here when you sign in." }
                } else {
                    TextField(
                        "Name", name: "name", value: model.name, hint: "Visible to others.", error: model.problem?.fields["name"],
                        isRequired: true,
                        .autocomplete("name"), .maxlength(100), .saying("Write a name of 1 to 100 characters."))
                }
                DescriptionList([.init("Email", model.person.email)])
                p { a(.href(SitePaths.security())) { "Change it under Security" } }
                TextField(
                    "Phone", name: "phone", value: model.phone, kind: .tel, hint: "Visible only to you.",
                    error: model.problem?.fields["phone"], .autocomplete("tel"), .maxlength(20))
                TimeZoneField(
                    name: "timeZone", value: model.timeZone,
                    hint: "Type a city to search, such as Stockholm. Leave it empty to use the site’s time zone.",
                    error: model.problem?.fields["timeZone"])
                for about in model.abouts where about.page == nil {
                    TextArea(
                        "About me, for \(about.name)", name: "about-\(about.app)", value: about.text,
                        hint: "At most 1,000 characters. Visible to others in this app.", error: model.problem?.fields["about"],
                        .maxlength(Profiles.longestAbout))
                }
                for about in model.abouts {
                    if let page = about.page { p { a(.href(page)) { "Write “About me” on your profile in \(about.name)" } } }
                }
                Actions { Button("Save", icon: .check) }
            }
        }
    }
}

/// Words that others do not see, and why.
private struct UnsettledWords: HTML {
    let kept: ProfileWords.Kept

    var body: some HTML {
        Alert(
            kept.state == .waiting ? .info : .warning,
            title: kept.state == .waiting
                ? "“\(kept.words)” is waiting for a moderator. Others see the earlier text." : "“\(kept.words)” was rejected."
        ) {
            if let reason = kept.reason { p { reason } }
        }
    }
}
