import Core
import Web

/// Every address of accounts.
public enum AccountsPaths {
    /// The sign-in page and its form.
    public static let signIn = Path("/account/sign-in")
    /// The registration page and its form.
    public static let register = Path("/account/register")
    /// Begins to sign in through a provider.
    public static let provider = Path("/account/with/{provider}", String.self)
    /// Where a provider sends people back.
    public static let providerReturn = Path("/account/with/{provider}/callback", String.self)
    /// Where Apple tells what happened to people's accounts there.
    static let appleEvents = Path("/account/with/apple/notices")
    /// Where Facebook tells that somebody took the app away.
    static let facebookDeauthorization = Path("/account/with/facebook/deauthorize")
    /// Where Facebook tells that somebody wants their data deleted.
    static let facebookDeletion = Path("/account/with/facebook/deletion")
    /// What became of a request for deletion.
    static let deletionStatus = Path("/account/deletions/{code}", String.self)
    /// Adds a provider to the account of whoever is signed in.
    public static let linkProvider = Path("/account/with/{provider}/link", String.self)
    /// Proves through a provider that it is still the same person.
    public static let confirmWithProvider = Path("/account/with/{provider}/confirm", String.self)
    /// Finishes a sign-in through a provider that needs a proof first.
    public static let finish = Path("/account/finish")
    /// Sends a code to an address.
    public static let finishAddress = Path("/account/finish/address")
    /// Takes the code.
    public static let finishCode = Path("/account/finish/code")
    /// Adds the waiting identity to the account of whoever is signed in.
    public static let finishLink = Path("/account/finish/link")
    /// Takes an identity at a provider from an account.
    public static let removeIdentity = Path("/account/identities/{identity}/remove", IdentityID.self)
    /// Chooses one's own picture.
    public static let ownPicture = Path("/account/picture")
    /// Takes one's own picture away.
    static let removePicture = Path("/account/picture/remove")
    /// Our copy of somebody's picture.
    public static let picture = Path("/account/people/{person}/picture", PersonID.self)
    /// The portal's page about ways to sign in.
    public static let signInSettings = Path("/admin/sign-in")
    /// Sets a provider up.
    public static let setProvider = Path("/admin/sign-in/providers/{provider}", String.self)
    /// Takes a provider away.
    public static let removeProvider = Path("/admin/sign-in/providers/{provider}/remove", String.self)
    /// Chooses what an app offers.
    public static let offeredMethods = Path("/admin/sign-in/apps/{app}", String.self)
    /// Ends the session.
    public static let signOut = Path("/account/sign-out")
    /// Asks for the second step of a sign-in.
    public static let secondStep = Path("/account/second-step")
    /// Asks somebody who is signed in to prove again that it is them.
    public static let confirm = Path("/account/confirm")
    /// Asks somebody who is signed in for the second factor that their session has not proved.
    public static let stepUp = Path("/account/step-up")
    /// Password, second step, passkeys, devices.
    public static let security = Path("/account/security")
    /// Sets the second step up.
    public static let authenticator = Path("/account/security/authenticator")
    /// Takes the second step away.
    public static let removeAuthenticator = Path("/account/security/authenticator/remove")
    /// Signs in with a passkey.
    public static let passkeySignIn = Path("/account/sign-in/passkey")
    /// Makes a passkey.
    public static let passkeys = Path("/account/security/passkeys")
    /// Takes a passkey away.
    public static let removePasskey = Path("/account/security/passkeys/{passkey}/remove", PasskeyID.self)
    /// Makes new recovery codes.
    public static let recoveryCodes = Path("/account/security/recovery-codes")
    /// Asks for an email with a link to a new password.
    public static let forgotten = Path("/account/forgotten")
    /// Sets a new password by a link.
    public static let reset = Path("/account/reset/{token}", String.self)
    /// Confirms an address by a link.
    public static let verify = Path("/account/verify/{token}", String.self)
    /// Sends the link that confirms an address again.
    public static let verifyAgain = Path("/account/verify")
    /// Puzzles for programs that were refused too often.
    public static let challenge = Path("/api/v1/challenge")
    /// Ends all sessions but this.
    public static let endOtherSessions = Path("/account/sessions/end-others")
    /// The person's own page.
    public static let account = Path("/account")
    /// Changes the password.
    public static let password = Path("/account/password")
    /// Ends one of the person's sessions.
    public static let endSession = Path("/account/sessions/{session}/end", SessionID.self)
    /// Makes an app password.
    public static let appPasswords = Path("/account/app-passwords")
    /// Revokes an app password.
    public static let revokeAppPassword = Path("/account/app-passwords/{password}/revoke", AppPasswordID.self)
    /// The one-time page on which the owner sets the site up.
    public static let setup = Path("/setup/{token}", String.self)
    /// Everybody who has an account.
    public static let people = Path("/admin/people")
    /// The form that makes an account for somebody.
    public static let newPerson = Path("/admin/people/new")
    /// One account.
    public static let person = Path("/admin/people/{person}", PersonID.self)
    /// Shuts and opens an account.
    public static let personStatus = Path("/admin/people/{person}/status", PersonID.self)
    /// Makes and unmakes an owner.
    public static let ownership = Path("/admin/people/{person}/owner", PersonID.self)
    /// Signs somebody out everywhere.
    public static let endSessions = Path("/admin/people/{person}/sessions/end", PersonID.self)
    /// Bans somebody from an app.
    public static let bans = Path("/admin/people/{person}/bans", PersonID.self)
    /// Lifts a ban.
    public static let liftBan = Path("/admin/people/{person}/bans/{app}/lift", PersonID.self, String.self)
    /// Everybody who has an account, for programs.
    public static let apiPeople = Path("/api/v1/people")
    /// One account, for programs.
    public static let apiPerson = Path("/api/v1/people/{person}", PersonID.self)
    /// The roles of an account, for programs.
    public static let apiRoles = Path("/api/v1/people/{person}/roles", PersonID.self)
    /// Whether an account can be used, for programs.
    public static let apiStatus = Path("/api/v1/people/{person}/status", PersonID.self)
    /// The bans of an account, for programs.
    public static let apiBans = Path("/api/v1/people/{person}/bans", PersonID.self)
    /// The ban from one app, for programs.
    public static let apiBan = Path("/api/v1/people/{person}/bans/{app}", PersonID.self, String.self)
    /// Gives and takes roles.
    public static let roles = Path("/admin/people/{person}/roles", PersonID.self)
    /// The form of one's own profile.
    public static let profile = Path("/account/profile")
    /// What a person can do about their own data.
    public static let privacy = Path("/account/privacy")
    /// Asks for a copy of one's data.
    static let exports = Path("/account/privacy/exports")
    /// A copy of one's data.
    static let export = Path("/account/privacy/exports/{export}", DataExportID.self)
    /// Whether one's use is counted.
    static let counting = Path("/account/privacy/counting")
    /// Deletes the account.
    public static let deletion = Path("/account/delete")
    /// The terms of all apps, and what is kept about people.
    public static let allTerms = Path("/terms")
    /// The terms of an app, and the form that accepts them.
    public static let terms = Path("/terms/{app}", String.self)
    /// The portal's list of terms.
    static let termsEditor = Path("/admin/terms")
    /// Writes the terms of an app.
    static let termsOfApp = Path("/admin/terms/{app}", String.self)
    /// Shows a draft, and publishes it.
    static let termsPreview = Path("/admin/terms/{app}/preview", String.self)
    /// Throws a draft away.
    static let discardTerms = Path("/admin/terms/{app}/discard", String.self)
    /// A version of an app's terms as it was published.
    static let termsVersion = Path("/admin/terms/{app}/versions/{version}", String.self, Int.self)
    /// Where somebody whose account was made for them chooses a password.
    public static let welcome = Path("/account/welcome/{token}", String.self)
    /// Sends an invitation again.
    static let inviteAgain = Path("/admin/people/{person}/invitation", PersonID.self)
    /// Opens a session for a program.
    public static let apiSessions = Path("/api/v1/sessions")
    /// The session that asks.
    public static let apiSession = Path("/api/v1/session")
}
