import Core
import Foundation
import Mail
import Notifications
import Payments
import Platform

/// The mail server, the push service, the M-Pesa and the Clover that a demo talks to instead of the world: nothing that its people do leaves this
/// machine. Read from what `stoa-standins --describe` wrote.
struct DemoStandIns: Decodable, Sendable {
    let address: String
    let mailServer: String
    let daraja: Daraja
    let clover: Clover
    /// All that they say, for modules with services of their own.
    let all: [String: JSONValue]

    private enum CodingKeys: CodingKey {
        case address, mailServer, daraja, clover
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        address = try container.decode(String.self, forKey: .address)
        mailServer = try container.decode(String.self, forKey: .mailServer)
        daraja = try container.decode(Daraja.self, forKey: .daraja)
        clover = try container.decode(Clover.self, forKey: .clover)
        all = try [String: JSONValue](from: decoder)
    }

    /// What Safaricom's portal would have given.
    struct Daraja: Decodable, Sendable {
        let address: String
        let consumerKey: String
        let consumerSecret: String
        let shortcode: String
        let passkey: String
        let initiator: String
        let initiatorPassword: String
        let publicKey: String

        func configuration(of site: Site) -> DarajaConfiguration {
            DarajaConfiguration(
                address: address, consumerKey: consumerKey, sealedConsumerSecret: DarajaConfiguration.seal(consumerSecret, for: site),
                shortcode: shortcode, sealedPasskey: DarajaConfiguration.seal(passkey, for: site),
                reversal: .init(
                    initiator: initiator, sealedPassword: DarajaConfiguration.seal(initiatorPassword, for: site), certificate: publicKey),
                isStandIn: true)
        }
    }

    /// What Clover’s dashboard would have given.
    struct Clover: Decodable, Sendable {
        let address: String
        let merchant: String
        let token: String
        let webhookSecret: String

        func configuration(of site: Site) -> CloverConfiguration {
            CloverConfiguration(
                addresses: .init(platform: address, ecommerce: address), merchant: merchant, sealedToken: CloverConfiguration.seal(token, for: site),
                sealedWebhookSecret: CloverConfiguration.seal(webhookSecret, for: site), isStandIn: true)
        }
    }

    /// Tells the site about them, at every start: the ports change.
    func use(in site: Site, at own: String) async throws {
        let (address, mailServer) = (address, mailServer)
        let mpesa = takesPayments(site) ? daraja.configuration(of: site) : nil
        let clover = takesPayments(site) ? clover.configuration(of: site) : nil
        let others = try site.extensions[.demoStandIns].compactMap { service in
            try all[service.name].map { (use: service.use, description: try JSONEncoder().encode($0)) }
        }
        try await site.configure(by: nil, once: nil) { configuration, _ in
            for other in others { try other.use(other.description, site, &configuration) }
            configuration.baseURL = own
            configuration.mail = MailConfiguration(server: mailServer, from: "library@stoa.example")
            configuration.mpesa = mpesa
            configuration.clover = clover
            configuration.push = PushConfiguration(contact: "mailto:library@stoa.example", hosts: [address.replacing("http://", with: "")])
        }
    }

    /// For the terminal.
    func lines(for site: Site) -> [String] {
        ["Letters that the demo sends: \(address)/mail"] + (takesPayments(site) ? ["Phones that pay by M-Pesa: \(daraja.address)/phone"] : [])
    }

    /// Whether an app of the site has something to pay for.
    private func takesPayments(_ site: Site) -> Bool { !site.extensions[.payables].isEmpty }
}
