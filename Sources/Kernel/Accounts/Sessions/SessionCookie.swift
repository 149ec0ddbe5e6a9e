public import Crypto
public import Platform
public import Web

/// The cookie that holds a session's token: this host only, never sent by another site's forms, out of reach for scripts.
public enum SessionCookie {
    static let name = "session"

    /// - Parameter keep: whether it outlives the browser.
    public static func make(for token: Token, keep: Bool, _ site: Site) -> Cookie {
        Cookie(name, token.text, maxAge: keep ? SessionLife.kept(site) : nil)
    }

    /// Takes it from the browser.
    public static var removing: Cookie { .removing(name) }
}
