import Core
import Database
import Platform

/// How a case and its subject stood before a decision. It is kept no longer than the decision can be taken back: it holds the author's words.
struct EarlierCase: Codable, Sendable {
    let status: CaseStatus
    let reason: Text?
    let hasPublic: Bool
    let isRemoved: Bool
    let isManual: Bool
    let peopleFirst: Bool
    let approved: [UInt8]?
    let approvedVerdict: FilterVerdict?
    let appeal: String?
    let queue: CaseQueue?
    let isUrgent: Bool
    let queuedAt: Instant?
    /// In the form of its app.
    let subject: String

    init(_ found: ModerationCase, subject: String) {
        status = found.status
        reason = found.reason
        hasPublic = found.hasPublic
        isRemoved = found.isRemoved
        isManual = found.isManual
        peopleFirst = found.peopleFirst
        approved = found.approvedDigest
        approvedVerdict = found.approvedVerdict
        appeal = found.appeal
        queue = found.queue
        isUrgent = found.isUrgent
        queuedAt = found.queuedAt
        self.subject = subject
    }
}

extension Moderation {
    /// Puts the columns of a case back. What was reported since goes on waiting if others see an earlier version of it.
    func restore(_ earlier: EarlierCase, to found: ModerationCase, by moderator: PersonID, in write: Write) throws {
        let isReported = try earlier.hasPublic && write.one(.openReports(of: found.id)) > 0
        let queue: CaseQueue? = earlier.queue ?? (isReported ? .reported : nil)
        let isUrgent = queue != nil && (earlier.isUrgent || found.isUrgent)
        let since = queue == nil ? nil : earlier.queuedAt ?? found.queuedAt ?? write.now
        try write.run(
            """
            UPDATE moderation_case SET status = \(earlier.status), reason = \(try earlier.reason.map { try StoredJSON($0) }),
                has_public = \(earlier.hasPublic), is_removed = \(earlier.isRemoved), is_manual = \(earlier.isManual),
                people_first = \(earlier.peopleFirst), approved_fingerprint = \(earlier.approved),
                approved_verdict = \(try earlier.approvedVerdict.map { try StoredJSON($0) }), appeal = \(earlier.appeal), queue = \(queue), is_urgent = \(isUrgent), queued_at = \(since),
                changed_at = \(write.now), changed_by = \(moderator)
            WHERE id = \(found.id)
            """)
    }

    /// Nothing decided on a case can be taken back any more: its author wrote anew or is gone.
    func forgetEarlier(of id: CaseID, in write: Write) throws {
        try write.run("UPDATE moderation_decision SET earlier = NULL WHERE case_id = \(id) AND earlier IS NOT NULL")
    }
}
