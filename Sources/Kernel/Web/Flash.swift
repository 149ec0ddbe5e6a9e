import Core

/// What kind of word an answer leaves for the next page; it decides the sign beside it.
public enum FlashTone: String, Sendable {
    /// Something was done.
    case done
    /// Something else is to be known: it waits, or was so already.
    case note
    /// Something was not done.
    case warning
}

/// A word that one answer leaves for the next page: a cookie that lives a minute and is taken away once shown.
enum Flash {
    static let cookie = "flash"
    private static let longest = 600

    /// Puts the answer's word into a cookie, or takes the cookie away when this page has shown it.
    static func carry(_ response: inout Response, for request: Request) {
        if let words = response.flash {
            let text = String(request.render(words).prefix(longest))
            let undo = response.undo.map { "|\($0)" } ?? ""
            response.set(Cookie(cookie, "\(response.flashTone.rawValue)\(undo) \(text)", maxAge: .seconds(60)))
        } else if response.headers["Content-Type"]?.hasPrefix("text/html") == true, request.flash != nil {
            response.set(.removing(cookie))
        }
    }
}

extension Response {
    /// Leaves a word for the next page, on an answer that no handler made.
    public mutating func leave(_ words: Text, for request: Request) {
        flash = words
        Flash.carry(&self, for: request)
    }
}

extension Request {
    /// The word that the answer before this one left for this page, and the address that takes back what it tells of.
    public var flash: (tone: FlashTone, words: String, undo: String?)? {
        guard let parts = cookie(Flash.cookie)?.split(separator: " ", maxSplits: 1), let words = parts.last, parts.count == 2 else { return nil }
        let head = parts[0].split(separator: "|", maxSplits: 1)
        return (head.first.flatMap { FlashTone(rawValue: String($0)) } ?? .note, String(words), head.count == 2 ? String(head[1]) : nil)
    }
}
