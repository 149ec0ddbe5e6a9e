import Core
import Crypto
public import Platform

/// How the site takes cards by Clover's Hosted Checkout: what the merchant's dashboard gave the operator.
public struct CloverConfiguration: ConfigurationSection, Equatable {
    public static let name = "clover"
    /// What ties the sealed secrets to their place.
    static let context = "configuration:clover"
    /// Clover’s addresses in production.
    public static let production = Addresses(platform: "https://api.clover.com", ecommerce: "https://scl.clover.com")
    /// Clover’s addresses for trying it out.
    public static let sandbox = Addresses(platform: "https://apisandbox.dev.clover.com", ecommerce: "https://scl-sandbox.dev.clover.com")

    /// Where Clover is asked.
    public struct Addresses: Codable, Sendable, Equatable {
        /// Checkouts and payments.
        public var platform: String
        /// Refunds.
        public var ecommerce: String

        /// Both addresses, without a `/` at the end.
        public init(platform: String, ecommerce: String) {
            self.platform = platform
            self.ecommerce = ecommerce
        }
    }

    /// How money goes back: which of its ways Clover takes depends on the merchant.
    public enum RefundRoute: String, Codable, Sendable {
        /// `POST /v1/refunds` of the Ecommerce API.
        case charges
        /// `POST /v3/merchants/{mId}/payments/{id}/refunds` of the platform.
        case payments
    }

    public var addresses: Addresses
    /// The 13 letters and digits that name the merchant.
    public var merchant: String
    /// The private token of the Ecommerce API, sealed with the site’s key.
    public var sealedToken: String
    /// What webhooks are signed with, sealed; nil until the webhook is set up, and payments are found by asking alone.
    public var sealedWebhookSecret: String?
    /// What the merchant’s account takes: `USD` or `CAD`.
    public var currency: String
    /// The way back that worked last; nil until one has.
    public var refundRoute: RefundRoute?
    /// Whether staff have stopped payments by card for now.
    public var isStopped: Bool
    /// Whether a stand-in on this machine plays Clover, which every page says.
    public var isStandIn: Bool

    /// What Clover’s dashboard gave.
    public init(
        addresses: Addresses = production, merchant: String, sealedToken: String, sealedWebhookSecret: String? = nil, currency: String = "USD",
        isStandIn: Bool = false
    ) {
        self.addresses = addresses
        self.merchant = merchant
        self.sealedToken = sealedToken
        self.sealedWebhookSecret = sealedWebhookSecret
        self.currency = currency
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

    /// Where pages of the checkout may be: Clover’s own, or the stand-in’s.
    var pageSources: [String] { isStandIn ? [Self.origin(of: addresses.platform)] : ["https://*.clover.com"] }

    /// Whether people may be sent to an address: whoever answers in Clover’s place sends nobody anywhere else.
    func isPage(_ address: String) -> Bool {
        if isStandIn { return address.hasPrefix(Self.origin(of: addresses.platform) + "/") }
        guard address.hasPrefix("https://"), address.utf8.count <= 2000, !address.contains(where: { $0.isWhitespace || $0 == "\\" }) else {
            return false
        }
        let host = address.dropFirst(8).prefix { !"/?#".contains($0) }
        return host.hasSuffix(".clover.com") && !host.contains("@")
    }

    private static func origin(of address: String) -> String { address.split(separator: "/").prefix(2).joined(separator: "//") }
}

extension SiteConfiguration {
    /// How the site takes cards by Clover; nil: it doesn’t.
    public var clover: CloverConfiguration? {
        get { self[CloverConfiguration.self] }
        set { self[CloverConfiguration.self] = newValue }
    }
}
