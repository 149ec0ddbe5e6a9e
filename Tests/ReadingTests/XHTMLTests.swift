import TestSupport
import Testing

@testable import Reading

/// What browsers forgive and reading programs don't.
@Suite("Sections as EPUB asks for them", .covers("STO-032"))
struct XHTMLTests {
    private func xhtml(_ html: String, resources: Set<String> = ["p1.jpg"]) -> String {
        XHTML(sections: [html, "<p id=\"s1-note\">Note</p>"], resources: resources, files: ["one.xhtml", "two.xhtml"]).body(html)
    }

    @Test func `what has no end or no value is written as XML asks`() {
        #expect(xhtml("<p>One<br>two<wbr></p><hr>") == "<p>One<br/>two<wbr/></p><hr/>")
        #expect(xhtml("<details open><summary>More</summary>Words</details>") == "<details open=\"open\"><summary>More</summary>Words</details>")
        #expect(
            xhtml("<ol reversed=\"\" start=\"3\" type=\"x\"><li value=\"no\">a</li></ol>") == "<ol reversed=\"reversed\" start=\"3\"><li>a</li></ol>")
    }

    @Test func `blocks among words become words, and lists have only items`() {
        #expect(xhtml("<em><p>One</p><p>Two</p></em>") == "<em><span>One</span><br/><span>Two</span><br/></em>")
        #expect(xhtml("<a href=\"https://example.org\"><p>One</p></a>") == "<a href=\"https://example.org\"><p>One</p></a>")
        #expect(xhtml("<ul>words<p>more</p><li>item</li></ul>") == "<ul><li>words<p>more</p></li><li>item</li></ul>")
        #expect(xhtml("<li>alone</li><dd>alone</dd><summary>alone</summary>") == "<div>alone</div><div>alone</div><div>alone</div>")
        #expect(
            xhtml("<dl><dt>Term</dt><dd>Meaning</dd></dl><dl><dd>Meaning</dd></dl>")
                == "<dl><dt>Term</dt><dd>Meaning</dd></dl><div><div>Meaning</div></div>")
        #expect(xhtml("<ruby><rb>漢</rb><rtc><rt>kan</rt></rtc></ruby><ruby>字</ruby>") == "<ruby>漢<rt>kan</rt></ruby><span>字</span>")
    }

    @Test func `links and pictures lead to what the book has`() {
        #expect(
            xhtml("<a href=\"1#s1-note\">a</a><a href=\"1#gone\">b</a><a href=\"7\">c</a>")
                == "<a href=\"two.xhtml#s1-note\">a</a><a href=\"two.xhtml\">b</a><span>c</span>")
        #expect(
            xhtml("<p><img src=\"resources/p1.jpg\" alt=\"A &amp; b\"><img src=\"resources/gone.gif\" alt=\"A dot\"></p>")
                == "<p><img src=\"resources/p1.jpg\" alt=\"A &amp; b\"/>A dot</p>")
        #expect(WebAddress("https://example.org/?a=1&amp;b=&quot;2&quot;|#x#y")?.text == "https://example.org/?a=1&amp;b=%222%22%7C#x%23y")
        #expect(WebAddress("http://färja.example:8080/Färja %zz")?.text == "http://färja.example:8080/F%C3%A4rja%20%25zz")
        for address in ["http://exa%20mple.org/", "http://", "https:///x", "http://a@b.example/", "javascript:alert(1)", "x", "mailto:"] {
            #expect(WebAddress(address) == nil, "\(address)")
        }
    }

    @Test func `characters that XML has no place for are left out`() {
        #expect(XHTML.allowed("a\u{fffe}b\u{ffff}c\u{b}d\te") == "abcd\te")
    }
}
