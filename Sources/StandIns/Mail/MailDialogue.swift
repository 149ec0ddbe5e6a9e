import Foundation

/// What one caller says to the mail server, and what it answers.
final class MailDialogue {
    private let caller: Int32
    private let sink: MailSink
    private var buffer: [UInt8] = []
    private var sender = ""
    private var receivers: [String] = []

    init(_ caller: Int32, sink: MailSink) {
        self.caller = caller
        self.sink = sink
        var patience = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(caller, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(caller) }

    func run() {
        say(sink.faultMode == .busy ? "421 too busy" : "220 stand-in")
        while let line = nextLine() {
            guard answer(line) else { return }
        }
    }

    /// False ends the call.
    private func answer(_ line: String) -> Bool {
        let word = line.prefix { $0 != " " && $0 != ":" }.uppercased()
        switch word {
        case "EHLO": say("250-stand-in\r\n250-8BITMIME\r\n250 SMTPUTF8")
        case "HELO", "NOOP": say("250 fine")
        case "MAIL":
            (sender, receivers) = (address(in: line), [])
            say("250 fine")
        case "RCPT":
            guard sink.faultMode != .unknown else {
                say("550 nobody here by that name")
                return true
            }
            receivers.append(address(in: line))
            say("250 fine")
        case "DATA": return takeEmail()
        case "RSET":
            receivers = []
            say("250 fine")
        case "QUIT":
            say("221 goodbye")
            return false
        default: say("502 what is that?")
        }
        return true
    }

    private func takeEmail() -> Bool {
        guard !receivers.isEmpty else {
            say("503 to whom?")
            return true
        }
        say("354 go on")
        var lines: [String] = []
        var count = 0
        while let line = nextLine() {
            if sink.faultMode == .hangup { return false }
            if line == "." {
                sink.keep(SinkEmail(sender: sender, receivers: receivers, lines: lines))
                say("250 kept")
                return true
            }
            count += line.utf8.count
            guard count <= MailSink.limit else { return false }
            lines.append(line.hasPrefix(".") ? String(line.dropFirst()) : line)
        }
        return false
    }

    private func address(in line: String) -> String {
        guard let start = line.firstIndex(of: "<"), let end = line.lastIndex(of: ">"), start < end else { return "" }
        return String(line[line.index(after: start)..<end])
    }

    private func say(_ words: String) {
        let bytes = Array((words + "\r\n").utf8)
        _ = send(caller, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Up to the next line feed; nil when the caller has gone or says too much at once.
    private func nextLine() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end].filter { $0 != UInt8(ascii: "\r") }
                buffer.removeFirst(end + 1)
                return String(decoding: line, as: UTF8.self)
            }
            var piece = [UInt8](repeating: 0, count: 8_192)
            let count = recv(caller, &piece, piece.count, 0)
            guard count > 0, buffer.count < 1 << 16 else { return nil }
            buffer += piece[..<count]
        }
    }
}
