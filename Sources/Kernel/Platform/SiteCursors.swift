import Crypto
import Web

extension CursorSigner {
    /// Signs with HMAC-SHA-256 under the site's key, cut to 16 bytes: cursors outlive a restart, and every node of a site reads
    /// those of the others. The same key gives the same text, so that lists keep their ETag.
    init(_ key: SealingKey) {
        let key = key.derived(for: "web.cursor")
        self.init { message in Array(hmacSHA256(message, key: key).prefix(Self.codeSize)) }
    }
}
