import Foundation
import TestSupport
import Testing
import Web

/// The documents that the project holds for this app, checked against the catalogue that they answer.
struct DocumentTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func document(_ name: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: "Docs/\(name)"), encoding: .utf8)
    }

    /// The ids of one family that the catalogue's Volunteers section names.
    private func named(_ family: String, in text: String) throws -> Set<String> {
        let pattern = try Regex("\(family)-[0-9]{3}")
        return Set(text.matches(of: pattern).map { String(text[$0.range]) })
    }

    @Test(.covers("VOL-080"))
    func `the test script has a case for every requirement on back end, moderation and users, and the load runs`() throws {
        let catalogue = try document("requirements.md")
        let rows = catalogue.split(separator: "\n").filter { $0.hasPrefix("| VOL-") }.joined(separator: "\n")
        let script = try document("volunteers/test-script.md")
        for family in ["BKN", "MOD", "USR"] {
            let wanted = try named(family, in: rows)
            let cases = Set(script.split(separator: "\n").filter { $0.hasPrefix("### ") }.flatMap { (try? named(family, in: String($0))) ?? [] })
            #expect(wanted.count >= 8)
            #expect(wanted.subtracting(cases).isEmpty, "\(wanted.subtracting(cases).sorted())")
        }
        let load = try #require(script.components(separatedBy: "## Simulated load").last)
        for id in ["MOD-010", "BKN-008", "BKN-009", "BKN-010"] { #expect(load.contains(id)) }
    }

    @Test(.covers("VOL-081"))
    func `the requirement notes classify every requirement and name the risks`() throws {
        let notes = try document("volunteers/requirement-notes.md")
        for kind in ["administration", "backend", "database", "front-end", "maintenance", "moderation", "security", "support", "user account"] {
            #expect(notes.lowercased().contains("| \(kind) |"), "\(kind)")
        }
        for risk in ["Several platforms", "Upkeep of the filter", "Dependence on a provider", "Changing categories"] {
            #expect(notes.contains("### \(risk)"), "\(risk)")
        }
        let rows = try document("requirements.md").split(separator: "\n").compactMap {
            $0.firstMatch(of: #/^\| (VOL-[0-9]{3}) /#).map { String($0.1) }
        }
        for row in rows { #expect(notes.contains(row), "\(row)") }
    }
}
