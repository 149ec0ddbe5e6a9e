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
        try await site.configure { configuration in
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
