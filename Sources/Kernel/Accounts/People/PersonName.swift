import Core

/// The name others see: 1 to 100 characters without control characters (LIB-010).
public struct PersonName: Hashable, Sendable {
    public let text: String

    /// Reads what was typed.
    /// - Throws: ``AccountRefusal/nameInvalid``.
    public init(_ typed: String) throws(AccountRefusal) {
        let name = typed.trimmed
        // The schema counts code points, of which one visible character may have several.
        guard (1...100).contains(name.unicodeScalars.count),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control || $0.properties.isBidiControl })
        else { throw .nameInvalid }
        text = name
    }
}
