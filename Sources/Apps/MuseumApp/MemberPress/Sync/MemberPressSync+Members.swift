import Accounts
import Core
import Database
import Jobs
import Platform

/// Asking about single members: what a webhook named, and whoever waits for their membership.
extension MemberPressSync {
    /// Asks about what a webhook named. It is a reason to ask and nothing else: it isn't signed, may come twice, late or never (CORE-029).
    func ask(_ question: Question) async throws {
        guard let client = client() else { return }
        guard try await claim() else {
            return try await site.write(by: nil, once: nil) { write in
                _ = try write.enqueue(Self.question, question, at: write.now + .seconds(10))
            }
        }
        do {
            var member = question.member
            if let id = question.transaction {
                let found = try await transaction(id, client)
                member = found?.member ?? member
            }
            if let member { try await read([member], client) }
            try await site.write(by: nil, once: nil) { try SyncState.recover(in: $0) }
        } catch let failure as MemberPressFailure {
            try await fail(failure)
            try await site.write(by: nil, once: nil) { try SyncState.ask(in: $0) }
        } catch {
            try await site.write(by: nil, once: nil) { try SyncState.release(in: $0) }
            throw error
        }
    }

    private func transaction(_ id: Int64, _ client: MemberPressClient) async throws -> MemberPressTransaction? {
        do throws(MemberPressFailure) { return try await client.transaction(id) } catch {
            guard error == .notFound else { throw error }
            try await site.write(by: nil, once: nil) { [reconciliation] write in
                try TransactionMirror.lose(id, in: write)
                if let one = try write.first(.mirroredTransaction(id)), one.membership != nil { try reconciliation.settle(one, in: write) }
            }
            return nil
        }
    }

    /// Reads some members and what they have had, and settles what follows.
    private func read(_ ids: [Int64], _ client: MemberPressClient, _ then: (@Sendable (Write) throws -> Void)? = nil) async throws {
        var found: [MemberPressMember] = []
        var lost: [Int64] = []
        var transactions: [MemberPressTransaction] = []
        for id in ids {
            do throws(MemberPressFailure) {
                found.append(try await client.member(id))
                transactions += try await client.transactions(of: id)
            } catch {
                guard error == .notFound else { throw error }
                lost.append(id)
            }
        }
        try await site.write(by: nil, once: nil) { [reconciliation, found, lost, transactions] write in
            try MemberMirror.take(found, run: write.now, in: write)
            try TransactionMirror.take(transactions, run: write.now, in: write)
            for id in lost { try MemberMirror.lose(id, in: write) }
            try then?(write)
            try reconciliation.settle(of: ids, in: write)
        }
    }

    /// Reads now what MemberPress knows of somebody, and ties what is theirs without doubt (MUS-003, MUS-018).
    /// - Throws: ``MemberPressFailure`` where it can't be read; then nothing is changed.
    func read(_ person: PersonID) async throws {
        guard let client = client(isQuick: true) else { return }
        let (record, tied) = try await site.database.read { db in (try db.one(.person(person)), try db.all(.mirroredMembers(of: person)).map(\.id)) }
        let found = record.isVerified ? try await client.members(withEmail: record.email).map(\.id) : []
        try await read(Array(Set(tied + found)).sorted(), client) { write in
            if found.count == 1, let only = found.first { try MemberMirror.link(only, to: person, by: .email, in: write) }
            if found.count > 1 { try MemberPressConflicts.findDoubleEmails(in: write) }
        }
    }

    /// The same for members that somebody has just proved to be.
    func read(_ members: [Int64], of person: PersonID, by proof: LinkProof) async throws {
        guard let client = client(isQuick: true) else { return }
        try await read(members, client) { write in for id in members { try MemberMirror.link(id, to: person, by: proof, in: write) } }
    }
}
