import Core

extension Money {
    /// The amounts above it that people hand over as one note or two, the smallest first: 1, 2 or 5 with zeros.
    var notesAbove: [Money] {
        let scale = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000]
        let unit = decimals == 2 ? 100 : 1
        let notes = [1, 2, 5].flatMap { digit in scale.map { digit * $0 * unit } }
        return notes.filter { $0 > minor }.sorted().map { Money(minor: $0, currency: currency) }
    }
}
