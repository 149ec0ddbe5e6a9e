import Core
import Crypto
import Foundation
import Web

/// Why a passkey was not accepted. It goes to the log; people read one sentence for all of them.
enum PasskeyFault: String, Error, Equatable {
    case malformed, wrongType, wrongChallenge, wrongOrigin, wrongRelyingParty, notPresent, notVerified, unsupportedKey, wrongSignature
    /// The counter did not go on: somebody may have copied the authenticator.
    case copied
    /// The credential names another person than the one it belongs to.
    case wrongPerson
}

/// Whom a passkey is for: this site, at its address.
struct RelyingParty: Sendable, Equatable {
    /// The host's name.
    let id: String
    /// Scheme, host and port, as browsers write them.
    let origin: String
}

extension RelyingParty {
    /// From the address that the operator gave, or else from the one that was asked.
    init(baseURL: String?, request: Request) {
        let asked = "\(request.isSecure ? "https" : "http")://\(request.headers["Host"] ?? "localhost")"
        let address = baseURL ?? asked
        let parts = URLComponents(string: address)
        id = parts?.host ?? "localhost"
        let isUsualPort = parts?.port == nil || parts?.scheme == "https" && parts?.port == 443 || parts?.scheme == "http" && parts?.port == 80
        origin = "\(parts?.scheme ?? "https")://\(id)" + (isUsualPort ? "" : ":\(parts?.port ?? 443)")
    }
}

/// The checks of Web Authentication (level 2, §7.1 and §7.2) that need neither database nor clock.
struct PasskeyCeremony: Sendable {
    let party: RelyingParty
    /// What the browser was asked to sign.
    let challenge: [UInt8]

    /// What the browser says about the ceremony; the authenticator signs its digest.
    private struct ClientData: Decodable {
        var type: String
        var challenge: String
        var origin: String
        var crossOrigin: Bool?
    }

    /// The credential that a registration made. How its maker vouches for it is not asked for, and not looked at.
    func registration(
        clientData: [UInt8], attestation: [UInt8]
    ) throws(PasskeyFault) -> (credential: AuthenticatorData.NewCredential, signCount: UInt32) {
        try check(clientData, type: "webauthn.create")
        guard attestation.count <= 65_536, let object = try? CBOR(attestation), let bytes = object[.text("authData")]?.byteString else {
            throw .malformed
        }
        let data = try check(AuthenticatorData(bytes))
        guard let credential = data.credential else { throw .malformed }
        _ = try PasskeyKey(stored: credential.key)
        return (credential, data.signCount)
    }

    /// The counter of an assertion that `key` signed.
    func assertion(clientData: [UInt8], data bytes: [UInt8], signature: [UInt8], key: PasskeyKey, lastCount: UInt32) throws(PasskeyFault) -> UInt32 {
        try check(clientData, type: "webauthn.get")
        let data = try check(AuthenticatorData(bytes))
        guard signature.count <= 1024, key.verifies(signature, of: bytes + sha256(clientData)) else { throw .wrongSignature }
        guard data.signCount > lastCount || data.signCount == 0 && lastCount == 0 else { throw .copied }
        return data.signCount
    }

    private func check(_ bytes: [UInt8], type: String) throws(PasskeyFault) {
        guard bytes.count <= 4096, let client = try? JSONDecoder().decode(ClientData.self, from: Data(bytes)) else { throw .malformed }
        guard client.type == type else { throw .wrongType }
        guard let shown = [UInt8](base64URL: client.challenge), constantTimeEquals(shown, challenge) else { throw .wrongChallenge }
        guard client.origin == party.origin, client.crossOrigin != true else { throw .wrongOrigin }
    }

    private func check(_ data: AuthenticatorData) throws(PasskeyFault) -> AuthenticatorData {
        guard data.relyingPartyHash == sha256(Array(party.id.utf8)) else { throw .wrongRelyingParty }
        guard data.isPresent else { throw .notPresent }
        guard data.isVerified else { throw .notVerified }
        return data
    }
}
