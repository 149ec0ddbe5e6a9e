import Core
import Foundation
import Mail
import Notifications
import Platform

/// The mail server and the push service that a demo talks to instead of the world: nothing that its people do leaves this
/// machine. Read from what `stoa-standins --describe` wrote.
struct DemoStandIns: Decodable, Sendable {
    let address: String
    let mailServer: String

    /// Tells the site about them, at every start: the ports change.
    func use(in site: Site, at own: String) async throws {
        let (address, mailServer) = (address, mailServer)
        try await site.configure { configuration in
            configuration.baseURL = own
            configuration.mail = MailConfiguration(server: mailServer, from: "library@stoa.example")
            configuration.push = PushConfiguration(contact: "mailto:library@stoa.example", hosts: [address.replacing("http://", with: "")])
        }
    }

    /// For the terminal.
    var line: String { "Letters that the demo sends: \(address)/mail" }
}
