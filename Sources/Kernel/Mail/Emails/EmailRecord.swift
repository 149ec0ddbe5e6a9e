public import Core
import Crypto
import Database
import Foundation
import Platform

/// Names an email.
public typealias EmailID = ID<EmailRecord>

/// An email in the table: what it says is sealed, since it may carry a link that opens an account.
public struct EmailRecord: Sendable, SQLRow {
    /// How far it is.
    public enum State: String, Sendable, SQLConvertible {
        /// For the mail server.
        case waiting
        /// Taken by the mail server; what it said is forgotten.
        case sent
        /// Given up; staff may ask for another attempt.
        case failed
    }

    /// Which.
    public let id: EmailID
    /// The same however often it is tried, so that receivers recognise a second copy.
    let messageID: String
    /// To whom.
    public let address: String
    /// The receiver's language.
    public let language: Language
    let sealed: [UInt8]?
    /// How far.
    public let state: State
    /// What stood in the way last, as it is stored; see ``failureWords``.
    public let failure: String?
    /// When it was written.
    public let createdAt: Instant
    /// When the mail server took it.
    public let sentAt: Instant?

    /// What stood in the way last, in a sentence where it is something that people can mend.
    public var failureWords: Text? { failure.map { MailFailure(stored: $0).words } }

    static let columns: SQL = "id, message_id, address, language, sealed_content, state, failure, created_at, sent_at"

    /// Reads its columns.
    public init(row: inout RowReader) throws {
        id = try row.next()
        messageID = try row.next()
        address = try row.next()
        language = try row.next()
        sealed = try row.next()
        state = try row.next()
        failure = try row.next()
        createdAt = try row.next()
        sentAt = try row.next()
    }

    /// What it says; nil once it has been sent.
    func email(_ key: SealingKey) throws -> Email? {
        try sealed.map { try JSONDecoder().decode(Email.self, from: Data(key.open($0, context: Self.context(messageID)))) }
    }

    static func context(_ messageID: String) -> String { "mail_letter:\(messageID)" }
}

extension Query where Row == EmailRecord {
    static func email(_ id: EmailID) -> Self { "SELECT \(EmailRecord.columns) FROM mail_letter WHERE id = \(id)" }

    /// The newest first.
    static func emails(_ state: EmailRecord.State, limit: Int) -> Self {
        "SELECT \(EmailRecord.columns) FROM mail_letter WHERE state = \(state) ORDER BY id DESC LIMIT \(limit)"
    }

    /// What has not been sent to an address, the oldest first.
    static func unsent(to address: String) -> Self {
        """
        SELECT \(EmailRecord.columns) FROM mail_letter
        WHERE address = \(address) AND sealed_content IS NOT NULL ORDER BY id LIMIT 1000
        """
    }
}
