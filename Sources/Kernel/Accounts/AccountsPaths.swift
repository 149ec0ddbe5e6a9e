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
    /// Ends the session.
    public static let signOut = Path("/account/sign-out")
    /// Asks for the second step of a sign-in.
    public static let secondStep = Path("/account/second-step")
    /// Asks somebody who is signed in to prove again that it is them.
    public static let confirm = Path("/account/confirm")
    /// Password, second step, passkeys, devices.
    public static let security = Path("/account/security")
    /// Sets the second step up.
    public static let authenticator = Path("/account/security/authenticator")
    /// Takes the second step away.
    public static let removeAuthenticator = Path("/account/security/authenticator/remove")
    /// Makes new recovery codes.
    public static let recoveryCodes = Path("/account/security/recovery-codes")
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
    /// Who has which role.
    public static let people = Path("/admin/people")
    /// Gives and takes roles.
    public static let roles = Path("/admin/people/{person}/roles", PersonID.self)
    /// The terms of an app, and the form that accepts them.
    public static let terms = Path("/terms/{app}", String.self)
    /// Opens a session for a program.
    public static let apiSessions = Path("/api/v1/sessions")
    /// The session that asks.
    public static let apiSession = Path("/api/v1/session")
}
