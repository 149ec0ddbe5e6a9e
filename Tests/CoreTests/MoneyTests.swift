import Core
import Testing

@Test(arguments: [
    ("12.50", 1250), ("12,5", 1250), ("1 250", 125_000), ("-3.05", -305), ("-0.5", -50), ("0", 0), ("1,250", 125_000), ("1,250.5", 125_050),
    ("2,000,000.25", 200_000_025),
])
func `an amount is read as people type it`(typed: String, minor: Int) {
    #expect(Money(typed: typed, currency: "SEK")?.minor == minor)
}

@Test(arguments: ["", "abc", "1.234", "1,234,5", "1.250,5", "1.2.3", "12,34,567", "٣", "5.٣", "1e3", "99999999999999999999", "12.-5"])
func `what is no amount is refused`(typed: String) {
    #expect(Money(typed: typed, currency: "SEK") == nil)
}
