public import Core
import Crypto
import Database
import Platform
public import Web

/// The browsers on which people have signed in before.
public enum KnownBrowsers {
    /// The cookie by which a browser is known again; it opens nothing, but is not locked out by wrong passwords from elsewhere.
    public static let cookie = "device"

    /// What the site knows the browser of a request by; nil for one that has never signed in.
    public static func digest(of request: Request) -> [UInt8]? { request.cookie(cookie).flatMap(Token.init)?.hash }

    /// Makes all browsers of a person strangers' but one.
    public static func forget(of person: PersonID, but browser: [UInt8]?, in write: Write) throws {
        try write.run("DELETE FROM account_device WHERE person_id = \(person) AND token_hash <> \(browser ?? [])")
    }
}
