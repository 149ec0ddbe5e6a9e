import Documents
import Foundation
import Testing

@Suite struct TranslationTests {
    /// Every text of the target as it stands in the sources, by its catalogue key.
    private func keys() throws -> Set<String> {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { package.deleteLastPathComponent() }
        let folder = package.appendingPathComponent("Sources/Kernel/Documents")
        let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }.filter {
            $0.hasSuffix(".swift")
        }
        var keys: Set<String> = []
        for file in files {
            let source = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            // Refusals and warnings are the only literals that are whole sentences.
            for match in source.matches(of: /"([A-Z][^"\n]*[.])"|warn\(\s*"([^"\n]*)"/) {
                let literal = String(match.1 ?? match.2 ?? "")
                guard literal.contains(" ") else { continue }
                var number = 0
                keys.insert(
                    literal.replacing(/\\\((?:[^()]|\([^()]*\))*\)/) { _ in
                        number += 1
                        return "%\(number)"
                    })
            }
        }
        return keys
    }

    @Test func `every text has its Swedish`() throws {
        let data = try Data(contentsOf: DocumentsResources.bundle.bundleURL.appendingPathComponent("Resources/sv.json"))
        let swedish = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let keys = try keys()
        #expect(keys.count > 25)
        #expect(keys.filter { swedish[$0] == nil }.isEmpty)
    }
}
