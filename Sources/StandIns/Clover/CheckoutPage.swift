import Core
import Localization
import Markup
import Web

/// The page of the checkout. The number of the card is compared and goes no further.
extension CloverStandIn {
    static let checkout = Path("/clover/checkout/{session}", String.self)
    static let checkoutStyle = Path("/clover/checkout.css")

    var checkoutRoutes: [Route] {
        [
            .get(Self.checkout, allow: .everyone, use: showCheckout),
            .post(Self.checkout, allow: .everyone, use: answerCheckout),
            .get(Self.checkoutStyle, allow: .everyone, use: style),
        ]
    }

    private func showCheckout(_ request: Request, _ visitor: Visitor, _ id: String) async throws -> Response {
        guard let session = await service.session(id) else { throw Problem.notFound }
        return await page(session, nil)
    }

    private func page(_ session: CloverSession, _ note: CheckoutNote?) async -> Response {
        CheckoutPage(business: credentials.businessName, session: session, isOpen: await service.isOpen(session), note: note).response
    }

    private func answerCheckout(_ request: Request, _ visitor: Visitor, _ id: String) async throws -> Response {
        guard let session = await service.session(id) else { throw Problem.notFound }
        let form = try request.formFields()
        if form["choice"] == "cancel" { return .seeOther(session.cancel) }
        guard await service.isOpen(session) else { return await page(session, nil) }
        guard let card = CloverCard(number: form["number"] ?? "") else { return await page(session, .number) }
        guard await service.pay(id, with: card) != nil else { return await page(session, nil) }
        return card == .approved ? .seeOther(session.success) : await page(session, .declined)
    }

    private func style(_ request: Request, _ visitor: Visitor) async throws -> Response {
        .bytes(Array(CheckoutStyle.sheet.utf8), type: "text/css; charset=utf-8")
    }
}

/// What the page says about the try before.
enum CheckoutNote {
    case number, declined
}

/// The page itself.
struct CheckoutPage: HTML {
    let business: String
    let session: CloverSession
    let isOpen: Bool
    let note: CheckoutNote?

    var response: Response {
        .html(render(self, in: RenderingContext(language: .english, timeZone: Request.universalTime, messages: Messages(catalogues: []))))
    }

    private var amount: String { "$\(session.amount / 100).\(String(session.amount % 100 + 100).dropFirst())" }

    var body: some HTML {
        Raw("<!doctype html>")
        html(.lang(.english)) {
            head {
                meta(.custom("charset", "utf-8"))
                meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
                meta(.name("color-scheme"), .content("light dark"))
                title { .verbatim("Checkout") }
                link(.custom("rel", "stylesheet"), .href(CloverStandIn.checkoutStyle()))
            }
            Markup.body {
                main {
                    p(.class("mark")) { .verbatim("Stand-in for Clover: no real money") }
                    p(.class("business")) { business }
                    h1 { .verbatim("Pay \(amount)") }
                    p(.class("line")) { session.line }
                    if isOpen { card } else { over }
                }
            }
        }
    }

    private var over: some HTML {
        div(.class("card")) {
            h2 { .verbatim(session.isPaid ? "This is paid" : "This page has expired") }
            p { .verbatim(session.isPaid ? "You don’t have to do anything." : "Go back to the shop and start again.") }
            p { a(.class("step"), .href(session.isPaid ? session.success : session.failure)) { .verbatim("Back to the shop") } }
        }
    }

    private var card: some HTML {
        form(.class("card"), .method("post"), .action(CloverStandIn.checkout(session.id))) {
            if note == .declined { p(.class("wrong"), .role("alert")) { .verbatim("The card was declined. Try another one.") } }
            label(.for("number")) { .verbatim("Card number") }
            input(
                .id("number"), .name("number"), .type("text"), .custom("inputmode", "numeric"), .custom("autocomplete", "off"),
                .value("4242 4242 4242 4242"))
            if note == .number { p(.class("wrong"), .role("alert")) { .verbatim("Enter the number of a card.") } }
            div(.class("pair")) {
                div {
                    label(.for("expiry")) { .verbatim("Expires") }
                    input(.id("expiry"), .type("text"), .custom("autocomplete", "off"), .value("12/30"))
                }
                div {
                    label(.for("code")) { .verbatim("CVV") }
                    input(.id("code"), .type("text"), .custom("autocomplete", "off"), .value("123"))
                }
            }
            button(.class("pay"), .name("choice"), .value("pay")) { .verbatim("Pay \(amount)") }
            button(.class("cancel"), .name("choice"), .value("cancel")) { .verbatim("Cancel") }
            p(.class("quiet")) { .verbatim("4242 4242 4242 4242 pays. 4005 5717 0222 2222 is declined. Close the page to leave without paying.") }
        }
    }
}

/// How the page looks.
enum CheckoutStyle {
    /// The style sheet, for light and dark screens.
    static let sheet = """
        :root { --back: #f2f4f1; --card: #fff; --ink: #17211a; --quiet: #5a665d; --line: #d5dcd6; --green: #1f7a2e; --on: #fff; --red: #b3261e; }
        @media (prefers-color-scheme: dark) {
          :root { --back: #101512; --card: #1b221d; --ink: #ecf2ed; --quiet: #a5b2a8; --line: #36423a; --green: #63cd74; --on: #06210b; --red: #ff9c92; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; font: 17px/1.45 system-ui, sans-serif; background: var(--back); color: var(--ink); }
        main { max-width: 460px; margin: 0 auto; padding: 16px 20px 48px; }
        .mark { margin: 0 0 20px; padding: 4px 12px; border-radius: 99px; background: var(--red); color: var(--card); font-size: 14px; text-align: center; }
        .business { margin: 0; color: var(--quiet); font-weight: 600; letter-spacing: .04em; }
        h1 { margin: 4px 0 0; font-size: 34px; line-height: 1.2; }
        h2 { margin: 0; font-size: 21px; }
        .line { margin: 4px 0 20px; color: var(--quiet); overflow-wrap: anywhere; }
        .card { padding: 20px; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
        label { display: block; margin: 0 0 6px; font-weight: 600; font-size: 15px; }
        input { width: 100%; min-height: 48px; margin: 0 0 14px; padding: 8px 12px; font: inherit; color: inherit; background: none; border: 1px solid var(--quiet); border-radius: 8px; }
        .pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
        button { display: block; width: 100%; min-height: 50px; margin-top: 10px; font: inherit; font-weight: 700; border-radius: 8px; border: 1px solid var(--line); cursor: pointer; }
        .pay { background: var(--green); border-color: var(--green); color: var(--on); }
        .cancel { background: none; color: var(--ink); }
        .step { display: inline-flex; align-items: center; min-height: 44px; color: var(--green); }
        .quiet { margin: 16px 0 0; color: var(--quiet); font-size: 15px; }
        .wrong { margin: 0 0 12px; color: var(--red); font-weight: 600; }
        :focus-visible { outline: 3px solid var(--green); outline-offset: 2px; }
        """
}
