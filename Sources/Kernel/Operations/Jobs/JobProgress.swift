import Core
import Interface
import Jobs
import Markup

/// How far a job is that waits or runs.
struct JobProgress: HTML {
    let job: JobStatus

    var body: some HTML {
        div(.class("panel")) {
            ProgressBar(job.state == .running ? job.progress : 0, label: job.note ?? JobNames.name(of: job.kind), showsPercent: job.state == .running)
        }
    }
}

/// What people call kinds of jobs; others are shown by their id.
enum JobNames {
    static func name(of kind: String) -> Text {
        switch kind {
        case Backups.backupJob.id: "Making a backup"
        case Backups.drillJob.id: "Testing a backup"
        case Backups.checkJob.id: "Looking whether a backup is due"
        default: .verbatim(kind)
        }
    }
}
