import Analytics
import Core
import Database
import Platform
import Synchronization
import Web

/// Counts openings of publications: one for each reader and day, however many sections the reader goes through.
final class Visits: Sendable {
    /// The interaction that is recorded; its subject is the publication.
    static let kind = "reading.publication.open"
    /// More readers than this in a day are forgotten at once, and may then count twice.
    private static let most = 50_000

    private struct Visit: Hashable {
        let reader: String
        let publication: PublicationID
    }

    private struct Day {
        var number: Int64 = 0
        var visits: Set<Visit> = []
    }

    private let writer: Writer
    private let analytics: InteractionLog
    private let counts: DailyCounts
    private let clock: SiteClock
    /// Guards who has opened what today. Guests are told apart by address, which is never stored.
    private let today = Mutex(Day())

    init(writer: Writer, analytics: InteractionLog, counts: DailyCounts, clock: SiteClock) {
        self.writer = writer
        self.analytics = analytics
        self.counts = counts
        self.clock = clock
    }

    /// Notes that somebody looks at a section.
    func opened(_ publication: Publication, by request: Request) async throws {
        guard request.isVisit else { return }
        let person = request.identity.personID
        let app = Publication.app(of: publication.card.ownerKind)
        counts.note(.sections, of: app)
        let visit = Visit(reader: person.map { "person \($0)" } ?? request.remoteAddress, publication: publication.id)
        let number = clock.now().milliseconds / 86_400_000
        let isNew = today.withLock { day in
            if day.number != number || day.visits.count >= Self.most { day = Day(number: number) }
            return day.visits.insert(visit).inserted
        }
        guard isNew else { return }
        let id = publication.id
        do {
            try await writer.write(by: person, once: nil) { [analytics] write in
                try analytics.record(kind: Self.kind, subject: id, person: person, in: write)
                try write.count(.opened, of: app)
            }
        } catch let error where DiskRoom.isMissing(error) {
            // Reading goes on while the disk is full.
        }
    }
}

extension Request {
    /// Whether somebody looks at the page, and not a browser that only fetches it in case they will. A script that keeps it for later can only
    /// set the older of the two headers.
    var isVisit: Bool { method == .get && headers["Sec-Purpose"] == nil && headers["Purpose"] == nil }
}
