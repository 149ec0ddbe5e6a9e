import Core
import Database
import Platform

/// What a person asked, for their export and their erasure.
struct SupportData: PersonalData {
    let support: Support

    let folder = "help"
    var title: Text { "Support requests" }

    private struct Exported: Encodable {
        struct Words: Encodable {
            let fromStaff: Bool
            let words: String
            let at: Instant
        }

        let subject: String
        let status: String
        let askedAt: Instant
        let words: [Words]
    }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        var requests: [Exported] = []
        for request in try await support.requests(of: person) {
            let words = try await support.thread(request.id).words
            requests.append(
                Exported(
                    subject: request.subject, status: request.status.rawValue, askedAt: request.createdAt,
                    words: words.map { .init(fromStaff: $0.fromStaff, words: $0.words, at: $0.at) }))
        }
        try export.add(requests, as: "support-requests.json", "Your support requests")
    }

    /// What a person asked goes with them: it is written by them and about them.
    func erase(_ person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM help_words WHERE request_id IN (SELECT id FROM help_request WHERE person_id = \(person))")
        try write.run("DELETE FROM help_request WHERE person_id = \(person)")
        try write.run("UPDATE help_words SET changed_by = NULL WHERE changed_by = \(person)")
        try write.run("UPDATE help_request SET changed_by = NULL WHERE changed_by = \(person)")
    }
}
