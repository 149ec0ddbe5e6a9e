import Core
import Platform
import TestSupport
import Testing

@Suite struct `Limits with many keys` {
    @Test(.covers("CORE-012"))
    func `nobody gets a fresh limit by filling the memory with other keys`() {
        let clock = ManualClock()
        let limiter = RateLimiter(capacity: 5, per: .seconds(900), clock: clock.clock)
        for _ in 1...5 { #expect(limiter.take("guesser") == nil) }
        for round in 0..<3 {
            for number in 0..<60_000 { _ = limiter.take("other \(round) \(number)") }
            #expect(limiter.isEmpty("guesser"))
            #expect(limiter.take("guesser") != nil)
        }
        clock.advance(by: .seconds(900))
        #expect(limiter.take("guesser") == nil)
    }
}

@Suite struct `Clocks that are set` {
    @Test(arguments: [-3600, 3600, -86_400 * 400, 86_400 * 400])
    func `neither make anybody wait nor let anybody in`(by seconds: Int) {
        let clock = ManualClock()
        let limiter = RateLimiter(capacity: 2, per: .seconds(20), clock: clock.clock)
        #expect(limiter.take("a") == nil)
        clock.set(by: .seconds(seconds))
        #expect(!limiter.isEmpty("a"))
        #expect(limiter.take("a") == nil)
        #expect(limiter.take("a") == 10)
        clock.advance(by: .seconds(10))
        #expect(limiter.take("a") == nil)
    }
}
