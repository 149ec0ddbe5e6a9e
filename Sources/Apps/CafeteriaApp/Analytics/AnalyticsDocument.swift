import Core
import Interface
import Localization
import Markup
import Statistics

/// The analytics on paper.
struct AnalyticsDocument: HTML {
    let siteName: String
    let report: SalesReport
    let by: String
    let at: Instant
    let language: Language

    private static let style = """
        @page { size: A4; margin: 14mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif } }
        body { font: 9pt sans-serif } h1 { font-size: 15pt; margin: 0 0 2mm } h2 { font-size: 11pt; margin: 6mm 0 1mm; break-after: avoid }
        table { width: 100%; border-collapse: collapse } thead { display: table-header-group } tr { break-inside: avoid }
        th, td { border-bottom: .3pt solid #999; padding: 1mm; text-align: right; vertical-align: bottom; font-weight: normal }
        thead th { color: #555; font-size: 8pt } th:first-child, td:first-child { text-align: left }
        .busy td { text-align: center } .busy-1 { background: #e3ecf7 } .busy-2 { background: #c3d7ee } .busy-3 { background: #96b8e0 }
        .busy-4 { background: #5f92cd; color: #fff } .busy-5 { background: #2f6ab1; color: #fff } .visually-hidden { display: none }
        """

    var body: some HTML {
        html(.lang(language)) {
            head {
                // Without it the printer reads the page as Latin-1.
                Raw("<meta charset=\"utf-8\">")
                Markup.title { "\(siteName): cafeteria analytics" as Text }
                Raw("<style>\(Self.style)</style>")
            }
            Markup.body {
                h1 { "\(siteName): cafeteria analytics" as Text }
                p { "\(report.period.from) to \(report.period.through)" as Text }
                p { "Made for \(by) on \(moment: at)." as Text }
                figures
                h2 { "Over time" }
                steps
                if !report.ways.isEmpty {
                    h2 { "Ways to pay" }
                    ways
                }
                if !report.items.isEmpty {
                    h2 { "Popular items" }
                    items
                }
                if report.total.sold > 0 {
                    h2 { "Busy hours" }
                    BusyHours(report: report)
                }
            }
        }
    }

    private var figures: some HTML {
        let (now, then) = (report.total, report.before)
        return table {
            thead {
                tr {
                    th { "Figures" }
                    th { "This period" }
                    th { "Previous period" }
                }
            }
            tbody {
                row("Orders", "\(now.sold)", "\(then.sold)")
                row("Revenue", money(now.revenue), money(then.revenue))
                if now.refunded > 0 || then.refunded > 0 {
                    row("Gross revenue", money(now.gross), money(then.gross))
                    row("Refunded", money(now.refunded), money(then.refunded))
                }
                row("Average order", money(now.averageOrder), money(then.averageOrder))
                row("Cancelled orders", SalesWords.share(now.cancelledShare), SalesWords.share(then.cancelledShare))
                row("Waiting time", SalesWords.minutes(now.meanWaiting), SalesWords.minutes(then.meanWaiting))
                row("Promised", SalesWords.minutes(now.meanPromised), SalesWords.minutes(then.meanPromised))
                row("Late", SalesWords.share(now.lateShare), SalesWords.share(then.lateShare))
                row("Repeat customers", SalesWords.share(report.customers.share), SalesWords.share(report.customersBefore.share))
            }
        }
    }

    private func row(_ name: Text, _ now: Text, _ then: Text) -> some HTML {
        tr {
            td { name }
            td { now }
            td { then }
        }
    }

    private func money(_ minor: Int?) -> Text { SalesWords.money(minor, report.currency) }

    private var steps: some HTML {
        table {
            thead {
                tr {
                    th { "Period" }
                    for name in ["Orders", "Revenue", "Average order", "Cancelled orders", "Waiting time", "Promised"] as [Text] { th { name } }
                }
            }
            tbody {
                for (step, sums) in report.steps {
                    tr {
                        td { step.name }
                        td { "\(sums.sold)" as Text }
                        td { money(sums.revenue) }
                        td { money(sums.averageOrder) }
                        td { "\(sums.cancelled)" as Text }
                        td { SalesWords.minutes(sums.meanWaiting) }
                        td { SalesWords.minutes(sums.meanPromised) }
                    }
                }
            }
        }
    }

    private var ways: some HTML {
        table {
            thead {
                tr {
                    th { "Payment method" }
                    th { "Orders" }
                    th { "Amount" }
                }
            }
            tbody {
                for way in report.ways {
                    tr {
                        td { way.name }
                        td { "\(way.orders)" as Text }
                        td { money(way.amount) }
                    }
                }
            }
        }
    }

    private var items: some HTML {
        table {
            thead {
                tr {
                    th { "Menu item" }
                    th { "Sold" }
                    th { "Sales" }
                }
            }
            tbody {
                for item in report.items {
                    tr {
                        td { item.name }
                        td { "\(item.quantity)" as Text }
                        td { money(item.revenue) }
                    }
                }
            }
        }
    }
}
