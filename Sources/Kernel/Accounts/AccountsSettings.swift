import Core
import Platform

/// What administrators choose about accounts.
public enum AccountsSettings {
    /// Days without use after which a session ends (CORE-014, RES-003).
    public static let idleDays = Setting<Int>(
        "accounts.idle-days", "Days until people who stay away are signed out",
        hint: "From 1 to 30 days. A shorter time applies immediately, for everyone.",
        initial: 30, limits: 1...30)
    /// Whether sessions may outlive the browser.
    public static let keepsSignedIn = Setting<Bool>(
        "accounts.keeps-signed-in", "Offer “Keep me logged in”", hint: "If off, people are signed out when they close the browser.", initial: true,
        limits: ())
    /// Hours for which a proof of who somebody is opens the staff portal (LIB-012).
    public static let portalHours = Setting<Int>(
        "accounts.portal-hours", "Hours until Administration asks for confirmation",
        hint: "After this time, staff confirm again that it’s them.", initial: 12, limits: 1...720)
    /// Whether the portal stays shut for staff without a second step (CORE-016).
    public static let staffSecondFactor = Setting<Bool>(
        "accounts.staff-second-factor", "Require two-step verification for staff",
        hint: "Administration opens only to people who sign in with a passkey, or with a code from an authenticator app.", initial: false, limits: ())

    /// Whether people give their account another email address once theirs is confirmed (RES-004).
    public static let changesEmail = Setting<Bool>(
        "accounts.changes-email", "Let people change their email address",
        hint: "If off, only an address that isn’t confirmed yet can be corrected.", initial: false, limits: ())

    /// Whether providers are asked again for names and pictures when a profile is looked at (RES-005).
    public static let freshProfiles = Setting<Bool>(
        "accounts.fresh-profiles", "Update names and pictures from Google",
        hint: "When someone opens a profile, at most every ten minutes. People are asked to allow this when they sign in.",
        initial: true, limits: ())

    /// Who answers for people's data (GDPR, article 13).
    public static let responsible = Setting<String>(
        "accounts.responsible", "Data controller", hint: "The name of the organisation. Shown under “Terms and privacy”.",
        initial: "", limits: 120)
    /// Whom people ask about their data.
    public static let dataContact = Setting<String>(
        "accounts.data-contact", "Contact for questions about data",
        hint: "An email address or phone number. Shown under “Terms and privacy”, on the help page and on the sign-in page.",
        initial: "", limits: 200)

    /// How long a copy of somebody's data can be fetched; it has every word of theirs in one file, so it does not lie about for long.
    public static let exportDays = Retention(
        "accounts.export-days", "Copies of people’s data", hint: "Days that a requested copy can be downloaded.", days: 7,
        limits: 1...30)

    /// What the system log calls the things of the part.
    static let entityNames: [String: Text] = [
        "account.person": "Account",
        "account.terms": "Terms",
        "site.setup": "Set-up of the site",
    ]

    static let all = [
        idleDays.declaration, keepsSignedIn.declaration, portalHours.declaration, staffSecondFactor.declaration, changesEmail.declaration,
        freshProfiles.declaration,
        responsible.declaration, dataContact.declaration, exportDays.declaration,
    ]
}
