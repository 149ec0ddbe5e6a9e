import Core
import Crypto
import Foundation

@testable import Accounts

/// An authenticator of the tests' own, which can also misbehave in each way that a server has to notice.
struct Authenticator {
    /// What it can do wrong, or differently.
    struct Behaviour {
        var origin = "http://localhost:8080"
        var party = "localhost"
        var type: String?
        var challenge: String?
        var crossOrigin = false
        /// UP, UV, and AT where a credential follows.
        var flags: UInt8 = 0x05
        var spoilsSignature = false
        var userHandle: String?
    }

    let key: P256PrivateKey
    let credentialID = randomBytes(32)
    var signCount: UInt32 = 0

    init() throws { key = try P256PrivateKey() }

    /// The answer to a registration, as the page's script writes it.
    func create(challenge: String, _ behaviour: Behaviour = Behaviour()) -> String {
        let client = clientData("webauthn.create", challenge, behaviour)
        let point = key.publicKey.uncompressed
        let cose: [UInt8] = [0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20] + point[1..<33] + [0x22, 0x58, 0x20] + point[33...]
        let data = header(behaviour, flags: behaviour.flags | 0x40) + [UInt8](repeating: 0, count: 16) + [0, 32] + credentialID + cose
        let attestation = [0xA3] + text("fmt") + text("none") + text("attStmt") + [0xA0] + text("authData") + [0x58, UInt8(data.count)] + data
        return json(["id": credentialID.base64URL, "clientDataJSON": client.base64URL, "attestationObject": attestation.base64URL])
    }

    /// The answer to a sign-in.
    mutating func get(challenge: String, _ behaviour: Behaviour = Behaviour()) -> String {
        signCount += 1
        let client = clientData("webauthn.get", challenge, behaviour)
        let data = header(behaviour, flags: behaviour.flags)
        var signature = der(key.sign(data + sha256(client)))
        if behaviour.spoilsSignature { signature[signature.count - 1] ^= 1 }
        return json([
            "id": credentialID.base64URL, "clientDataJSON": client.base64URL, "authenticatorData": data.base64URL, "signature": signature.base64URL,
            "userHandle": behaviour.userHandle ?? "",
        ])
    }

    private func header(_ behaviour: Behaviour, flags: UInt8) -> [UInt8] {
        sha256(Array(behaviour.party.utf8)) + [flags] + (0..<4).reversed().map { UInt8(truncatingIfNeeded: signCount >> (8 * UInt32($0))) }
    }

    private func clientData(_ type: String, _ challenge: String, _ behaviour: Behaviour) -> [UInt8] {
        let crossOrigin = behaviour.crossOrigin ? #","crossOrigin":true"# : ""
        return Array(
            #"{"type":"\#(behaviour.type ?? type)","challenge":"\#(behaviour.challenge ?? challenge)","origin":"\#(behaviour.origin)"\#(crossOrigin)}"#
                .utf8)
    }

    private func text(_ text: String) -> [UInt8] { [0x60 + UInt8(text.utf8.count)] + Array(text.utf8) }

    private func json(_ fields: [String: String]) -> String {
        "{" + fields.map { #""\#($0.key)":"\#($0.value)""# }.joined(separator: ",") + "}"
    }

    /// r and s as two integers of a sequence.
    private func der(_ raw: [UInt8]) -> [UInt8] {
        let numbers = [raw[..<32], raw[32...]].map { number -> [UInt8] in
            var number = Array(number.drop { $0 == 0 })
            if number.isEmpty || number[0] >= 0x80 { number.insert(0, at: 0) }
            return [0x02, UInt8(number.count)] + number
        }
        return [0x30, UInt8(numbers.joined().count)] + numbers.joined()
    }
}
