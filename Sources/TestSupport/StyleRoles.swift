import Foundation
import Testing

/// The roles of a theme, resolved to colours, as the style sheets have them.
public struct StyleRoles {
    public var values: [String: String] = [:]

    /// Reads the blocks with these selectors, a later one over an earlier one.
    public init(_ sheets: [String], selectors: Set<String>) {
        for sheet in sheets {
            for block in sheet.matches(of: #/(?:^|\n)\s*([^{}\n]+)\{([^}]*)\}/#) {
                guard selectors.contains(block.output.1.trimmingCharacters(in: .whitespaces)) else { continue }
                for line in block.output.2.matches(of: #/--([\w-]+):\s*([^;]+);/#) { values[String(line.output.1)] = String(line.output.2) }
            }
        }
    }

    /// Red, green and blue of a role, each from 0 to 1.
    public func color(_ role: String) throws -> [Double] {
        var value = try #require(values[role], "--\(role)")
        while let name = value.firstMatch(of: #/var\(--([\w-]+)\)/#) { value = try #require(values[String(name.output.1)]) }
        let hex = try #require(Int(value.trimmingCharacters(in: .whitespaces).dropFirst(), radix: 16), "\(role): \(value)")
        return [hex >> 16, hex >> 8 & 255, hex & 255].map { Double($0) / 255 }
    }

    /// The relative luminance of WCAG 2.1.
    public func luminance(_ role: String) throws -> Double {
        let parts = try color(role).map { $0 <= 0.03928 ? $0 / 12.92 : pow(($0 + 0.055) / 1.055, 2.4) }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    /// The contrast ratio of WCAG 2.1.
    public func contrast(_ one: String, _ other: String) throws -> Double {
        let luminances = try [luminance(one), luminance(other)].sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
    }
}
