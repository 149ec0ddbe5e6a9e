import Core

/// Who is to become a user of WordPress.
struct NewMemberPressMember: Sendable {
    var email: String
    var username: String
    var firstName: String
    var lastName: String
}

/// What is to be written down as a transaction.
struct NewMemberPressTransaction: Sendable {
    let member: Int64
    let membership: Int64
    /// Ours, and unique: by it the transaction is found again.
    let reference: String
    /// In hundredths.
    let amount: Int
    let startsAt: Instant
    /// Nil for life.
    let expiresAt: Instant?
}

extension MemberPressClient {
    /// Everybody, the oldest first.
    func members() async throws(MemberPressFailure) -> [MemberPressMember] { try await list("members", [], MemberPressMember.init) }

    func member(_ id: Int64) async throws(MemberPressFailure) -> MemberPressMember {
        try MemberPressMember(try await call("GET", "mp/v1/members/\(id)").value)
    }

    /// Who has an address, the oldest first: some have two accounts, with the address written in two ways.
    func members(withEmail email: String) async throws(MemberPressFailure) -> [MemberPressMember] {
        // The search takes parts of names and addresses, too.
        try await list("members", [("search", email.trimmed)], MemberPressMember.init).filter { $0.hasEmail(email) }
    }

    /// Whether somebody's name or address, and their password, are right (MUS-052). The password goes no further than this call.
    func validateLogin(_ login: String, _ password: String) async throws(MemberPressFailure) -> Bool {
        let answer = try await call("POST", "mp/v1/validate-login", ["login": .string(login), "password": .string(password)]).value
        guard answer["success"].flag, answer["data"].isObject else { throw .malformed("no word on a login") }
        return answer["data"]["validated"].flag
    }

    /// The member with that address: the one there is, or a new one. WordPress sends no email about it.
    ///
    /// Asking again after a lost answer finds the member that was made. Two calls at once for one address may still collide, which WordPress
    /// refuses; the second then finds the first one's member.
    func createMember(_ new: NewMemberPressMember) async throws(MemberPressFailure) -> MemberPressMember {
        if let known = try await members(withEmail: new.email).first { return known }
        let fields: [String: JSONValue] = [
            "email": .string(new.email.trimmed), "username": .string(new.username), "first_name": .string(new.firstName),
            "last_name": .string(new.lastName), "send_welcome_email": .bool(false), "send_password_email": .bool(false),
        ]
        do {
            return try MemberPressMember(try await call("POST", "mp/v1/members", fields).value)
        } catch {
            // Some versions crash where the address is taken; what counts is whether the member is there now.
            if error.mayHaveHappened, let made = try? await members(withEmail: new.email).first { return made }
            throw error
        }
    }
}

extension MemberPressClient {
    /// What is offered, also what is not published.
    func memberships() async throws(MemberPressFailure) -> [MemberPressMembership] {
        try await list("memberships", [], MemberPressMembership.init)
    }

    /// What a member has had, the oldest first.
    func transactions(of member: Int64) async throws(MemberPressFailure) -> [MemberPressTransaction] {
        // A server that does not know the filter would answer with everybody's.
        try await list("transactions", [("member", String(member))], MemberPressTransaction.init).filter { $0.member == member }
    }

    func transaction(_ id: Int64) async throws(MemberPressFailure) -> MemberPressTransaction {
        try MemberPressTransaction(try await call("GET", "mp/v1/transactions/\(id)").value)
    }

    /// The transaction with a reference of ours; nil where there is none.
    func transaction(reference: String) async throws(MemberPressFailure) -> MemberPressTransaction? {
        try await list("transactions", [("search", reference)], MemberPressTransaction.init).first { $0.reference == reference }
    }

    /// Writes down that somebody paid: once, however often it is asked with the same reference.
    ///
    /// The reference is looked for first, so one call after the other is safe, also when an answer was lost. Calls at the same time are not:
    /// the caller asks under a key of its own, such as a job's.
    func createTransaction(_ new: NewMemberPressTransaction) async throws(MemberPressFailure) -> MemberPressTransaction {
        if let known = try await transaction(reference: new.reference) { return known }
        let amount = Money(minor: new.amount, currency: "").plain
        // Without an end WordPress would grant it for life.
        let fields: [String: JSONValue] = [
            "member": .integer(new.member), "membership": .integer(new.membership), "trans_num": .string(new.reference),
            "amount": .string(amount), "total": .string(amount), "status": .string("complete"), "gateway": .string("manual"),
            "created_at": .string(Self.text(new.startsAt)), "expires_at": .string(Self.text(new.expiresAt)),
            "send_welcome_email": .bool(false), "send_receipt_email": .bool(false),
        ]
        do {
            return try MemberPressTransaction(try await call("POST", "mp/v1/transactions", fields).value)
        } catch {
            if error.mayHaveHappened, let made = try? await transaction(reference: new.reference) { return made }
            throw error
        }
    }

    /// Marks a transaction as refunded, which ends the access that it gave. One that was refunded before is left as it is.
    func refund(_ id: Int64) async throws(MemberPressFailure) -> MemberPressTransaction {
        let before = try await transaction(id)
        if before.status == .refunded { return before }
        do {
            return try MemberPressTransaction(try await call("POST", "mp/v1/transactions/\(id)/refund").value["data"])
        } catch {
            if error.mayHaveHappened, let now = try? await transaction(id), now.status == .refunded { return now }
            throw error
        }
    }

    /// Says when a transaction ends, which may be earlier or later than before; nil for life.
    func setEnd(_ end: Instant?, of id: Int64) async throws(MemberPressFailure) -> MemberPressTransaction {
        do {
            return try MemberPressTransaction(try await call("POST", "mp/v1/transactions/\(id)", ["expires_at": .string(Self.text(end))]).value)
        } catch {
            if error.mayHaveHappened, let now = try? await transaction(id), Self.text(now.expiresAt) == Self.text(end) { return now }
            throw error
        }
    }

    /// `2026-11-20 09:30:00` in UTC, zeros for life.
    private static func text(_ moment: Instant?) -> String {
        moment.map { String($0.rfc3339.prefix(19)).replacing("T", with: " ") } ?? "0000-00-00 00:00:00"
    }
}

extension MemberPressFailure {
    /// Whether what was asked for may be there in spite of the failure.
    fileprivate var mayHaveHappened: Bool {
        switch self {
        case .unreachable(_, let mayHaveArrived): mayHaveArrived
        case .malformed: true
        case .rejected(let code, _): code == "mp_db_create_error"
        case .refused, .notFound, .hashMismatch: false
        }
    }
}
