import Core
import Interface
import Localization
import Markup
import Web

/// A receipt for whoever paid, to read and to print.
struct ReceiptPage: PageAnswer {
    let facts: ReceiptFacts
    /// What was paid for.
    let subject: Text
    /// Where whoever reads it finds that; nil where they may not.
    let back: String?
    /// Whether staff opened it where they work, and go on there.
    let isWork: Bool
    /// Whether it goes to the printer of a counter at once.
    let prints: Bool

    var title: Text { facts.title }
    var shell: ShellStyle {
        let app = facts.receipt.subject.app
        return isWork ? app.map { .work($0) } ?? .site : .siteOr(app)
    }
    var activePath: String? { isWork ? back : nil }
    var scripts: [String] { ["payments/js/receipt.js"] }
    var slots: FrameSlots { FrameSlots(back: back) }

    var body: some HTML {
        div(.class("receipt-page narrow stack"), .if(prints, .group([.class("receipt-roll"), .data("prints")]))) {
            if let back { Breadcrumbs([Crumb(subject, href: back)]) }
            h1(.class("visually-hidden")) { title }
            if let counterpart = facts.counterpart {
                Alert(.info) {
                    p {
                        let link = ReceiptLink(counterpart)
                        a(.href(isWork ? link.workPath : link.path)) {
                            counterpart.series == .creditNote
                                ? "Refunded by credit note \(counterpart.number)" : "Refund for receipt \(counterpart.number)"
                        }
                    }
                }
            }
            ReceiptSheet(facts: facts)
            Actions {
                LinkButton(
                    "PDF", href: PaymentsPaths.receiptPDF(facts.receipt.id), icon: .download, style: isWork ? .secondary : .primary,
                    .aria("label", "Download as PDF"), .prepared)
                Button("Print", style: isWork ? .primary : .secondary, .type("button"), .data("print"), .flag("hidden"))
            }
        }
    }
}

/// The same on paper.
struct ReceiptDocument: HTML {
    let facts: ReceiptFacts
    let language: Language

    private static let style = """
        @page { size: A5; margin: 14mm } body { font: 9.5pt sans-serif; color: #111 } p { margin: 0 }
        .visually-hidden { display: none }
        .receipt-head { display: flex; justify-content: space-between; margin-bottom: 8mm }
        .receipt-seller strong { font-size: 13pt } .receipt-number { text-align: right } .receipt-number strong { font-size: 13pt }
        .receipt-cancelled { margin: 0 0 3mm; padding: 1mm; border: 1.5pt solid #111; font-size: 13pt; font-weight: bold; text-align: center }
        .receipt-title { margin: 0 0 3mm; font-weight: bold }
        table { width: 100%; border-collapse: collapse } th, td { padding: 1.2mm 0; text-align: left; vertical-align: top; font-weight: normal }
        thead th { border-bottom: .4pt solid #888; color: #555; font-size: 8pt } tfoot th, tfoot td { padding: 1mm 0 }
        tfoot tr:first-child > * { border-top: .4pt solid #888; padding-top: 2mm } .numeric { text-align: right; white-space: nowrap }
        .receipt-details { display: block; color: #555; font-size: 8pt }
        .receipt-total > * { border-top: .4pt solid #888; font-size: 12pt; font-weight: bold; padding-top: 2mm }
        dl { margin: 7mm 0 0 } dl > div { display: flex; justify-content: space-between; padding: .8mm 0 } dt { color: #555 } dd { margin: 0; text-align: right }
        .receipt-note { margin-top: 8mm; color: #555; text-align: center }
        """

    var body: some HTML {
        html(.lang(language)) {
            head {
                // Without it the printer reads the page as Latin-1.
                Raw("<meta charset=\"utf-8\">")
                Markup.title { "\(facts.receipt.body.seller.name): \(facts.title)" as Text }
                Raw("<style>\(Self.style)</style>")
            }
            Markup.body { ReceiptSheet(facts: facts) }
        }
    }
}

extension PaymentSubject {
    /// The app that a kind belongs to: what stands before the dot.
    var app: String? { kind.split(separator: ".").first.map(String.init) }
}
