import Core
import Crypto
import Web

/// Tells a person's devices apart: a random name in a cookie, given to members when they first read.
enum Device {
    static let longestName = 64
    /// Not the cookie by which accounts know a browser again: this name is shown to programs.
    private static let cookie = "reading-device"

    static func name(of request: Request) -> String? {
        request.cookie(cookie).flatMap { (1...longestName).contains($0.utf8.count) ? $0 : nil }
    }

    /// The cookie for a device that has none yet.
    static func fresh() -> Cookie { Cookie(cookie, Token().text, maxAge: .seconds(31_536_000)) }
}
