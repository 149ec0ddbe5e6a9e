import Converters
import Documents
import Testing

@Suite struct SanitizerTests {
    private func html(_ source: String) throws -> String { try HTMLSanitizer().sanitise(source).html }

    @Test(arguments: [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>", "<svg><script>alert(1)</script></svg>",
        "<svg><style><img src=x onerror=alert(1)></style></svg>", "<math><style><img src=x onerror=alert(1)></style></math>",
        "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
        "<a href=\"javascript:alert(1)\">x</a>", "<a href=\"java\tscript:alert(1)\">x</a>", "<a href=\" &#1;javascript:alert(1)\">x</a>",
        "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>", "<a href=\"vbscript:x\">x</a>",
        "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>", "<object data=\"x.swf\"></object>", "<embed src=x>",
        "<form action=\"https://evil.example\"><input name=p><button>go</button></form>", "<base href=\"https://evil.example/\">",
        "<meta http-equiv=refresh content=\"0;url=https://evil.example\">", "<link rel=stylesheet href=\"https://evil.example/x.css\">",
        "<p style=\"background:url(https://evil.example)\">x</p>", "<style>@import 'https://evil.example'</style>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">", "<title><img src=x onerror=alert(1)></title>",
        "<textarea><img src=x onerror=alert(1)></textarea>", "<xmp><img src=x onerror=alert(1)></xmp>",
        "<svg><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
        "<svg><use href=\"data:image/svg+xml,<svg onload=alert(1)>\"/></svg>",
        "<svg><foreignObject><iframe src=\"javascript:alert(1)\"></iframe></foreignObject></svg>",
        "<svg><image href=\"https://evil.example/x.png\"/></svg>", "<svg><animate attributeName=href values=javascript:alert(1) /></svg>",
        "<video poster=x><source onerror=alert(1)></video>", "<details open ontoggle=alert(1)>x</details>",
        "<template><script>alert(1)</script></template>",
        "<a href=\"https://x.example\" onclick=alert(1)>x</a>", "<p id=\"a\" onmouseover='alert(1)'>x</p>", "<body onload=alert(1)>x",
        "<![CDATA[<script>alert(1)</script>]]>", "<!--><script>alert(1)</script>-->", "<img src=\"data:image/svg+xml;base64,PHN2Zz4=\">",
        "<math href=\"javascript:alert(1)\"><mi>x</mi></math>",
        "<math><annotation-xml encoding=\"text/html\"><script>alert(1)</script></annotation-xml></math>",
        "<p dir=\"rtl\" lang='\"><script>alert(1)</script>'>x</p>", "<td colspan='1\" onload=\"x'>x</td>",
    ])
    func `nothing that can act comes through`(source: String) throws {
        // What comes out must come out again unchanged: then a browser reads it as we wrote it.
        let once = try html(source)
        let twice = try html(once)
        for output in [once, twice] {
            let tags = output.matches(of: /<([a-zA-Z][^\s\/>]*)([^>]*)>/)
            for tag in tags {
                #expect(
                    ![
                        "script", "style", "iframe", "object", "embed", "form", "input", "button", "base", "meta", "link", "video",
                        "template", "img",
                    ].contains(tag.1.lowercased()))
                #expect(tag.2.firstMatch(of: /(?i)\son\w+\s*=/) == nil, "\(output)")
                #expect(tag.2.firstMatch(of: /(?i)(href|src)="(?!https?:|mailto:|#)/) == nil, "\(output)")
                #expect(!tag.2.contains("style="))
            }
        }
    }

    @Test func `text, structure and emphasis come through`() throws {
        let source = """
            <h2>Title</h2><p>Some <b>bold</b> and <em>stressed</em> words,<br>a <a href="https://example.org/?a=1&amp;b=2">link</a>.</p>
            <ul><li>one</li></ul><table><tr><th scope="col">h</th><td colspan="2">d</td></tr></table><ruby>漢<rt>kan</rt></ruby>
            """
        #expect(
            try html(source) == """
                <h2>Title</h2><p>Some <b>bold</b> and <em>stressed</em> words,<br>a \
                <a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer">link</a>.</p>\
                <ul><li>one</li></ul><table><tbody><tr><th scope="col">h</th><td colspan="2">d</td></tr></tbody></table>\
                <ruby>漢<rt>kan</rt></ruby>
                """)
    }

    @Test func `formulas, direction and language come through`() throws {
        let source =
            "<p dir=\"rtl\" lang=\"ar\">سلام</p><math display=\"block\"><semantics><mfrac><mi>a</mi><mn>2</mn></mfrac><annotation>a/2</annotation></semantics></math>"
        #expect(
            try html(source)
                == "<p lang=\"ar\" dir=\"rtl\">سلام</p><math display=\"block\"><semantics><mfrac><mi>a</mi><mn>2</mn></mfrac></semantics></math>"
        )
    }

    @Test func `a style keeps only its meaning`() throws {
        #expect(
            try html("<p style=\"text-align: center; color: red; direction: rtl\">x</p><span style=\"font-style:italic\">y</span>")
                == "<p dir=\"rtl\" class=\"align-center\">x</p><span class=\"italic\">y</span>")
    }

    @Test func `ids are set apart from the page's own, and unique`() throws {
        #expect(
            try html("<p id=\"main\">a</p><p id=\"main\">b</p><p id=\"x y\">c</p>")
                == "<p id=\"s0-main\">a</p><p>b</p><p id=\"s0-x_20y\">c</p>")
    }

    @Test func `the text is the words of the blocks, a line each`() throws {
        let text = try HTMLSanitizer().sanitise(
            "<div> <p>One\n  two <b>three</b> </p><p>four<br>five</p><ul><li>six</li><li>seven</li></ul></div>"
        ).text
        #expect(text == "One two three\nfour\nfive\nsix\nseven")
    }

    @Test func `links and headings without words become plain places`() throws {
        #expect(try html("<h2></h2><p><a href=\"https://x.example\"></a>x</p>").contains("<h2>") == false)
        #expect(try html("<p><a href=\"https://x.example\"></a>x</p>") == "<p>x</p>")
    }

    @Test func `XHTML that closes its elements early is read as it was meant`() throws {
        let source =
            "<?xml version=\"1.0\"?><html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title/><script src=\"x\"/></head><body><a id=\"p\"/><i/><p>All here</p></body></html>"
        #expect(try html(source) == "<p><span id=\"s0-p\"></span>All here</p>")
    }
}
