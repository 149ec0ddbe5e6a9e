import Core
import Crypto

/// What a site needs to be a merchant of the stand-in, as a demo's configuration has it.
public struct DarajaCredentials: Sendable, Codable, Equatable {
    /// The base of the API: `http://127.0.0.1:4711/daraja`, to which `/oauth/v1/generate` is added.
    public var address: String
    /// Proves the app, with ``consumerSecret``.
    public var consumerKey: String
    /// The other half.
    public var consumerSecret: String
    /// The paybill number.
    public var shortcode: String
    /// Part of the `Password` of a push or a query.
    public var passkey: String
    /// The API user who may reverse.
    public var initiator: String
    /// The initiator's password, which travels encrypted as `SecurityCredential`.
    public var initiatorPassword: String
    /// The key for `SecurityCredential`, as PEM. The real service hands out a certificate of it.
    public var publicKey: String
    /// Who asks for money, as the payer reads it.
    public var businessName: String

    /// A paybill with the number and the passkey that the sandbox has published.
    init(address: String, publicKey: String) {
        self.address = address
        self.publicKey = publicKey
        consumerKey = "stoa-stand-in-consumer-key"
        consumerSecret = "stand-in-secret-that-guards-nothing"
        shortcode = "174379"
        passkey = "bfb279f9aa9bdbcf158e97dd71a467cd2e0c893059b10f78e6b72ada1ed2c919"
        initiator = "standinapi"
        initiatorPassword = "Stand-In-999!"
        businessName = "EIDERWICK COMMONS"
    }

    /// What a payer enters on the phone page; any other PIN is a wrong one.
    public static let pin = "1234"
}

/// The key that the stand-in reads `SecurityCredential` with. Making one takes longer than most tests, so it is made once a process.
enum DarajaKey {
    private static let made = Result { try RSAPrivateKey() }

    static func shared() throws -> RSAPrivateKey { try made.get() }
}

/// How long things take. Tests make them short; the usual ones are for people who watch.
public struct DarajaTiming: Sendable {
    /// How long a phone shows a prompt until the outcome is 1037.
    public var prompt = Duration.seconds(60)
    /// From a push to the outcome that the number decides by itself.
    public var outcome = Duration.milliseconds(500)
    /// The same where nobody answers.
    public var noAnswer = Duration.seconds(26)
    /// From a reversal's acknowledgement to its result, and from a query to the callback that waited for it.
    public var result = Duration.milliseconds(500)
    /// How long a token is taken.
    public var token = Duration.seconds(3599)

    /// The usual ones.
    public init() {}

    /// Everything within milliseconds, but for tokens, and for prompts: those wait for a test on a busy machine, too.
    public static var quick: DarajaTiming {
        var timing = DarajaTiming()
        (timing.outcome, timing.noAnswer, timing.result) = (.milliseconds(20), .milliseconds(60), .milliseconds(20))
        timing.prompt = .seconds(600)
        return timing
    }

    /// Changes those that are named (`prompt`, `outcome`, `noAnswer`, `result`, `token`), in milliseconds; false when one is no number.
    mutating func change(_ values: [String: String]) -> Bool {
        for (name, value) in values {
            guard let number = Int(value), number >= 0 else { return false }
            let duration = Duration.milliseconds(number)
            switch name {
            case "prompt": prompt = duration
            case "outcome": outcome = duration
            case "noAnswer": noAnswer = duration
            case "result": result = duration
            case "token": token = duration
            default: return false
            }
        }
        return true
    }
}
