import Core

/// The identity of a station.
typealias StationID = ID<Station>

/// A part of the kitchen where items are made: the grill, the oven, drinks.
struct Station: Sendable, Equatable {
    static let longestName = 40
    static let mostCapacity = 1000
    /// How many a kitchen can have.
    static let most = 20

    let id: StationID
    let name: String
    /// How many units of work it does in one slot.
    let capacity: Int
}

/// A short span of time in which the kitchen does a certain amount of work; ``SlotPlan/length`` each, counted from 1970.
struct Slot: Hashable, Sendable, Comparable {
    static let length = Duration.seconds(300)

    let number: Int64

    init(number: Int64) { self.number = number }

    /// The slot that a moment lies in.
    init(at moment: Instant) { number = moment.milliseconds / Self.length.wholeMilliseconds }

    var start: Instant { Instant(milliseconds: number * Self.length.wholeMilliseconds) }
    var end: Instant { Slot(number: number + 1).start }

    static func < (left: Slot, right: Slot) -> Bool { left.number < right.number }
}

/// How the work of an order is laid into slots, so that what is promised can be kept.
struct SlotPlan: Sendable, Equatable {
    /// Units of work by slot and station.
    struct Share: Sendable, Equatable {
        let slot: Slot
        let station: StationID
        let units: Int
    }

    let shares: [Share]
    /// When everything is ready.
    let readyAt: Instant

    /// Lays work into the first free slots, for somebody who comes as soon as it is ready.
    /// - Parameters:
    ///   - work: units by station.
    ///   - free: what a station can still do in a slot.
    ///   - preparation: how long the slowest item takes.
    /// - Returns: nil when the kitchen is full until `end`.
    static func soonest(
        _ work: [StationID: Int], from now: Instant, until end: Instant, preparation: Duration, free: (Slot, StationID) throws -> Int
    ) rethrows -> SlotPlan? {
        try lay(work, Slot(at: now)...max(Slot(at: now), Slot(at: end)), isBackward: false, free).map { shares in
            let last = shares.map(\.slot.end).max() ?? now
            return SlotPlan(shares: shares, readyAt: max(last, now + preparation))
        }
    }

    /// Lays work into the last free slots before a moment, so that what is made for it is fresh.
    /// - Returns: nil when the kitchen cannot do it between now and then.
    static func ready(
        at moment: Instant, _ work: [StationID: Int], from now: Instant, free: (Slot, StationID) throws -> Int
    ) rethrows -> SlotPlan? {
        guard moment > now else { return nil }
        let last = Slot(at: moment - .milliseconds(1))
        return try lay(work, Slot(at: now)...max(Slot(at: now), last), isBackward: true, free).map { SlotPlan(shares: $0, readyAt: moment) }
    }

    private static func lay(
        _ work: [StationID: Int], _ slots: ClosedRange<Slot>, isBackward: Bool, _ free: (Slot, StationID) throws -> Int
    ) rethrows -> [Share]? {
        var shares: [Share] = []
        for (station, units) in work.sorted(by: { $0.key < $1.key }) where units > 0 {
            var left = units
            var slot = isBackward ? slots.upperBound : slots.lowerBound
            while left > 0 {
                guard slots.contains(slot) else { return nil }
                let part = min(left, max(0, try free(slot, station)))
                if part > 0 { shares.append(Share(slot: slot, station: station, units: part)) }
                left -= part
                slot = Slot(number: slot.number + (isBackward ? -1 : 1))
            }
        }
        return shares
    }
}
