import Core
import Foundation
import Synchronization
import Web

/// What the bodies under way may take together, in memory and on disk.
final class BodyBudget: Sendable {
    enum Store { case memory, disk }

    private let memory: Shares
    private let disk: Shares
    private let reservedSpace: Int64?
    private let folder: URL
    /// Bytes on disk that were set aside and have not been written; guarded, so that two bodies do not count on the same room.
    private let unwritten = Mutex(0)

    init(_ limits: ServerLimits, folder: URL) {
        memory = Shares(limits.memoryAllowance)
        disk = Shares(limits.uploadAllowance)
        reservedSpace = limits.reservedSpace
        self.folder = folder
    }

    private func shares(_ store: Store) -> Shares { store == .memory ? memory : disk }

    /// Sets bytes aside for whoever sends them.
    func take(_ bytes: Int, in store: Store, for payer: Payer) throws(Problem) {
        let shares = shares(store)
        let most = shares.allowance.most(for: payer)
        guard bytes <= most else { throw .bodyTooLarge(most) }
        do throws(Shares.Shortage) { try shares.take(bytes, for: payer) } catch {
            switch error {
            case .own: throw .uploadsUnderWay
            case .others: throw .uploadsBusy
            }
        }
        guard store == .disk else { return }
        let fits = unwritten.withLock { unwritten in
            guard hasRoom(for: bytes, beside: unwritten) else { return false }
            unwritten += bytes
            return true
        }
        guard fits else {
            shares.give(bytes, by: payer)
            throw .storageFull
        }
    }

    /// Gives bytes back.
    func give(_ bytes: Int, unwritten rest: Int, in store: Store, by payer: Payer) {
        shares(store).give(bytes, by: payer)
        if store == .disk { unwritten.withLock { $0 -= rest } }
    }

    /// Notes that bytes on disk which had been set aside are there.
    func wrote(_ bytes: Int) { unwritten.withLock { $0 -= bytes } }

    private func hasRoom(for bytes: Int, beside unwritten: Int) -> Bool {
        guard let room = DiskRoom(at: folder) else { return true }
        let reserve = reservedSpace ?? DiskRoom.usualReserve(of: room.total)
        return room.free - reserve - Int64(unwritten) >= Int64(bytes)
    }
}

/// One body's part of a ``BodyBudget``. It belongs to the server thread of its connection.
final class BodyShare {
    private let budget: BodyBudget
    private let store: BodyBudget.Store
    private let payer: Payer
    private var taken: Int
    private var written = 0

    /// Sets so many bytes aside.
    init(of budget: BodyBudget, _ bytes: Int, _ store: BodyBudget.Store, for request: Request) throws(Problem) {
        self.budget = budget
        self.store = store
        payer = Payer(request)
        taken = bytes
        try budget.take(bytes, in: store, for: payer)
    }

    /// Notes bytes that are on disk now.
    func wrote(_ bytes: Int) {
        guard store == .disk else { return }
        let more = min(bytes, taken - written)
        written += more
        budget.wrote(more)
    }

    func release() {
        budget.give(taken, unwritten: taken - written, in: store, by: payer)
        (taken, written) = (0, 0)
    }
}

extension Problem {
    static let uploadsUnderWay = Problem(
        .tooManyRequests, "request.uploads-under-way", "You’re uploading a lot already.",
        remedy: "Wait until your other uploads have finished, then try again.", retryAfter: 30)
    static let uploadsBusy = Problem(
        .unavailable, "request.uploads-busy", "Too much is being uploaded right now.", remedy: "Try again in a moment.", retryAfter: 60)
}
