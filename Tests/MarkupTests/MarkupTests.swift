import Core
import Foundation
import Localization
import Markup
import Testing

private let context = RenderingContext(
    language: .english, timeZone: .gmt,
    messages: Messages(catalogues: [Catalogue(.swedish, ["On loan": "Utlånad", "Close": "Stäng", "%1 left": "%1 kvar"])]))

private func html(_ content: some HTML, in language: Language = .english) -> String {
    var context = context
    context.language = language
    return String(decoding: render(content, in: context), as: UTF8.self)
}

private struct Card: HTML {
    let title: String
    let isOut: Bool
    var body: some HTML {
        article(.class("card"), .if(isOut, .class("card-quiet"))) {
            h3 { title }
            if isOut { span { "On loan" } }
        }
    }
}

@Test func `a component renders its elements, its data and its words`() {
    #expect(
        html(Card(title: "Tom & Jerry", isOut: true))
            == "<article class=\"card card-quiet\"><h3>Tom &amp; Jerry</h3><span>On loan</span></article>")
    #expect(html(Card(title: "Ida", isOut: false)) == "<article class=\"card\"><h3>Ida</h3></article>")
}

@Test func `a literal is translated and a string is not`() {
    let title = "On loan"
    #expect(html(p { "On loan" }, in: .swedish) == "<p>Utlånad</p>")
    #expect(html(p { title }, in: .swedish) == "<p>On loan</p>")
    #expect(html(p { "\(3) left" }, in: .swedish) == "<p>3 kvar</p>")
}

@Test func `markup in data and in arguments never becomes markup`() {
    let name = "<script>alert('x')</script>\"&"
    let safe = "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&quot;&amp;"
    #expect(html(p { name }) == "<p>\(safe)</p>")
    #expect(html(p { "Dear \(name)" }) == "<p>Dear \(safe)</p>")
    #expect(html(input(.value(name))) == "<input value=\"\(safe)\">")
    #expect(html(img(.alt("A picture of \(name)"))) == "<img alt=\"A picture of \(safe)\">")
}

@Test(arguments: [
    "javascript:alert(1)", " JavaScript:alert(1)", "java\nscript:alert(1)", "\u{1}javascript:alert(1)", "data:text/html,x", "vbscript:x",
    "blob:x", "jav\tascript:x", "x:y",
])
func `an address that could run code is dropped`(address: String) {
    #expect(html(a(.href(address)) { "On loan" }) == "<a>On loan</a>")
    #expect(html(img(.src(address))) == "<img>")
    #expect(html(Node.element("use", [.custom("xlink:href", address)])) == "<use></use>")
}

@Test(arguments: ["/library/1", "https://example.org/a:b", "?q=a:b", "#a:b", "mailto:ada@example.org", "books/a:b", "", "//example.org"])
func `an ordinary address is kept`(address: String) {
    #expect(html(a(.href(address))) == "<a href=\"\(address)\"></a>")
}

@Test func `event handlers, inline styles and names that are no names are dropped`() {
    #expect(html(div(.custom("onclick", "x"), .custom("STYLE", "x"), .custom("a b", "x"), .data("x\"y", "z"))) == "<div></div>")
}

@Test func `labels for screen readers are translated and ARIA tokens are not`() {
    #expect(
        html(button(.aria("label", "Close"), .aria("current", "Close")), in: .swedish)
            == "<button aria-label=\"Stäng\" aria-current=\"Close\"></button>")
    #expect(
        html(div(.aria("controls", "panel-\(3)"), .aria("expanded", false)))
            == "<div aria-controls=\"panel-3\" aria-expanded=\"false\"></div>")
}

@Test func `loops, branches, optionals and groups render in order`() {
    let missing: String? = nil
    let list = ul {
        for number in 1...3 { li(.value(String(number))) { String(number) } }
        if let missing { li { missing } } else { li { "none" } }
        Fragment {
            br()
            Raw("<hr>")
        }
        EmptyHTML()
    }
    #expect(html(list) == "<ul><li value=\"1\">1</li><li value=\"2\">2</li><li value=\"3\">3</li><li>none</li><br><hr></ul>")
    #expect(html(input(.group([.name("a"), .flag("required")]), .flag("disabled", false))) == "<input name=\"a\" required>")
    #expect(html(br(.group([.class("a")]), .class("b"), .group([.group([.class("c")])]), .class(""))) == "<br class=\"a b c\">")
    #expect(div {}.isNothing == false)
    #expect(Fragment { EmptyHTML() }.node.isNothing)
}

@Test func `drawings are elements too`() {
    let drawing = svg(.custom("viewBox", "0 0 24 24")) { SVG.path(.custom("d", "M0 0h4")) }
    #expect(html(drawing) == "<svg viewBox=\"0 0 24 24\"><path d=\"M0 0h4\"></path></svg>")
}
