import Markup
import Testing

@Suite struct XMLTests {
    private func text(_ xml: XML) -> String { String(decoding: xml.document(), as: UTF8.self) }

    @Test func `elements, attributes and text become a document`() {
        let xml = XML("feed", ["xmlns": "http://www.w3.org/2005/Atom"], [XML("title", text: "Bücher"), XML("link", ["rel": "self", "type": nil])])
        #expect(
            text(xml) == """
                <?xml version="1.0" encoding="utf-8"?>
                <feed xmlns="http://www.w3.org/2005/Atom"><title>Bücher</title><link rel="self"/></feed>

                """)
    }

    @Test func `what would end an element or an attribute is escaped`() {
        let xml = XML("a", ["b": "\"<&>'\n"], text: "</a><!-- & ]]>")
        #expect(text(xml).hasSuffix("<a b=\"&quot;&lt;&amp;&gt;'&#10;\">&lt;/a&gt;&lt;!-- &amp; ]]&gt;</a>\n"))
    }

    @Test func `what XML cannot hold becomes a space`() {
        #expect(text(XML("a", text: "x\u{0}\u{1}\u{1F}\u{FFFF}y\tz")).contains("<a>x    y\tz</a>"))
    }
}
