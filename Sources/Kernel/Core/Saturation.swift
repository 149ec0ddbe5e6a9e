/// Arithmetic for numbers that come from outside, from requests, files and the database: at the ends of the range it stays there, where
/// `+`, `-`, `*` and plain conversions would end the process.
extension FixedWidthInteger {
    /// The sum, or the end of the range that it passes.
    public func addingSaturated(_ other: Self) -> Self {
        let (sum, isOver) = addingReportingOverflow(other)
        return isOver ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the end of the range that it passes.
    public func subtractingSaturated(_ other: Self) -> Self {
        let (difference, isOver) = subtractingReportingOverflow(other)
        return isOver ? (other < 0 ? .max : .min) : difference
    }

    /// The product, or the end of the range that it passes.
    public func multipliedSaturated(by other: Self) -> Self {
        let (product, isOver) = multipliedReportingOverflow(by: other)
        return isOver ? ((self < 0) == (other < 0) ? .max : .min) : product
    }

    /// The whole part of a number, or the end of the range that it passes; 0 for what is no number.
    public init(saturating number: Double) {
        self = number.isNaN ? 0 : Self(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min : .max)
    }
}
