import Core
import Interface
import Jobs
import Markup

/// How far a job is that waits or runs.
struct JobProgress: HTML {
    let job: JobStatus
    /// What people call it.
    let name: Text

    var body: some HTML {
        div(.class("panel")) {
            ProgressBar(job.state == .running ? job.progress : 0, label: job.note ?? name, showsPercent: job.state == .running)
        }
    }
}
