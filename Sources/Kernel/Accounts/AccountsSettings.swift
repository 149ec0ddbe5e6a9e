import Core
import Platform

/// What administrators choose about accounts.
public enum AccountsSettings {
    /// Days without use after which a session ends (CORE-014, RES-003).
    public static let idleDays = Setting<Int>(
        "accounts.idle-days", "Days until an unused session ends", hint: "From 1 to 30 days. A shorter time applies immediately, for everyone.",
        initial: 30, limits: 1...30)
    /// Whether sessions may outlive the browser.
    public static let keepsSignedIn = Setting<Bool>(
        "accounts.keeps-signed-in", "Offer to keep people logged in", hint: "Without it every session ends with the browser.", initial: true,
        limits: ())
    /// Hours for which a proof of who somebody is opens the staff portal (LIB-012).
    public static let portalHours = Setting<Int>(
        "accounts.portal-hours", "Hours until the staff portal asks again",
        hint: "After this time the portal asks staff to confirm that it is them.", initial: 12, limits: 1...720)
    /// Whether the portal stays shut for staff without a second step (CORE-016).
    public static let staffSecondFactor = Setting<Bool>(
        "accounts.staff-second-factor", "Staff need a second step",
        hint: "Administration opens only to people who sign in with a passkey, or with a code from an authenticator app.", initial: false, limits: ())

    /// Whether providers are asked again for names and pictures when a profile is looked at (RES-005).
    public static let freshProfiles = Setting<Bool>(
        "accounts.fresh-profiles", "Ask Google again for names and pictures",
        hint: "When somebody looks at a profile, in the background and at most every ten minutes. People are asked to allow it when they sign in.",
        initial: true, limits: ())

    /// Who answers for people's data (GDPR, article 13).
    public static let responsible = Setting<String>(
        "accounts.responsible", "Responsible for people's data", hint: "The organisation by its name. It stands under “Terms and privacy”.",
        initial: "", limits: 120)
    /// Whom people ask about their data.
    public static let dataContact = Setting<String>(
        "accounts.data-contact", "Contact for questions about data",
        hint: "An address or a telephone number. It stands under “Terms and privacy”, on the help page, and where people sign in.",
        initial: "", limits: 200)

    /// How long a copy of somebody's data can be fetched; it has every word of theirs in one file, so it does not lie about for long.
    public static let exportDays = Retention(
        "accounts.export-days", "Copies of people's data", hint: "Days in which somebody can fetch the copy that they asked for.", days: 7,
        limits: 1...30)

    /// What the system log calls the things of the part.
    static let entityNames: [String: Text] = [
        "account.person": "Account",
        "account.terms": "Terms",
    ]

    static let all = [
        idleDays.declaration, keepsSignedIn.declaration, portalHours.declaration, staffSecondFactor.declaration, freshProfiles.declaration,
        responsible.declaration, dataContact.declaration, exportDays.declaration,
    ]
}
