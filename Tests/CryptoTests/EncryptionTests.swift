import Crypto
import TestSupport
import Testing

@Suite struct Encryption {
    // Made by `openssl req -x509`, and its key by `openssl x509 -pubkey`.
    private static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIDFTCCAf2gAwIBAgIUY4NkQ1iaVHcxBzJk1dx6/oWRogUwDQYJKoZIhvcNAQEL
        BQAwGTEXMBUGA1UEAwwOYXBpZ2VlLmV4YW1wbGUwIBcNMjYxMTI2MTkyMzUzWhgP
        MjEyNjExMDIxOTIzNTNaMBkxFzAVBgNVBAMMDmFwaWdlZS5leGFtcGxlMIIBIjAN
        BgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1zkj9sYLKMFAhkVROtGMGOMvEOG2
        gdHyBcXzh9uaEpFrKfj0rYRFVFqQTBhwJNRC6w0dWjxI9pXfuwB0an5dWjMNcRzN
        DWmCmV0jo03CazzEWWJboGzK+W5RnRZ2s3HLvONhmbXDzR96sW1wDQEqEEDhd5ai
        ivjEMZ9R2+/IWbHD6ZUnhMO8heq0RiLIYqN/F4tEl9FIpAI1cShyLTNBdF+JqmYc
        zuiteyUn7aUFzNxIll6VEiNdV9n269r99ZynlPoFeRPHI6wT2Isgv/3cMFv7Q8hr
        AYgwjX0ue5Ppl9Dpl/jc/wTFKmdS13pyYw7QtUuxbiPVoDZUefWum6dZDwIDAQAB
        o1MwUTAdBgNVHQ4EFgQUjcEzCnV7OtzGWkf1vEpEFgaTFcYwHwYDVR0jBBgwFoAU
        jcEzCnV7OtzGWkf1vEpEFgaTFcYwDwYDVR0TAQH/BAUwAwEB/zANBgkqhkiG9w0B
        AQsFAAOCAQEAbKBFEeglNlsVd0hLos6bzvuXIfVC/h0WPPvJ+l7Toq5DbA/M085P
        lhgONNTLyNIWn4Mgo4wUGxha7+ZTay+VV3nDqzHj9AqHMcZVLFNkn8F4upKVnndF
        eoR5n1Y3suvCO3Wq9pJ6Vn+g9Z+GqiPA3ReqQcymCGmbM8IZrJX3Lkh6aMvIpL/U
        97sVDE2Oi0GkRslKUYwiJampqvWldi8G62lf3wS34mEwXKuqXWjb9mpsvf7gJbST
        wRsrKOMx//91Q2JYkj+PmPqSeusA8DuAOrDmVCfCF5W2DVm8TO1x4Abzv2Y6RAGX
        onvRYVVG5IuLHOnaMPmbK8+tuZ8Zs6mjdw==
        -----END CERTIFICATE-----
        """
    private static let publicKey = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA1zkj9sYLKMFAhkVROtGM
        GOMvEOG2gdHyBcXzh9uaEpFrKfj0rYRFVFqQTBhwJNRC6w0dWjxI9pXfuwB0an5d
        WjMNcRzNDWmCmV0jo03CazzEWWJboGzK+W5RnRZ2s3HLvONhmbXDzR96sW1wDQEq
        EEDhd5aiivjEMZ9R2+/IWbHD6ZUnhMO8heq0RiLIYqN/F4tEl9FIpAI1cShyLTNB
        dF+JqmYczuiteyUn7aUFzNxIll6VEiNdV9n269r99ZynlPoFeRPHI6wT2Isgv/3c
        MFv7Q8hrAYgwjX0ue5Ppl9Dpl/jc/wTFKmdS13pyYw7QtUuxbiPVoDZUefWum6dZ
        DwIDAQAB
        -----END PUBLIC KEY-----

        """
    private static let otherKind = """
        -----BEGIN CERTIFICATE-----
        MIIBgTCCASegAwIBAgIUPOuP70bNootdpyBY4/biQHgvZ4MwCgYIKoZIzj0EAwIw
        FTETMBEGA1UEAwwKZWMuZXhhbXBsZTAgFw0yNjExMjYxOTIzNTNaGA8yMTI2MTEw
        MjE5MjM1M1owFTETMBEGA1UEAwwKZWMuZXhhbXBsZTBZMBMGByqGSM49AgEGCCqG
        SM49AwEHA0IABAqgm/G9ovZfofz2O4lenBS98wEK4mG10AAJn9RkMi+w26IvGNKF
        C0b5aJ6kRavpH/i8MMHRjhlGeLhkXrojYcGjUzBRMB0GA1UdDgQWBBTCyvfxKo5O
        UlKaFJZvbZevN9iz7TAfBgNVHSMEGDAWgBTCyvfxKo5OUlKaFJZvbZevN9iz7TAP
        BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCICc2RfW0RhdMDft27UT7
        ZZt483Q7tTBPIrihYaRuroEgAiEAgrehGgBIU6F4Ukqkx0wLCY3uFZrH8nO1vCxc
        5g4omTg=
        -----END CERTIFICATE-----
        """

    @Test func `what is encrypted for a key is read by it alone`() throws {
        let (key, stranger) = (try RSAPrivateKey(), try RSAPrivateKey())
        let secret = Array("Safaricom999!*!".utf8)
        let encrypted = try key.publicKey.encrypt(secret)
        #expect(encrypted.count == 256 && encrypted != secret)
        #expect(try key.publicKey.encrypt(secret) != encrypted)
        #expect(key.decrypt(encrypted) == secret)
        #expect(stranger.decrypt(encrypted) != secret)
        #expect(key.decrypt([1, 2, 3]) != [1, 2, 3])
        #expect(key.decrypt(try key.publicKey.encrypt([])) == [])
    }

    @Test func `the key of a certificate is read, and written as OpenSSL writes it`() throws {
        let key = try RSAPublicKey(pem: Self.certificate)
        #expect(key.pem == Self.publicKey)
        #expect(try RSAPublicKey(pem: Self.publicKey) == key)
    }

    @Test func `what is no RSA key, or does not fit into a message, is refused`() throws {
        #expect(throws: KeyError.malformed) { try RSAPublicKey(pem: Self.otherKind) }
        #expect(throws: KeyError.malformed) { try RSAPublicKey(pem: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----") }
        #expect(throws: KeyError.malformed) { try RSAPublicKey(pem: "") }
        let key = try RSAPublicKey(pem: Self.certificate)
        #expect(throws: KeyError.wrongSize) { try key.encrypt([UInt8](repeating: 1, count: 246)) }
        #expect(try key.encrypt([UInt8](repeating: 1, count: 245)).count == 256)
    }
}
