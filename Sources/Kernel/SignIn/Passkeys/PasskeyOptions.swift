import Web

/// What the browser is asked to do, in the form of Web Authentication with bytes as base64url; the page's script makes bytes of them.
struct PasskeyOptions: Encodable, Sendable {
    struct Party: Encodable, Sendable {
        var id: String
        var name: String
    }

    struct User: Encodable, Sendable {
        var id: String
        var name: String
        var displayName: String
    }

    struct Parameter: Encodable, Sendable {
        var type = "public-key"
        var alg: Int
    }

    struct Descriptor: Encodable, Sendable {
        var type = "public-key"
        var id: String
    }

    struct Selection: Encodable, Sendable {
        var residentKey = "required"
        var requireResidentKey = true
        var userVerification = "required"
    }

    var challenge: String
    /// Milliseconds.
    var timeout = 300_000
    // For a new passkey.
    var rp: Party?
    var user: User?
    var pubKeyCredParams: [Parameter]?
    var excludeCredentials: [Descriptor]?
    var authenticatorSelection: Selection?
    var attestation: String?
    // For an assertion.
    var rpId: String?
    var allowCredentials: [Descriptor]?
    var userVerification: String?
}

/// A ceremony that a page offers: the options for the browser, and the ticket that comes back with the answer.
struct PasskeyOffer: Sendable {
    let options: String
    let ticket: String
}
