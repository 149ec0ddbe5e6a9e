import Core
import Synchronization
import Web

/// Who is counted for what a request takes.
struct Payer: Sendable {
    enum Standing { case guest, member, staff }

    let standing: Standing
    let person: PersonID?
    let network: String

    init(_ request: Request) {
        person = request.identity.personID
        network = request.network
        standing = person == nil ? .guest : request.identity.isStaff ? .staff : .member
    }
}

/// How much of one thing may be in use at a time.
struct Allowance: Sendable {
    /// By everybody together. Guests get half of it at most, and guests and members together three quarters: whoever has to put
    /// things right finds room.
    let total: Int
    /// By one person of the staff.
    let perStaff: Int
    /// By one other person.
    let perMember: Int
    /// By all guests and members of one network.
    let perNetwork: Int

    /// What one request can take at most.
    func most(for payer: Payer) -> Int {
        switch payer.standing {
        case .guest: perNetwork
        case .member: perMember
        case .staff: perStaff
        }
    }

    /// What everybody of that standing, and of those below it, may have together.
    fileprivate func total(of standing: Payer.Standing) -> Int {
        switch standing {
        case .guest: total / 2
        case .member: total - total / 4
        case .staff: total
        }
    }
}

/// Keeps count of an ``Allowance``.
final class Shares: Sendable {
    enum Shortage: Error {
        /// The payer has too much already.
        case own
        /// Others have.
        case others
    }

    private enum Account: Hashable {
        case person(PersonID)
        case network(String)
        case guests, guestsAndMembers, everybody
    }

    let allowance: Allowance
    /// Guards what is taken.
    private let taken = Mutex<[Account: Int]>([:])

    init(_ allowance: Allowance) { self.allowance = allowance }

    func take(_ amount: Int, for payer: Payer) throws(Shortage) {
        let accounts = accounts(of: payer)
        try taken.withLock { (taken) throws(Shortage) in
            for (account, most) in accounts where taken[account, default: 0] + amount > most {
                switch account {
                case .person, .network: throw .own
                case .guests, .guestsAndMembers, .everybody: throw .others
                }
            }
            for (account, _) in accounts { taken[account, default: 0] += amount }
        }
    }

    func give(_ amount: Int, by payer: Payer) {
        let accounts = accounts(of: payer)
        taken.withLock { taken in
            for (account, _) in accounts {
                let left = taken[account, default: 0] - amount
                taken[account] = left > 0 ? left : nil
            }
        }
    }

    /// Whatever the amount is counted in, with what may be there; the payer's own come first.
    private func accounts(of payer: Payer) -> [(Account, most: Int)] {
        var accounts: [(Account, most: Int)] = []
        if let person = payer.person { accounts.append((.person(person), allowance.most(for: payer))) }
        if payer.standing != .staff {
            accounts.append((.network(payer.network), allowance.perNetwork))
            if payer.standing == .guest { accounts.append((.guests, allowance.total(of: .guest))) }
            accounts.append((.guestsAndMembers, allowance.total(of: .member)))
        }
        return accounts + [(.everybody, allowance.total)]
    }
}
