import Accounts
import Core
import Web

/// Every address of sign-in but those that lower parts link to.
enum SignInPaths {
    /// The sign-in page and its form.
    static let signIn = SitePaths.signIn
    /// Begins to sign in through a provider.
    static let provider = Path("/account/with/{provider}", String.self)
    /// Where a provider sends people back.
    static let providerReturn = Path("/account/with/{provider}/callback", String.self)
    /// Where Apple tells what happened to people's accounts there.
    static let appleEvents = Path("/account/with/apple/notices")
    /// Where Facebook tells that somebody took the app away.
    static let facebookDeauthorization = Path("/account/with/facebook/deauthorize")
    /// Where Facebook tells that somebody wants their data deleted.
    static let facebookDeletion = Path("/account/with/facebook/deletion")
    /// What became of a request for deletion.
    static let deletionStatus = Path("/account/deletions/{code}", String.self)
    /// Adds a provider to the account of whoever is signed in.
    static let linkProvider = Path("/account/with/{provider}/link", String.self)
    /// Proves through a provider that it is still the same person.
    static let confirmWithProvider = Path("/account/with/{provider}/confirm", String.self)
    /// Finishes a sign-in through a provider that needs a proof first.
    static let finish = Path("/account/finish")
    /// Sends a code to an address.
    static let finishAddress = Path("/account/finish/address")
    /// Takes the code.
    static let finishCode = Path("/account/finish/code")
    /// Adds the waiting identity to the account of whoever is signed in.
    static let finishLink = Path("/account/finish/link")
    /// Takes an identity at a provider from an account.
    static let removeIdentity = Path("/account/identities/{identity}/remove", IdentityID.self)
    /// The portal's page about ways to sign in.
    static let signInSettings = Path("/admin/sign-in")
    /// Sets a provider up.
    static let setProvider = Path("/admin/sign-in/providers/{provider}", String.self)
    /// Takes a provider away.
    static let removeProvider = Path("/admin/sign-in/providers/{provider}/remove", String.self)
    /// Chooses what an app offers.
    static let offeredMethods = Path("/admin/sign-in/apps/{app}", String.self)
    /// Asks for the second step of a sign-in.
    static let secondStep = Path("/account/second-step")
    /// Asks somebody who is signed in to prove again that it is them.
    static let confirm = SitePaths.confirm
    /// Asks somebody who is signed in for the second factor that their session has not proved.
    static let stepUp = SitePaths.stepUp
    /// Sets the second step up.
    static let authenticator = Path("/account/security/authenticator")
    /// Takes the second step away.
    static let removeAuthenticator = Path("/account/security/authenticator/remove")
    /// Signs in with a passkey.
    static let passkeySignIn = Path("/account/sign-in/passkey")
    /// Makes a passkey.
    static let passkeys = Path("/account/security/passkeys")
    /// Takes a passkey away.
    static let removePasskey = Path("/account/security/passkeys/{passkey}/remove", PasskeyID.self)
    /// Makes new recovery codes.
    static let recoveryCodes = Path("/account/security/recovery-codes")
    /// Sets a new password by a link.
    static let reset = Path("/account/reset/{token}", String.self)
    /// Confirms an address by a link.
    static let verify = Path("/account/verify/{token}", String.self)
    /// Puzzles for programs that were refused too often.
    static let challenge = Path("/api/v1/challenge")
    /// Ends all sessions but this.
    static let endOtherSessions = Path("/account/sessions/end-others")
    /// Gives the account another email address.
    static let email = Path("/account/email")
    /// Changes the address by a link.
    static let confirmEmail = Path("/account/email/{token}", String.self)
    /// Changes the password.
    static let password = Path("/account/password")
    /// Ends one of the person's sessions.
    static let endSession = Path("/account/sessions/{session}/end", SessionID.self)
    /// Makes an app password.
    static let appPasswords = Path("/account/app-passwords")
    /// Revokes an app password.
    static let revokeAppPassword = Path("/account/app-passwords/{password}/revoke", AppPasswordID.self)
    /// Where somebody whose account was made for them chooses a password.
    static let welcome = Path("/account/welcome/{token}", String.self)
    /// Opens a session for a program.
    static let apiSessions = Path("/api/v1/sessions")
    /// The session that asks.
    static let apiSession = Path("/api/v1/session")
}
