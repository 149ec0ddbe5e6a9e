import Documents
import Testing

@Suite("HTML written as Markdown")
struct MarkdownTextTests {
    @Test("emphasis, headings, quotes, lists, links and breaks keep what they mean")
    func signs() {
        func markdown(_ html: String) -> String { MarkdownText(html: html).text }
        #expect(markdown("<p>It was <em>late</em> and <strong>dark</strong>.</p><p>Still.</p>") == "It was *late* and **dark**.\n\nStill.")
        #expect(markdown("<h2>Monday</h2><p>Rain.</p><hr><p>Sun.</p>") == "## Monday\n\nRain.\n\n* * *\n\nSun.")
        #expect(markdown("<blockquote><p>One.</p><p>Two.</p></blockquote><p>Three.</p>") == "> One.\n>\n> Two.\n\nThree.")
        #expect(
            markdown("<ul><li>Salt</li><li>Flour</li></ul><ol><li><p>Mix</p></li><li><p>Wait</p></li></ol>") == "- Salt\n- Flour\n\n1. Mix\n2. Wait")
        #expect(
            markdown("<p>See <a href=\"https://example.org/a?b=1&amp;c=2\">the map</a>, <a href=\"section:2\">later</a>.</p>")
                == "See [the map](https://example.org/a?b=1&c=2), later.")
        #expect(markdown("<p>One<br>two</p>") == "One\\\ntwo")
    }

    @Test("quotes in quotes, whose signs are many times their words, are written as far as they may be and no further")
    func room() {
        let deep = String(repeating: "<blockquote>", count: 200)
        let html = deep + String(repeating: "<p>x</p>", count: 100_000)
        #expect(MarkdownText(html: html, mostBytes: 4_000_000) == nil)
        #expect(MarkdownText(html: deep + "<p>x</p>", mostBytes: 401)?.text == String(repeating: "> ", count: 200) + "x")
        #expect(MarkdownText(html: deep + "<p>x</p>", mostBytes: 399) == nil)
        #expect(MarkdownText(html: "<p>One.</p><p>Two.</p>", mostBytes: 12)?.text == "One.\n\nTwo.")
    }

    @Test("what looks like a sign of Markdown but is none stays a word")
    func escapes() {
        #expect(MarkdownText(html: "<p>5 * 3 = 15, a_b, [x] &lt;y&gt;</p>").text == "5 \\* 3 = 15, a\\_b, \\[x\\] \\<y>")
        #expect(MarkdownText(html: "<p># one</p><p>1984. A year.</p><p>- dash</p>").text == "\\# one\n\n1984\\. A year.\n\n\\- dash")
    }
}
