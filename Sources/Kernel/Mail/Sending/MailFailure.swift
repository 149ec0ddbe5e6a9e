import Core
import Outbound

/// Why the mail server did not take an email, for whoever looks after mail.
struct MailFailure: Error, Equatable {
    let reason: OutboundFailure.Reason?
    /// The name of the mail server that was asked.
    let server: String
    /// Technical words, where no reason is known.
    let cause: String

    init(_ failure: OutboundFailure, server: String) {
        (reason, cause, self.server) = (failure.reason, failure.cause, server)
    }

    /// As ``stored`` has it; other words are technical ones.
    init(stored: String) {
        let parts = stored.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let reason = OutboundFailure.Reason(rawValue: parts[0]) else {
            (reason, server, cause) = (nil, "", stored)
            return
        }
        (self.reason, server, cause) = (reason, parts[1], "")
    }

    /// For the database: the reason and the server, or else the technical words.
    var stored: String { reason.map { "\($0.rawValue) \(server)" } ?? String(cause.prefix(500)) }

    /// What happened, in a sentence; technical words stay as they are.
    var words: Text {
        switch reason {
        case .unknownHost: "No server called \(server) was found."
        case .unreachable: "The server \(server) doesn’t answer."
        case .timedOut: "The server \(server) took too long to answer."
        case .noEncryption: "No encrypted connection to \(server) could be made."
        case .untrusted: "The certificate of \(server) can’t be trusted."
        case .signInRefused: "\(server) didn’t accept the user and password."
        case nil: .verbatim(cause)
        }
    }

    /// What to do about it.
    var remedy: Text {
        switch reason {
        case .unknownHost: "Check how the server’s name is spelled."
        case .unreachable, .timedOut: "Check the name and the port. A firewall can also be in the way."
        case .noEncryption: "Choose the other encryption, and the port that goes with it."
        case .untrusted: "Use the name that the certificate is for, or ask the people who run the server."
        case .signInRefused: "Check the user and the password. Some providers need an app password."
        case nil: "Check the mail server’s address, user and password."
        }
    }
}
