import Testing

@testable import StoriesApp

@Suite("Texts compared")
struct ComparedTextTests {
    @Test("a sentence that was written anew shows its old words, then its new ones, not a mix of both")
    func sentences() {
        let parts = WordDifference.parts(
            from: "The ferry was late that day. The lamp by the landing had gone out in the night. Nobody knew.",
            to: "The ferry was late that day. A boy with a lamp said it broke down on the way. Nobody knew.")
        #expect(parts.count { if case .removed = $0 { true } else { false } } <= 2, "\(parts)")
        let kept = parts.compactMap { if case .same(let words) = $0 { words } else { nil } }
        #expect(kept.first?.hasPrefix("The ferry was late that day. ") == true && kept.last?.hasSuffix("Nobody knew.") == true)
    }

    @Test("paragraphs far from any change are folded away, and nothing of the texts is lost")
    func folding() {
        let paragraphs = (1...12).map { "Paragraph \($0) of the ferry." }
        var changed = paragraphs
        changed[5] = "Paragraph 6 of the lamp."
        let compared = ComparedText(from: paragraphs.joined(separator: "\n\n"), to: changed.joined(separator: "\n\n"))
        let counts = compared.stretches.compactMap { if case .folded(_, let count) = $0 { count } else { nil } }
        #expect(counts == [4, 5], "\(compared.stretches)")
        let words = compared.stretches.map { stretch in
            switch stretch {
            case .folded(let words, _): words
            case .shown(let parts):
                parts.map { if case .same(let words) = $0 { words } else if case .added(let words) = $0 { words } else { "" } }.joined()
            }
        }
        #expect(words.joined() == changed.joined(separator: "\n\n"))
        #expect(ComparedText(from: "One", to: "One").stretches == [.shown([.same("One")])])
    }
}
