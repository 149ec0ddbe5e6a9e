import Core
import Interface
import Markup
import Web

/// A person's reports, and those that others share.
struct ReportsPage: PageAnswer {
    let reports: [(report: SavedReport, owner: String)]
    let person: PersonID

    var title: Text { "Saved reports" }
    var shell: ShellStyle { .admin }
    var activePath: String? { StatisticsPaths.overview() }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Report builder", href: StatisticsPaths.report())])
        if reports.isEmpty {
            EmptyState(.chart, title: "No reports yet", message: "Create a report and save it under a name.") {
                LinkButton("New report", href: StatisticsPaths.report(), style: .secondary)
            }
        } else {
            ul(.class("rows report-list")) {
                for (report, owner) in reports { li(.class("row")) { ReportRow(report: report, owner: owner, isOwn: report.owner == person) } }
            }
        }
    }
}

/// One report and what can be done with it.
private struct ReportRow: HTML {
    let report: SavedReport
    let owner: String
    let isOwn: Bool

    var body: some HTML {
        div(.class("report-row")) {
            a(.href(StatisticsPaths.saved(report.id)), .dir("auto")) { report.name }
            p(.class("muted")) {
                if !isOwn { "By \(owner)" as Text } else if report.isShared { "Shared with other staff" } else { "Only for you" }
            }
        }
        if isOwn {
            Form(StatisticsPaths.share(report.id)) {
                input(.type("hidden"), .name("shared"), .value(report.isShared ? "false" : "true"))
                Button(report.isShared ? "Stop sharing" : "Share", icon: .share, style: .secondary)
            }
            LinkButton("Delete", href: StatisticsPaths.delete(report.id), icon: .trash, style: .danger)
        }
    }
}
