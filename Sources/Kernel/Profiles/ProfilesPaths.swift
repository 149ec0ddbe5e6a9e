import Core
import Web

/// Every address of profiles and of the administration of people but those that lower parts link to.
public enum ProfilesPaths {
    /// Chooses one's own picture.
    static let ownPicture = Path("/account/picture")
    /// Takes one's own picture away.
    static let removePicture = Path("/account/picture/remove")
    /// Everybody who has an account.
    static let people = Path("/admin/people")
    /// The form that makes an account for somebody.
    static let newPerson = Path("/admin/people/new")
    /// One account.
    static let person = Path("/admin/people/{person}", PersonID.self)
    /// Shuts and opens an account.
    static let personStatus = Path("/admin/people/{person}/status", PersonID.self)
    /// Makes and unmakes an owner.
    static let ownership = Path("/admin/people/{person}/owner", PersonID.self)
    /// Signs somebody out everywhere.
    static let endSessions = Path("/admin/people/{person}/sessions/end", PersonID.self)
    /// Bans somebody from an app.
    static let bans = Path("/admin/people/{person}/bans", PersonID.self)
    /// Lifts a ban.
    static let liftBan = Path("/admin/people/{person}/bans/{app}/lift", PersonID.self, String.self)
    /// Everybody who has an account, for programs.
    static let apiPeople = Path("/api/v1/people")
    /// One account, for programs.
    static let apiPerson = Path("/api/v1/people/{person}", PersonID.self)
    /// The roles of an account, for programs.
    static let apiRoles = Path("/api/v1/people/{person}/roles", PersonID.self)
    /// Whether an account can be used, for programs.
    static let apiStatus = Path("/api/v1/people/{person}/status", PersonID.self)
    /// The bans of an account, for programs.
    static let apiBans = Path("/api/v1/people/{person}/bans", PersonID.self)
    /// The ban from one app, for programs.
    static let apiBan = Path("/api/v1/people/{person}/bans/{app}", PersonID.self, String.self)
    /// Makes a link for a new password.
    static let resetLink = Path("/admin/people/{person}/reset-link", PersonID.self)
    /// Gives and takes roles.
    static let roles = Path("/admin/people/{person}/roles", PersonID.self)
    /// Name, picture and contact details of one's own account, which all apps share.
    public static let profile = Path("/account/profile")
    /// Asks for a copy of one's data.
    static let exports = Path("/account/privacy/exports")
    /// A copy of one's data.
    static let export = Path("/account/privacy/exports/{export}", DataExportID.self)
    /// Whether one's use is counted.
    static let counting = Path("/account/privacy/counting")
    /// Deletes the account.
    static let deletion = Path("/account/delete")
    /// An invitation: its link, and a new one.
    static let inviteAgain = Path("/admin/people/{person}/invitation", PersonID.self)
}
