import Core
import Foundation
import Localization
import Synchronization
import Testing

@testable import Markup

struct KeptHTMLTests {
    /// Counts how often a piece is made.
    private final class Made: Sendable {
        private let times = Mutex(0)
        var count: Int { times.withLock { $0 } }
        func one() { times.withLock { $0 += 1 } }
    }

    private func words(
        _ html: some HTML, in language: Language = .english, zone: TimeZone = .gmt, _ messages: Messages, at now: Instant? = nil
    ) -> String {
        String(decoding: render(html, in: RenderingContext(language: language, timeZone: zone, messages: messages, now: now)), as: UTF8.self)
    }

    @Test func `a kept piece is written once for each language and for other phrases`() {
        let messages = Messages(catalogues: [Catalogue(.swedish, ["Search": "Sök"])])
        let (kept, made) = (KeptHTML(), Made())
        func page() -> Node {
            div {
                kept.piece {
                    made.one()
                    return p { "Search" }
                }
                span { "<after>" as String }
            }
        }
        #expect(words(page(), messages) == "<div><p>Search</p><span>&lt;after&gt;</span></div>")
        #expect(words(page(), messages) == "<div><p>Search</p><span>&lt;after&gt;</span></div>")
        #expect(made.count == 1)
        #expect(words(page(), in: .swedish, messages).hasPrefix("<div><p>Sök</p>"))
        #expect(words(page(), in: .swedish, messages).hasPrefix("<div><p>Sök</p>"))
        #expect(made.count == 2)
        let changed = messages.overriding([.swedish: ["Search": "Leta"]])
        #expect(words(page(), in: .swedish, changed).hasPrefix("<div><p>Leta</p>"))
        #expect(words(page(), in: .swedish, messages).hasPrefix("<div><p>Sök</p>"))
        #expect(made.count == 3)
    }

    @Test func `what depends on the moment is written anew each time, and what stands around it once`() {
        let messages = Messages(catalogues: [])
        let (outer, inner, made) = (KeptHTML(), KeptHTML(), Made())
        let moment = Node.dated { now, _ in b { Node.dated { _, _ in Node(.data(now.map { String($0.milliseconds) } ?? "")) } } }
        func page() -> Node {
            outer.piece {
                made.one()
                return div {
                    p { moment }
                    inner.piece {
                        made.one()
                        return p {
                            "At " as String
                            moment
                        }
                    }
                    "!" as String
                }
            }
        }
        for time in [1, 2, 30] as [Int64] {
            let expected = "<div><p><b>\(time)</b></p><p>At <b>\(time)</b></p>!</div>"
            #expect(words(page(), messages, at: Instant(milliseconds: time)) == expected)
        }
        #expect(made.count == 2)
        #expect(words(inner.piece { Node.nothing }, messages, at: Instant(milliseconds: 4)) == "<p>At <b>4</b></p>")
    }

    @Test func `a piece has another look for other values, and old looks give way`() {
        let messages = Messages(catalogues: [])
        let (looks, made) = (KeptLooks<Int>(), Made())
        func look(_ value: Int) -> String {
            words(
                looks.piece(for: value) {
                    made.one()
                    return p { String(value) }
                }, messages)
        }
        #expect([1, 2, 1, 2].map(look) == ["<p>1</p>", "<p>2</p>", "<p>1</p>", "<p>2</p>"])
        #expect(made.count == 2)
        for value in 3...9 { #expect(look(value) == "<p>\(value)</p>") }
        #expect(look(1) == "<p>1</p>")
        #expect(made.count == 10)
    }

    @Test func `a fixed piece is what it was made of`() {
        let messages = Messages(catalogues: [])
        let drawing = svg(.class("icon")) { SVG.path(.custom("d", "M0 0\"")) }
        #expect(words(Node.fixed(drawing), messages) == words(drawing, messages))
    }
}
