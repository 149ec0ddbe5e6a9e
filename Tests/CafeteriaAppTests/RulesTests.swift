import Core
import TestSupport
import Testing

@testable import CafeteriaApp

@Suite struct RulesTests {
    @Test(
        .covers("CAF-038", "CAF-039"),
        arguments: [(0, 1, 0), (199_99, 1, 0), (200_00, 1, 2), (299_99, 1, 2), (1_050_00, 1, 10), (200_00, 2, 4), (350_00, 3, 9), (199_99, 3, 0)])
    func `points are earned by whole hundreds from two hundred on`(paid: Int, factor: Int, points: Int) {
        #expect(PointsRule.earned(for: paid, times: factor) == points)
    }

    @Test(
        .covers("CAF-019"),
        arguments: [(250, 500_00, 200), (99, 500_00, 0), (1000, 120_00, 200), (1000, 49_99, 0), (-5, 100_00, 0), (100, 50_00, 100)])
    func `points are used in hundreds, for no more than the total`(balance: Int, total: Int, usable: Int) {
        #expect(PointsRule.mostUsable(of: balance, for: total) == usable)
    }

    @Test(.covers("CAF-033"), arguments: OrderStatus.allCases, OrderStatus.allCases)
    func `an order goes its steps, and only the kitchen's can be taken back`(from: OrderStatus, to: OrderStatus) {
        let allowed: [(OrderStatus, OrderStatus)] = [
            (.pendingPayment, .confirmed), (.pendingPayment, .cancelled), (.confirmed, .preparing), (.confirmed, .ready), (.confirmed, .cancelled),
            (.preparing, .ready), (.preparing, .confirmed), (.preparing, .cancelled), (.ready, .completed), (.ready, .preparing),
            (.ready, .confirmed), (.ready, .cancelled), (.completed, .ready), (.completed, .cancelled),
        ]
        #expect(from.next.contains(to) == allowed.contains { $0 == (from, to) })
    }

    // MARK: Slots

    private let now = Instant(milliseconds: 1_790_000_100_000)
    private let grill = StationID(1)

    @Test(.covers("CAF-021", "CAF-033"))
    func `work goes into the first free slots, and what is promised is the end of the last`() throws {
        let first = Slot(at: now)
        let free: (Slot, StationID) -> Int = { slot, _ in slot == first ? 1 : 4 }
        let plan = try #require(
            SlotPlan.soonest([grill: 6], from: now, until: now + .seconds(3600), preparation: .seconds(60), free: free))
        #expect(plan.shares.map(\.units) == [1, 4, 1])
        #expect(plan.readyAt == Slot(number: first.number + 2).end)
        let slow = try #require(
            SlotPlan.soonest([grill: 1], from: now, until: now + .seconds(3600), preparation: .seconds(1800), free: free))
        #expect(slow.readyAt == now + .seconds(1800), "nothing is ready before the slowest item is")
    }

    @Test(.covers("CAF-021"))
    func `what is wanted later is made in the last slots before it`() throws {
        let pickup = Slot(at: now + .seconds(3600)).start
        let plan = try #require(SlotPlan.ready(at: pickup, [grill: 5], from: now) { _, _ in 4 })
        #expect(plan.shares.map(\.units) == [4, 1])
        #expect(plan.shares.first?.slot.end == pickup)
        #expect(plan.readyAt == pickup)
        #expect(SlotPlan.ready(at: pickup, [grill: 5000], from: now) { _, _ in 4 } == nil, "the kitchen is full")
        #expect(SlotPlan.soonest([grill: 1], from: now, until: now + .seconds(600), preparation: .zero) { _, _ in 0 } == nil)
    }

    @Test(.covers("CAF-008"))
    func `an item is served on its days and in its hours`() {
        let breakfast = Serving(days: 0b0011111, hours: 7 * 60..<10 * 60)
        #expect(breakfast.includes(MenuTime(weekday: 0, minute: 7 * 60)) && breakfast.includes(MenuTime(weekday: 4, minute: 9 * 60 + 59)))
        #expect(!breakfast.includes(MenuTime(weekday: 0, minute: 10 * 60)) && !breakfast.includes(MenuTime(weekday: 5, minute: 8 * 60)))
        #expect(Serving.always.includes(MenuTime(weekday: 6, minute: 1439)))
    }
}
