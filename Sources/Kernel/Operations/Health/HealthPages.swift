import Core
import Interface
import Markup
import Web

/// Figures and charts for administrators.
struct HealthPage: PageAnswer {
    let range: HealthRoutes.Range
    let samples: [Sample]
    let uptime: Uptime
    /// Since when there are measurements, where that is less than 30 days ago.
    let since: Instant?

    var title: Text { "Health" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "How the site is doing, measured every minute.") {
            LinkButton("Public status page", href: OperationsPaths.status(), icon: .external, style: .secondary)
        }
        if let last = samples.last {
            if last.diskFree > 0, last.diskFree < SiteDisk.low {
                Alert(.danger, title: "The disk is almost full") { p { "\(ByteCount.text(last.diskFree)) are free." } }
            }
            StatGrid {
                StatCard("Requests per minute", value: "\(Double(last.requests) * 60 / Double(last.span), decimals: 0)", icon: .refresh)
                StatCard("95% of responses within", value: milliseconds(last.p95), icon: .clock)
                StatCard("Free disk space", value: ByteCount.text(last.diskFree), icon: .folder)
                StatCard(
                    since == nil ? "Uptime, 30 days" : "Uptime", value: Percent.text(uptime.share),
                    detail: since.map { "Measured since \(moment: $0)" }, icon: .check)
            }
        }
        Tabs(
            "Time",
            HealthRoutes.Range.allCases.map {
                Tab($0.name, href: link(OperationsPaths.health(), query: ["range": $0.rawValue]), isCurrent: $0 == range)
            })
        if samples.count < Self.fewest {
            p(.class("muted")) { "Charts appear once the site has been running for \(Self.fewest) minutes." }
        } else {
            charts
        }
    }

    /// One sample a minute: a line through fewer would be stretched over the whole width and look like a long time.
    static let fewest = 10

    private var charts: some HTML {
        div(.class("charts")) {
            chart("Requests per minute", { Double($0.requests) * 60 / Double($0.span) }) { "\($0, decimals: 0)" }
            chart("95% of responses within", { $0.p95 }, milliseconds)
            chart("Server errors", { Double($0.errors) }) { "\($0, decimals: 0)" }
            chart("Memory", { Double($0.memory) }, bytes)
            chart("Free disk space", { Double($0.diskFree) }, bytes)
            chart("Database size", { Double($0.database) }, bytes)
            chart("Jobs due now", { Double($0.queue) }) { "\($0, decimals: 0)" }
        }
    }

    private func chart(_ title: Text, _ value: (Sample) -> Double, _ words: @escaping (Double) -> Text) -> LineChart {
        LineChart(title: title, points: samples.map { ($0.at, value($0)) }, words: words)
    }

    private func milliseconds(_ value: Double) -> Text { "\(value, decimals: value < 10 ? 1 : 0) ms" }
    private func bytes(_ value: Double) -> Text { ByteCount.text(Int64(saturating: value)) }
}
