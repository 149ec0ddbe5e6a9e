import Foundation
import TestSupport
import Testing

@testable import Documents

/// What the server lets out of the box.
@Suite struct VerifierTests {
    private let verifier = HTMLVerifier(sections: 2, resources: ["i1.png"])

    @Test(arguments: [
        "", "Words &amp; &lt;more&gt;.", "<p>One<br>two</p><hr>", "<h2 id=\"s0-heading-1\">A</h2>",
        "<p class=\"align-center italic\" lang=\"sv\" dir=\"rtl\">x</p>", "<a href=\"section:1#s1-note\" role=\"doc-noteref\">1</a>",
        "<a href=\"https://stoa.example/?a=1&amp;b=2\" rel=\"noopener noreferrer\">x</a>", "<a href=\"#\">x</a>",
        "<a href=\"MAILTO:a@b.example\">x</a>",
        "<img src=\"resource:i1.png\" alt=\"&quot;A&quot;\" width=\"3\">", "<details open><summary>s</summary>d</details>",
        "<svg viewBox=\"0 0 1 1\"><linearGradient id=\"s0-a\"></linearGradient><path fill=\"url(#s0-a)\" d=\"M 0 0\"></path></svg>",
        "<math display=\"block\"><mi>x</mi></math>", "<p><span class=\"verse\" id=\"v16\" data-verse=\"16\">For God</span></p>",
    ])
    func `what converters write passes`(html: String) {
        #expect(verifier.accepts(html))
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "<p onclick=\"x()\">x</p>", "<img src=\"x\" onerror=\"x()\">", "<p>open", "</p>", "<p></div>", "</div><div>",
        "<a href=\"javascript:x()\">x</a>", "<a href=\"JavaScript:x()\">x</a>", "<a href=\"javas&#99;ript:x()\">x</a>",
        "<a href=\" https://x\">x</a>",
        "<a href=\"java\nscript:x()\">x</a>", "<a href=\"data:text/html,x\">x</a>", "<a href=\"//evil.example\">x</a>", "<a href=\"/admin\">x</a>",
        "<a href=\"section:2\">x</a>", "<a href=\"section:-1\">x</a>", "<a href=\"section:99999999999999999999\">x</a>", "<a href='#'>x</a>",
        "<a href=#>x</a>",
        "<img src=\"https://evil.example/x.png\">", "<img src=\"resource:i2.png\">", "<img src=\"resource:../i1.png\">", "<iframe></iframe>",
        "<style>p{}</style>", "<p style=\"color:red\">x</p>", "<form></form>", "<base href=\"https://evil.example/\">", "<meta>", "<link>",
        "<object></object>",
        "<template><p>x</p></template>", "<!-- x -->", "<![CDATA[x]]>", "<?x?>", "<!doctype html>", "<P>x</P>", "<p >x</p>", "<p/>", "<p\n>x</p>",
        "< p>",
        "a > b", "a & b", "&#60;script&#62;", "<p title=\"<b>\">x</p>", "<p id=\"a b\">x</p>", "<p class=\"page-menu\">x</p>",
        "<p role=\"alert\">x</p>",
        "<a href=\"#\" target=\"_top\">x</a>", "<svg><use href=\"https://evil.example/#a\"></use></svg>", "<svg><a href=\"#\">x</svg>",
        "<svg><rect fill=\"url(https://evil.example)\"></rect></svg>", "<svg><rect mask=\"url(#a), url(//evil.example)\"></rect></svg>",
        "<svg><rect fill=\"u\\72l(x)\"></rect></svg>", "<svg><foreignObject></foreignObject></svg>",
        "<svg><image href=\"https://evil.example\"></image></svg>",
        "<svg><animate></animate></svg>", "<svg onload=\"x()\"></svg>", "<p>\0</p>", "<p", "<p a=\"", "<p a=\"x", "<", "<>", "</>",
    ])
    func `anything else is refused`(html: String) {
        #expect(!verifier.accepts(html))
    }

    @Test func `nesting beyond what a converter writes is refused`() {
        #expect(!verifier.accepts(String(repeating: "<b>", count: 5000) + String(repeating: "</b>", count: 5000)))
    }

    @Test(arguments: [
        "<svg><script>x</script></svg>", "<svg ></svg>", "<svg xmlns=\"http://www.w3.org/1999/xhtml\"></svg>", "<svg onload=\"x\"></svg>",
        "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg><svg x=\"1\"></svg>",
        "<svg x=\"1\"><image xlink:href=\"https://evil.example\"></image></svg>",
        "<svg x=\"1\"><use xlink:href=\"other.svg#a\"></use></svg>",
        "<svg x=\"1\"><image xlink:href=\"data:image/svg+xml;base64,PHN2Zz4=\"></image></svg>",
        "<svg x=\"1\"><rect fill=\"url(//evil.example)\"></rect></svg>",
        "<svg x=\"1\"><rect mask=\"image-set('https://evil.example/m' 1x)\"></rect></svg>", "<!DOCTYPE svg><svg x=\"1\"></svg>", "x",
    ])
    func `a drawing that our cleaner did not write is refused`(drawing: String) {
        #expect(!DrawingVerifier.accepts(Array(drawing.utf8)))
        #expect(DrawingVerifier.accepts(Array("<svg xmlns=\"http://www.w3.org/2000/svg\" x=\"1\"><path d=\"M0 0\"></path></svg>".utf8)))
    }

    /// The first bytes of pictures, as `ImageHeader` reads them.
    private static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            + [width, height].flatMap { number in
                [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
            }
    }

    private static func jpeg(_ side: UInt8, behind: [UInt8] = []) -> [UInt8] {
        [0xFF, 0xD8] + behind + [0xFF, 0xC0, 0, 17, 8, side, 0, side, 0, 3] + [UInt8](repeating: 0, count: 10)
    }

    private static func webP(_ chunk: String, _ size: [UInt8], at place: Int) -> [UInt8] {
        let head = Array("RIFF1234WEBP\(chunk)".utf8)
        let bytes = head + [UInt8](repeating: 0, count: place - head.count) + size
        return bytes + [UInt8](repeating: 0, count: max(0, 40 - bytes.count))
    }

    private static let note: [UInt8] = [0xFF, 0xE1, 0xFF, 0xFF] + [UInt8](repeating: 7, count: 0xFFFD)

    @Test(
        .covers("LIB-092"),
        arguments: [
            (png(5000, 4000), true), (png(20_000, 20_000), false), (png(.max, .max), false), (png(0x8000_0000, 0x8000_0002), false),
            (jpeg(16), true), (jpeg(255), false), (jpeg(16, behind: note + note + note), true), (jpeg(255, behind: note + note + note), false),
            (jpeg(16, behind: [0xFF, 0xFF, 0xFF]), true), ([0xFF, 0xD8] + note, false),
            (webP("VP8 ", [0, 8, 0, 8], at: 26), true), (webP("VP8 ", [0xFF, 0x3F, 0xFF, 0x3F], at: 26), false),
            (webP("VP8L", [0, 0, 0, 0], at: 21), true), (webP("VP8L", [0xFF, 0xFF, 0xFF, 0x0F], at: 21), false),
            (webP("VP8X", [0, 1, 0, 0, 1, 0], at: 24), true), (webP("VP8X", [0xFF, 0xFF, 0, 0xFF, 0xFF, 0], at: 24), false),
            (webP("ANIM", [], at: 16), false),
        ])
    func `a picture has as many pixels as its limit allows, or is not kept`(bytes: [UInt8], isKept: Bool) throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("i1", bytes)
        let type = try #require(PictureFacts(of: file)).mediaType
        #expect(KeptFile.isSound(file, as: type, limits: .picture) == isKept)
    }
}
