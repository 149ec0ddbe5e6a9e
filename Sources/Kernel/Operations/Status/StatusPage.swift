import Core
import Interface
import Markup
import Platform
import Web

/// Whether the site works, for everybody.
struct StatusPage: PageAnswer {
    let board: StatusBoard

    var title: Text { "Status" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "Whether everything works, and how reliable it has been.")
            Alert(tone, title: headline) { p { "Updated \(moment: board.now)." } }
            Card("Now") {
                ul(.class("status-list")) {
                    for service in board.services {
                        li {
                            span { service.name }
                            StateBadge(state: service.state)
                        }
                    }
                }
            }
            Card("Last \(Availability.days) days") {
                p(.class("muted")) {
                    "Our goal is \(Percent.text(Uptime.promise)) uptime."
                    if let since = board.since {
                        " "
                        "Measured since \(moment: since)" as Text
                    }
                }
                for line in board.lines { UptimeLine(line: line) }
            }
            Card("Incidents") {
                if board.incidents.isEmpty {
                    p(.class("muted")) { "No incidents in the last \(Availability.days) days." }
                } else {
                    ul(.class("status-list")) { for incident in board.incidents.prefix(50) { IncidentLine(incident: incident, now: board.now) } }
                }
            }
            p { a(.href(OperationsPaths.statusAPI())) { "Status as JSON" } }
        }
    }

    private var tone: Tone {
        switch board.state {
        case .operational: .success
        case .degraded: .warning
        case .down: .danger
        }
    }

    private var headline: Text {
        switch board.state {
        case .operational: "All systems operational"
        case .degraded: "Some systems have problems"
        case .down: "Some systems are down"
        }
    }
}

/// How a service does, in its colour.
struct StateBadge: HTML {
    let state: ServiceCheck.State

    var body: some HTML {
        switch state {
        case .operational: Badge("Operational", tone: .success)
        case .degraded: Badge("Problems", tone: .warning)
        case .down: Badge("Down", tone: .danger)
        }
    }
}

/// The uptime of one line: the share, whether the goal is met, and a bar for each day.
struct UptimeLine: HTML {
    let line: StatusBoard.Line

    private var share: Double? { line.together.share }

    var body: some HTML {
        section(.class("uptime-line"), .aria("label", name)) {
            div(.class("uptime-head")) {
                strong { name }
                span(.class("uptime-share")) {
                    Percent.text(share)
                    if let share { Badge(share >= Uptime.promise ? "Goal met" : "Below goal", tone: share >= Uptime.promise ? .success : .warning) }
                }
            }
            div(.class("uptime"), .role("img"), .aria("label", "\(name): \(Percent.text(share)) up")) {
                for (day, uptime) in line.days { span(.class(look(uptime)), .title("\(day): \(words(uptime))")) {} }
            }
            p(.class("chart-scale")) {
                span { "\(line.days.count) days ago" as Text }
                " "
                span { "Today" }
            }
        }
    }

    private var name: Text { line.app == nil ? line.name : "\(line.name), opening hours" }

    private func words(_ uptime: Uptime) -> Text {
        uptime.share.map { Percent.text($0) } ?? (line.app == nil ? "No data" : "No data, or closed")
    }

    private func look(_ uptime: Uptime) -> String {
        switch uptime.share {
        case nil: "uptime-none"
        case .some(Uptime.promise...): "uptime-good"
        case .some(0.95...): "uptime-fair"
        case .some: "uptime-poor"
        }
    }
}

/// When something happened, why and for how long.
struct IncidentLine: HTML {
    let incident: Incident
    let now: Instant

    var body: some HTML {
        li {
            span {
                strong { kind }
                span(.class("muted incident-time")) { "\(moment: incident.began)" as Text }
            }
            span { incident.ended == nil ? "Ongoing, \(length)" : length }
        }
    }

    private var kind: Text {
        switch incident.kind {
        case .outage: "Outage"
        case .restart: "Restart"
        case .update: "Update"
        }
    }

    private var length: Text {
        let minutes = Int((incident.length(at: now).wholeMilliseconds + 30_000) / 60_000)
        if minutes < 120 { return "\(minutes) min" }
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }
}

/// A share in words.
enum Percent {
    static func text(_ share: Double?) -> Text {
        guard let share else { return "–" }
        // Rounded down: 99.996 % is not all of the time.
        return "\((share * 10_000).rounded(.down) / 100, decimals: 2)%"
    }
}
