import Core
import Crypto
public import Platform

/// How the site takes payments by M-Pesa: what Safaricom's Daraja portal gave the operator.
public struct DarajaConfiguration: ConfigurationSection, Equatable {
    public static let name = "mpesa"
    /// What ties the sealed secrets to their place.
    static let context = "configuration:mpesa"

    /// Where Daraja is asked: `https://api.safaricom.co.ke`.
    public var address: String
    /// Identifies the app at Daraja.
    public var consumerKey: String
    /// Its secret, sealed with the site's key.
    public var sealedConsumerSecret: String
    /// The number that takes the money: a paybill, or the store number of a till.
    public var shortcode: String
    /// The till, where the money goes to one.
    public var till: String?
    /// The passkey of prompts, sealed.
    public var sealedPasskey: String
    /// Who may reverse payments; nil: refunds are paid out in cash.
    public var reversal: Reversal?
    /// Addresses that callbacks come from. Empty: any; the secret in the address and the question back are the proof.
    public var callbackAddresses: [String]
    /// Whether staff have stopped payments by M-Pesa for now.
    public var isStopped: Bool
    /// Whether a stand-in on this machine plays Safaricom, which every page says.
    public var isStandIn: Bool

    /// Who may reverse payments, and how they prove it.
    public struct Reversal: Codable, Sendable, Equatable {
        /// The user of the organisation portal with the role “Org Reversals Initiator”.
        public var initiator: String
        /// Their password, sealed.
        public var sealedPassword: String
        /// Safaricom's certificate for the environment, in PEM.
        public var certificate: String

        /// A user, their password and the certificate that encrypts it.
        public init(initiator: String, sealedPassword: String, certificate: String) {
            self.initiator = initiator
            self.sealedPassword = sealedPassword
            self.certificate = certificate
        }
    }

    /// What Daraja's portal gave.
    public init(
        address: String = "https://api.safaricom.co.ke", consumerKey: String, sealedConsumerSecret: String, shortcode: String, till: String? = nil,
        sealedPasskey: String, reversal: Reversal? = nil, callbackAddresses: [String] = [], isStandIn: Bool = false
    ) {
        self.address = address
        self.consumerKey = consumerKey
        self.sealedConsumerSecret = sealedConsumerSecret
        self.shortcode = shortcode
        self.till = till
        self.sealedPasskey = sealedPasskey
        self.reversal = reversal
        self.callbackAddresses = callbackAddresses
        isStopped = false
        self.isStandIn = isStandIn
    }

    /// A secret as the configuration keeps it.
    public static func seal(_ secret: String, for site: Site) -> String { site.key.seal(Array(secret.utf8), context: context).base64URL }

    /// A secret that was sealed; nil for one that another site sealed, or that was damaged.
    static func open(_ sealed: String, for site: Site) -> String? {
        guard let bytes = [UInt8](base64URL: sealed), let secret = try? site.key.open(bytes, context: context) else { return nil }
        return String(decoding: secret, as: UTF8.self)
    }
}

extension SiteConfiguration {
    /// How the site takes payments by M-Pesa; nil: it doesn't.
    public var mpesa: DarajaConfiguration? {
        get { self[DarajaConfiguration.self] }
        set { self[DarajaConfiguration.self] = newValue }
    }
}
