import Core
import Localization
import Markup
import Web

/// What every page of the phones has around it.
struct PhonePage<Content: HTML>: HTML {
    let name: String
    /// Seconds until the page is read again; nil: never.
    let refresh: Int?
    let content: Content

    var body: some HTML {
        Raw("<!doctype html>")
        html(.lang(.english)) {
            head {
                meta(.custom("charset", "utf-8"))
                meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
                meta(.name("color-scheme"), .content("light dark"))
                if let refresh { meta(.custom("http-equiv", "refresh"), .content(String(refresh))) }
                title { .verbatim(name) }
                link(.custom("rel", "stylesheet"), .href(DarajaStandIn.phoneStyle()))
            }
            Markup.body {
                main {
                    p(.class("mark")) { .verbatim("Stand-in for M-PESA: no real money") }
                    content
                }
            }
        }
    }
}

extension PhonePage where Content == PhoneList {
    static func response(_ list: PhoneList) -> Response { PhonePage(name: "Phones", refresh: 2, content: list).response }
}

extension PhonePage where Content == PhoneChoice {
    static func response(_ choice: PhoneChoice) -> Response { PhonePage(name: "Open a phone", refresh: nil, content: choice).response }
}

extension PhonePage where Content == PhoneScreen {
    static func response(_ screen: PhoneScreen) -> Response {
        PhonePage(name: screen.number.local, refresh: screen.refresh, content: screen).response
    }
}

extension PhonePage {
    fileprivate var response: Response {
        .html(render(self, in: RenderingContext(language: .english, timeZone: Request.universalTime, messages: Messages(catalogues: []))))
    }
}

/// The phones that have something to show, and a way to the others.
struct PhoneList: HTML {
    let prompts: [DarajaPrompt]

    var body: some HTML {
        h1 { .verbatim("Phones") }
        h2 { .verbatim("Payment requests") }
        if open.isEmpty { p(.class("quiet")) { .verbatim("No open payment requests. This page updates by itself.") } }
        ul(.class("phones")) {
            for prompt in open { item(prompt.msisdn, "\(Shillings.text(prompt.amount)) · \(prompt.accountReference)") }
        }
        if !others.isEmpty {
            h2 { .verbatim("Other phones") }
            ul(.class("phones")) { for msisdn in others { item(msisdn, "No open payment requests") } }
        }
        p { a(.class("step"), .href(DarajaStandIn.phones() + "?open=1")) { .verbatim("Open another phone") } }
    }

    private var open: [DarajaPrompt] { prompts.filter(\.isOpen) }

    private var others: [String] {
        let waiting = Set(open.map(\.msisdn))
        return Set(prompts.map(\.msisdn)).subtracting(waiting).sorted()
    }

    @HTMLBuilder private func item(_ msisdn: String, _ words: String) -> Node {
        li {
            a(.class("card"), .href(DarajaStandIn.phone(msisdn))) {
                strong { PhoneNumber(typed: msisdn)?.local ?? msisdn }
                span { words }
            }
        }
    }
}

/// Asks for a number; a page of its own, because one that updates by itself would take away what is being typed.
struct PhoneChoice: HTML {
    let isTypedWrong: Bool

    var body: some HTML {
        h1 { .verbatim("Open a phone") }
        form(.class("card"), .method("get"), .action(DarajaStandIn.phones())) {
            label(.for("number")) { .verbatim("Phone number") }
            input(
                .id("number"), .name("number"), .type("tel"), .custom("autocomplete", "off"), .custom("placeholder", "0712 345 678"),
                .flag("required"), .flag("autofocus"))
            if isTypedWrong { p(.class("wrong")) { .verbatim("Enter a Kenyan mobile number, such as 0712 345 678.") } }
            button(.class("pay")) { .verbatim("Open phone") }
        }
        h2 { .verbatim("Test numbers") }
        p(.class("quiet")) { .verbatim("A number that ends in these digits answers by itself.") }
        dl(.class("card")) {
            for script in DarajaScript.allCases {
                dt { .verbatim("… \(script.rawValue)") }
                dd { script.words }
            }
        }
        p { a(.class("step"), .href(DarajaStandIn.phones())) { .verbatim("All phones") } }
    }
}
