import Core
import Events
import Foundation
import Web

/// `/events`: the ordered stream that live screens follow and resume (design section 3).
struct LiveEvents: Sendable {
    let site: Site

    /// Most topics that one screen may follow.
    static let mostTopics = 20

    var routes: [Route] { [.get(Path("/events"), allow: .everyone, use: follow)] }

    /// `?topic=…` (repeatable) chooses; `Last-Event-ID` resumes. Only events for this viewer are sent. An event named
    /// `restart` says that too much was missed: the screen draws itself anew.
    func follow(_ request: Request, _ visitor: Visitor) async throws -> ServerSentEvents {
        let topics = Array(request.query.all("topic").prefix(Self.mostTopics))
        let viewer = EventViewer(person: visitor.personID, permissions: Set(visitor.identity.permissions.map(\.rawValue)))
        let start = request.headers["Last-Event-ID"].flatMap { Int64($0) }
        let updates = EventStream(database: site.database, log: site.events).follow(after: start, topics: topics, viewer: viewer)
        return ServerSentEvents(updates.map(Self.serverSent))
    }

    private static func serverSent(_ update: EventUpdate) -> ServerSentEvent {
        switch update {
        case .event(let event): ServerSentEvent(id: String(event.sequence), name: event.kind, data: event.data)
        case .restart(let sequence): ServerSentEvent(id: String(sequence), name: "restart", data: "{}")
        }
    }
}
