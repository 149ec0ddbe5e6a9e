import Core
import Web

/// Every address of accounts, and those of the parts above it that lower parts link to.
public enum AccountsPaths {
    /// The registration page and its form.
    public static let register = Path("/account/register")
    /// Our copy of somebody's picture.
    public static let picture = Path("/account/people/{person}/picture", PersonID.self)
    /// Ends the session.
    public static let signOut = SitePaths.signOut
    /// Password, second step, passkeys, devices.
    public static let security = SitePaths.security
    /// Asks for an email with a link to a new password.
    public static let forgotten = Path("/account/forgotten")
    /// Sends the link that confirms an address again.
    public static let verifyAgain = Path("/account/verify")
    /// The person's own page.
    public static let account = SitePaths.account
    /// The one-time page on which the owner sets the site up.
    static let setup = Path("/setup/{token}", String.self)
    /// What a person can do about their own data.
    public static let privacy = Path("/account/privacy")
    /// The terms of all apps, and what is kept about people.
    public static let allTerms = Path("/terms")
    /// The terms of an app, and the form that accepts them.
    public static let terms = Path("/terms/{app}", String.self)
    /// The portal's list of terms.
    public static let termsEditor = Path("/admin/terms")
    /// Writes the terms of an app.
    static let termsOfApp = Path("/admin/terms/{app}", String.self)
    /// Shows a draft, and publishes it.
    static let termsPreview = Path("/admin/terms/{app}/preview", String.self)
    /// Throws a draft away.
    static let discardTerms = Path("/admin/terms/{app}/discard", String.self)
    /// A version of an app's terms as it was published.
    static let termsVersion = Path("/admin/terms/{app}/versions/{version}", String.self, Int.self)
}
