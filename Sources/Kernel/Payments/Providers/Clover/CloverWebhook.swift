import Core
import Crypto

/// What Clover tells of a try to pay. Its documentation names the members by label only, so whatever case they come in is read.
struct CloverWebhook {
    private let body: CloverAnswer

    /// Reads it; nil for what is no object.
    init?(_ bytes: [UInt8]) {
        guard let body = CloverAnswer(bytes) else { return nil }
        self.body = body
    }

    /// What Clover wants to see again in its dashboard before it calls an address.
    var verificationCode: String? {
        body["verificationCode"].flatMap { code in
            code.utf8.count <= 64 && code.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } ? code : nil
        }
    }

    /// Whether it tells of a payment. One without a type counts: only the question that follows decides.
    var isPayment: Bool { body["type"].map { $0.uppercased() == "PAYMENT" } ?? true }
    /// The payment that it tells of.
    var payment: String? { body["id"].flatMap { $0.utf8.count <= 64 ? $0 : nil } }
    /// Whose it is.
    var merchant: String? { body["merchantId"] }
    /// What may be the id of the session: in `data` or `checkoutSessionId` as a rule; the first real one that somebody reported had neither.
    var sessions: Set<String> { body.texts }
}

/// `Clover-Signature: t=<unix seconds>,v1=<hex>`: an HMAC over the time, a dot and the bytes of the body.
struct CloverSignature {
    private let time: Int64
    /// Hexadecimal digits.
    private let codes: [String]
    /// How far its time may be from ours. Clover names no limit; this one is customary.
    static let tolerance = Duration.seconds(300)

    /// Reads the header; nil for what is none.
    init?(_ header: String) {
        var time: Int64?
        var codes: [String] = []
        for part in header.split(separator: ",").prefix(10) {
            let pair = part.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
            guard pair.count == 2 else { continue }
            if pair[0] == "t" { time = Int64(pair[1]) }
            if pair[0] == "v1" { codes.append(pair[1].lowercased()) }
        }
        guard let time, time > 0, time < 100_000_000_000, !codes.isEmpty else { return nil }
        (self.time, self.codes) = (time, codes)
    }

    /// Whether the bytes were signed with the secret, not long ago.
    func proves(_ body: [UInt8], secret: String, at now: Instant) -> Bool {
        guard abs((now - Instant(milliseconds: time * 1000)).wholeMilliseconds) <= Self.tolerance.wholeMilliseconds else { return false }
        return isOf(body, secret: secret)
    }

    /// Whether the bytes were signed with the secret, whenever that was.
    func isOf(_ body: [UInt8], secret: String) -> Bool {
        let expected = Array(hmacSHA256(Array("\(time).".utf8) + body, key: Array(secret.utf8)).hex.utf8)
        return codes.reduce(false) { constantTimeEquals(Array($1.utf8), expected) || $0 }
    }
}
