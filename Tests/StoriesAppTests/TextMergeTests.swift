import TestSupport
import Testing

@testable import StoriesApp

@Suite("Texts that two devices changed")
struct TextMergeTests {
    @Test("a change is the least that makes one text of another, and can be taken back")
    func splice() {
        let pairs = [
            ("", ""), ("", "Once"), ("Once", ""), ("Once upon a time", "Once upon one time"), ("aaa", "aaaa"), ("å", "ä"), ("👩‍🚀 flew", "👩‍🚒 flew"),
            ("naïve\u{301}", "naïve"), ("one\ntwo", "one\n\ntwo"), ("👍👍", "👍"), ("e\u{301}", "e\u{300}"), ("שלום עולם", "שלום, עולם"),
        ]
        for (old, new) in pairs {
            let splice = TextSplice(from: old, to: new)
            #expect(splice.applied(to: old).map { Array($0.utf8) } == Array(new.utf8))
            #expect(splice.inverse.applied(to: new).map { Array($0.utf8) } == Array(old.utf8))
        }
        #expect(TextSplice(from: "one word here", to: "one long word here") == TextSplice(start: 4, removed: "", inserted: "long "))
        #expect(TextSplice(start: 4, removed: "tree", inserted: "bush").applied(to: "the wood") == nil)
        #expect(TextSplice(start: 99, removed: "", inserted: "x").applied(to: "short") == nil)
        #expect(TextSplice(start: 1, removed: "", inserted: "x").applied(to: "👍") == nil, "never inside a code point")
    }

    @Test("changes of different paragraphs are merged without a word")
    func merge() {
        let base = "One.\n\nTwo.\n\nThree."
        let merge = TextMerge(base: base, first: "One, changed.\n\nTwo.\n\nThree.", second: "One.\n\nTwo.\n\nThree.\n\nFour.")
        #expect(merge.text == "One, changed.\n\nTwo.\n\nThree.\n\nFour.")
        #expect(merge.conflicts.isEmpty)
    }

    @Test("where both changed the same paragraph both wordings stay, and are named")
    func conflict() {
        let merge = TextMerge(
            base: "One.\n\nTwo.\n\nThree.", first: "One.\n\nTwo on the phone.\n\nThree.", second: "One.\n\nTwo on the laptop.\n\nThree.")
        #expect(merge.text == "One.\n\nTwo on the phone.\n\nTwo on the laptop.\n\nThree.")
        #expect(merge.conflicts == [.init(base: "Two.", first: "Two on the phone.", second: "Two on the laptop.")])
    }

    @Test("what one side added beside a paragraph that the other changed is no second wording of it")
    func addedBeside() {
        let before = TextMerge(base: "One.\n\nTwo.", first: "One.\n\nNew.\n\nTwo.", second: "One.\n\nTwo, better.")
        #expect(before.text == "One.\n\nNew.\n\nTwo, better." && before.conflicts.isEmpty)
        let after = TextMerge(base: "One.\n\nTwo.", first: "One.\n\nTwo, better.", second: "One.\n\nTwo.\n\nNew.")
        #expect(after.text == "One.\n\nTwo, better.\n\nNew." && after.conflicts.isEmpty)
        let both = TextMerge(base: "One.", first: "One.\n\nHers.", second: "One.\n\nHis.")
        #expect(both.conflicts == [.init(base: "", first: "\nHers.", second: "\nHis.")], "where both added something there are two wordings")
    }

    @Test("what a paragraph became is known by its place")
    func successor() {
        let merge = TextMerge(base: "One.\n\nTwo.\n\nThree.", first: "", second: "Zero.\n\nOne.\n\nTwo, then more.\n\nThree.")
        #expect(merge.successor(of: "Two.") == "Two, then more.")
        #expect(merge.successor(of: "One.") == "One.")
        #expect(merge.successor(of: "Four.") == nil && merge.successor(of: "") == nil)
        #expect(TextMerge(base: "One.\n\nTwo.", first: "", second: "One.").successor(of: "Two.") == "")
    }

    @Test("what one side deleted and the other changed stays")
    func deletedAndChanged() {
        let merge = TextMerge(base: "One.\n\nTwo.\n\nThree.", first: "One.\n\nThree.", second: "One.\n\nTwo, better.\n\nThree.")
        #expect(merge.text.contains("Two, better."))
        #expect(merge.conflicts.count == 1)
    }

    @Test("any two sets of changes: no line that somebody wrote is gone, and equal changes count once")
    func anyChanges() {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<2000 {
            let base = (0..<Int.random(in: 0...12, using: &random)).map { "base \($0)" }
            func edited(_ name: String) -> [String] {
                var lines = base
                for step in 0..<Int.random(in: 0...4, using: &random) {
                    let at = Int.random(in: 0...lines.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: lines.insert("\(name) \(step)", at: at)
                    case 1: if at < lines.count { lines[at] = "\(name) changed \(step)" }
                    default: if at < lines.count { lines.remove(at: at) }
                    }
                }
                return lines
            }
            let (one, two) = (edited("one"), edited("two"))
            let merge = TextMerge(base: base.joined(separator: "\n"), first: one.joined(separator: "\n"), second: two.joined(separator: "\n"))
            let lines = Set(merge.text.split(separator: "\n").map(String.init))
            for line in one + two where !base.contains(line) { #expect(lines.contains(line), "\(line) of \(base), \(one), \(two)") }
            #expect(
                TextMerge(base: base.joined(separator: "\n"), first: one.joined(separator: "\n"), second: one.joined(separator: "\n")).text
                    == one.joined(separator: "\n"))
            if merge.conflicts.isEmpty {
                // A line that neither touched is there once.
                for line in base where one.contains(line) && two.contains(line) { #expect(lines.contains(line)) }
            }
        }
    }

    @Test("a comparison marks what was changed: a comma doesn’t change the word before it, and words in a row are one change")
    func marksBesideWords() {
        #expect(
            WordDifference.parts(from: "He waited, she didn’t.", to: "He waited. She didn’t!")
                == [
                    .same("He waited"), .removed(", she"), .added(". She"), .same(" didn’t"), .removed("."), .added("!"),
                ])
        #expect(
            WordDifference.parts(from: "in the big old house", to: "in the small new house")
                == [.same("in the "), .removed("big old"), .added("small new"), .same(" house")])
    }

    @Test("a comparison word by word gives both texts back")
    func words() {
        let (old, new) = ("It was a dark and stormy night.\nThe rain fell.", "It was a bright and stormy morning.\nThe rain fell in torrents.")
        let parts = WordDifference.parts(from: old, to: new)
        var (before, after) = ("", "")
        for part in parts {
            switch part {
            case .same(let words):
                before += words
                after += words
            case .removed(let words): before += words
            case .added(let words): after += words
            }
        }
        #expect(before == old)
        #expect(after == new)
        #expect(parts.contains(.removed("dark")) && parts.contains(.added("bright")))
    }

    @Test("two long texts without a line in common are compared at once")
    func long() {
        let one = (0..<20_000).map { "one \($0)" }.joined(separator: "\n")
        let two = (0..<20_000).map { "two \($0)" }.joined(separator: "\n")
        let merge = TextMerge(base: "", first: one, second: two)
        #expect(merge.text.hasPrefix("one 0") && merge.text.hasSuffix("two 19999"))
    }
}
