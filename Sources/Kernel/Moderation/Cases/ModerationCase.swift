import Core
import Database

/// Names a case.
public typealias CaseID = ID<ModerationCase>

/// What is known about the judging of one subject. The subject's words stay with its app.
public struct ModerationCase: Sendable, SQLRow {
    /// The identity.
    public let id: CaseID
    /// What it is about.
    public let subject: SubjectKey
    /// The app's id.
    public let app: String
    /// Who wrote it; nil once the account is gone.
    public let author: PersonID?
    /// The language it is written in.
    public let language: Language
    /// Of the latest version.
    public let status: CaseStatus
    /// Counts what the author handed in; a decision names the version it is about.
    public let version: Int
    /// Whether an accepted version can be seen by others.
    public let hasPublic: Bool
    /// Whether a moderator took it out of public view.
    public let isRemoved: Bool
    /// Whether a person decided last.
    public let isManual: Bool
    /// Whether people look at the next version before the filter may accept it (VOL-041).
    public let peopleFirst: Bool
    /// What the author was told.
    public let reason: Text?
    /// What the filter found in the latest version.
    public let verdict: FilterVerdict?
    /// Of the latest version's words.
    let digest: [UInt8]
    /// Of the words that a person accepted last.
    let approvedDigest: [UInt8]?
    /// What the filter had found in them.
    let approvedVerdict: FilterVerdict?
    /// What the author wrote to ask for a person's decision.
    public let appeal: String?
    /// Why it waits for people, if it does.
    public let queue: CaseQueue?
    /// Whether reports of some weight came in.
    public let isUrgent: Bool
    /// Since when it waits.
    public let queuedAt: Instant?
    /// Who looks at it.
    public let claimedBy: PersonID?
    /// Until when nobody else decides.
    public let claimedUntil: Instant?
    /// When the latest version came in.
    public let submittedAt: Instant

    /// The columns in the order of `init(row:)`.
    static let columns: SQL = """
        id, kind, subject_id, app, author_id, language, status, version, has_public, is_removed, is_manual, people_first, reason, verdict, \
        fingerprint, approved_fingerprint, approved_verdict, appeal, queue, is_urgent, queued_at, claimed_by, claimed_until, submitted_at
        """

    /// Reads the columns.
    public init(row: inout RowReader) throws {
        id = try row.next()
        subject = SubjectKey(kind: try row.next(), id: try row.next())
        app = try row.next()
        author = try row.next()
        language = try row.next()
        status = try row.next()
        version = try row.next()
        hasPublic = try row.next()
        isRemoved = try row.next()
        isManual = try row.next()
        peopleFirst = try row.next()
        reason = (try row.next(StoredJSON<Text>?.self))?.value
        verdict = (try row.next(StoredJSON<FilterVerdict>?.self))?.value
        digest = try row.next()
        approvedDigest = try row.next()
        approvedVerdict = (try row.next(StoredJSON<FilterVerdict>?.self))?.value
        appeal = try row.next()
        queue = try row.next()
        isUrgent = try row.next()
        queuedAt = try row.next()
        claimedBy = try row.next()
        claimedUntil = try row.next()
        submittedAt = try row.next()
    }
}

extension ModerationCase {
    /// Whether it waits for people, was decided by one, or was stopped. Of what is private, moderators see nothing else.
    var concernsModerators: Bool { queue != nil || isManual || isRemoved || status != .accepted }

    /// Whether somebody else wrote it: nobody decides on their own words.
    static func isByOther(than person: PersonID) -> SQL {
        """
        (author_id IS NULL OR author_id <> \(person))
        """
    }

    /// The same as ``concernsModerators`` in a query.
    static let concernsModerators: SQL = "(queue IS NOT NULL OR is_manual = 1 OR is_removed = 1 OR status <> 'accepted')"
}

/// Why a case waits for people.
public enum CaseQueue: String, Sendable, Codable, CaseIterable, SQLConvertible {
    /// The filter could not tell, or people must look first.
    case new
    /// The author asked.
    case appeal
    /// Others reported what is public.
    case reported
}
