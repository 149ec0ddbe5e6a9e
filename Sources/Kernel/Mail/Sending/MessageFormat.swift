import Core
import Foundation

/// An email as mail servers pass it on: RFC 5322 with MIME (RFC 2045, 2046, 2047).
struct MessageFormat {
    let email: RenderedEmail
    let language: Language
    let messageID: String
    let sender: (name: String, address: String)
    let receiver: String
    let date: Instant

    /// Header and body; every line ends in CR LF.
    var bytes: [UInt8] {
        let boundary = "stoa-\(messageID)"
        var lines = header + ["Content-Type: multipart/alternative; boundary=\"\(boundary)\"", ""]
        for (type, content) in [("plain", email.text), ("html", email.html)] {
            lines += ["--\(boundary)", "Content-Type: text/\(type); charset=utf-8", "Content-Transfer-Encoding: quoted-printable", ""]
            lines += [QuotedPrintable.encode(content)]
        }
        lines += ["--\(boundary)--", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    private var header: [String] {
        let domain = MailAddress.domain(sender.address)
        var lines = [
            "Date: \(Self.date(date))", "From: \(EncodedWords.phrase(sender.name)) <\(EncodedWords.oneLine(sender.address))>",
            "To: <\(EncodedWords.oneLine(receiver))>",
            "Subject: \(EncodedWords.encode(email.subject))", "Message-ID: <\(messageID)@\(domain)>", "MIME-Version: 1.0",
            "Auto-Submitted: auto-generated", "Content-Language: \(language.rawValue)",
        ]
        if let unsubscribe = email.unsubscribe {
            lines += ["List-Unsubscribe: <\(EncodedWords.oneLine(unsubscribe))>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click"]
        }
        return lines
    }

    private static func date(_ moment: Instant) -> String {
        let style = Date.VerbatimFormatStyle(
            format:
                "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) +0000",
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
        return style.format(moment.date)
    }
}

/// Words in a header that ASCII cannot hold (RFC 2047).
enum EncodedWords {
    /// A subject: as it is when it can be, else in pieces of at most 75 characters, cut between characters.
    static func encode(_ words: String) -> String {
        let clean = oneLine(words)
        guard clean.utf8.contains(where: { $0 > 0x7E }) || clean.contains("=?") || clean.utf8.count > 70 else { return clean }
        return pieces(clean).joined(separator: "\r\n ")
    }

    /// A name before an address.
    static func phrase(_ words: String) -> String {
        let clean = oneLine(words)
        guard clean.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), !clean.contains("=?"), clean.utf8.count <= 60 else { return encode(clean) }
        return "\"" + clean.replacing(exactly: "\\", with: "\\\\").replacing(exactly: "\"", with: "\\\"") + "\""
    }

    /// Nothing in it can end the line.
    fileprivate static func oneLine(_ words: String) -> String {
        String(String.UnicodeScalarView(words.unicodeScalars.map { isBreak($0) ? " " : $0 })).trimmingCharacters(in: .whitespaces)
    }

    private static func isBreak(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    private static func pieces(_ words: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for email in words.unicodeScalars {
            // 45 bytes are 60 in base64; with the frame of 12 that is 72.
            if piece.utf8.count + String(email).utf8.count > 45 {
                pieces.append(piece)
                piece = ""
            }
            piece.unicodeScalars.append(email)
        }
        return (pieces + [piece]).map { "=?UTF-8?B?" + Data($0.utf8).base64EncodedString() + "?=" }
    }
}

/// Text in lines of at most 76 ASCII characters (RFC 2045, 6.7).
enum QuotedPrintable {
    static func encode(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(separator: "\r\n")
    }

    private static func line(_ words: String) -> String {
        var lines: [String] = []
        var line = ""
        let bytes = Array(words.utf8)
        for (index, byte) in bytes.enumerated() {
            let isLast = index == bytes.count - 1
            let isPlain = (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=") || (byte == 0x20 && !isLast)
            // A line that begins with a dot or "From " is changed by some servers on the way.
            let isRisky = line.isEmpty && (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F"))
            let piece = isPlain && !isRisky ? String(Unicode.Scalar(byte)) : "=" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            if line.utf8.count + piece.utf8.count > 75 {
                lines.append(line + "=")
                line = ""
            }
            line += piece
        }
        return (lines + [line]).joined(separator: "\r\n")
    }
}
