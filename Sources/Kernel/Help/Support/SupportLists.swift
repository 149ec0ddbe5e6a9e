import Accounts
import Core
import Database
import Platform
import Web

/// What is read about support requests.
extension Support {
    /// A person's own requests, the newest first.
    func requests(of person: PersonID) async throws -> [SupportRequest] {
        try await site.database.read { db in
            try db.all("SELECT \(SupportRequest.columns) FROM help_request r WHERE r.person_id = \(person) ORDER BY r.id DESC LIMIT 100")
        }
    }

    /// One of a person's own requests with everything said.
    func thread(_ id: SupportRequestID, of person: PersonID) async throws -> SupportConversation {
        let thread = try await thread(id)
        guard thread.request.person == person else { throw Problem.notFound }
        return thread
    }

    /// One request with everything said.
    func thread(_ id: SupportRequestID) async throws -> SupportConversation {
        try await site.database.read { db in
            guard let request = try db.first(Self.request(id)) else { throw Problem.notFound }
            let words = try db.all(
                "SELECT from_staff, words, created_at, changed_by FROM help_words WHERE request_id = \(id) ORDER BY id LIMIT 500"
                    as Query<SupportWords>)
            let names = try People.names(of: Set(words.filter(\.fromStaff).compactMap(\.author)), in: db)
            return SupportConversation(request: request, words: words, names: names)
        }
    }

    /// Requests in one state; open ones by when they are due, others the newest first.
    func requests(_ status: SupportRequest.Status) async throws -> [SupportRequest] {
        let order: SQL = status == .open ? "r.due_at, r.id" : "r.id DESC"
        return try await site.database.read { db in
            try db.all("SELECT \(SupportRequest.columns) FROM help_request r WHERE r.status = \(status.rawValue) ORDER BY \(order) LIMIT 200")
        }
    }
}
