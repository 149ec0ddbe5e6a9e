import Core
import Interface
import Jobs
import Markup
import Web

/// Jobs by state; while some run, the page keeps itself fresh.
struct JobsPage: PageAnswer {
    let state: JobState
    let counts: [JobState: Int]
    let jobs: [JobStatus]
    let names: JobNames
    let next: Cursor?
    /// Narrows the list to jobs with this in their name or failure.
    var search = ""

    var title: Text { "Jobs" }
    var shell: ShellStyle { .admin }
    var scripts: [String] { ["operations/js/refresh.js"] }

    var body: some HTML {
        PageHeader(title, lead: "Work in the background, such as emails, uploads and backups.")
        div(.id("jobs"), .if(counts[.running] ?? 0 > 0, .data("refresh", "2"))) {
            Tabs(
                "States",
                JobState.allCases.map { state in
                    Tab(
                        state.name, href: link(OperationsPaths.jobs(), query: ["state": state.rawValue]), isCurrent: state == self.state,
                        count: counts[state] ?? 0)
                })
            Form(OperationsPaths.jobs(), method: .get, .role("search"), .class("form filter-form")) {
                input(.type("hidden"), .name("state"), .value(state.rawValue))
                TextField("Name or error", name: "q", value: search, kind: .search, .maxlength(100))
                Actions { Button("Show", icon: .search, style: .secondary) }
            }
            if jobs.isEmpty {
                EmptyState(
                    .check, title: "No jobs here",
                    message: !search.isEmpty ? "No jobs match these words." : state == .failed ? "Nothing has failed." : "Try another tab.")
            } else {
                ul(.class("rows job-list")) { for job in jobs { row(job) } }
                Pagination(next: next.map { link(OperationsPaths.jobs(), query: ["state": state.rawValue, "after": $0.text]) })
            }
        }
    }

    private func row(_ job: JobStatus) -> some HTML {
        li(.class("row job")) {
            div(.class("job-what")) {
                strong { names.name(of: job.kind) }
                p(.class("muted")) {
                    if job.state == .waiting, job.runAt > job.createdAt {
                        "Starts \(moment: job.runAt)" as Text
                        " · "
                    }
                    "Added \(moment: job.createdAt)" as Text
                    if job.attempts > 1 { ", attempt \(job.attempts)" as Text }
                }
                if job.state == .running { ProgressBar(job.progress, label: job.note ?? "Under way", showsPercent: true) }
                if let failure = job.failure, job.state != .done {
                    details(.class("job-failure")) {
                        summary { failure.split(whereSeparator: \.isNewline).first.map { String($0.prefix(200)) } ?? "" }
                        pre(.class("error-cause")) { failure }
                    }
                }
            }
            action(job)
        }
    }

    @HTMLBuilder private func action(_ job: JobStatus) -> Node {
        switch job.state {
        case .failed, .cancelled: button(job, "retry", "Try again", .refresh)
        case .waiting where names.isStoppable(job.kind), .running where names.isStoppable(job.kind): button(job, "cancel", "Stop", .close)
        case .waiting, .running, .done: EmptyHTML()
        }
    }

    private func button(_ job: JobStatus, _ action: String, _ label: Text, _ icon: Icon) -> some HTML {
        Form(OperationsPaths.job(Int(job.id.number)), .class("form-button")) {
            input(.type("hidden"), .name("action"), .value(action))
            Button(label, icon: icon, style: .secondary)
        }
    }
}

extension JobState {
    /// As a tab.
    var name: Text {
        switch self {
        case .waiting: "Upcoming"
        case .running: "Running"
        case .done: "Done"
        case .failed: "Failed"
        case .cancelled: "Stopped"
        }
    }
}
