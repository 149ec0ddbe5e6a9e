import Core
import Jobs
import Platform

/// What is done every minute: the end of the log is noted, and a sample of the site's health taken.
struct MinuteWork: Sendable {
    let seal: AuditSeal
    let samples: Samples
    static let job = Job<NoPayload>("operations.minute")

    var kind: JobKind {
        JobKind(Self.job, retries: 0, timeout: .seconds(50), limit: 1) { (_, _) in
            try await seal.note()
            try await samples.take()
        }
    }

    var schedule: Schedule { Schedule(Self.job, .every(.seconds(60))) }
}
