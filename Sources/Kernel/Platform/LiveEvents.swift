import Core
import Database
import Events
import Foundation
import Web

/// `/events`: the ordered stream that live screens follow and resume (design section 3).
struct LiveEvents: Sendable {
    let site: Site
    let authenticator: any Authenticator
    /// One for all screens.
    private let stream: EventStream

    init(site: Site, authenticator: any Authenticator) {
        self.site = site
        self.authenticator = authenticator
        stream = EventStream(database: site.database, log: site.events)
    }

    /// Most topics that one screen may follow.
    static let mostTopics = 20

    var routes: [Route] { [.get(SitePaths.events, allow: .everyone, use: follow)] }

    /// `?topic=…` (repeatable) chooses; `Last-Event-ID`, or `?after=` of a screen that was just drawn, resumes. Only events for
    /// this viewer are sent, each as `{"kind":…,"topic":…,"data":…}`; the stream ends when their access changes. The kind `restart` says that too much was missed: the
    /// screen draws itself anew.
    func follow(_ request: Request, _ visitor: Visitor) async throws -> ServerSentEvents {
        let start = (request.lastEventID ?? request.query["after"]).flatMap { Int64($0) }
        let follower = stream.follow(after: start) { try await subscription(of: request) }
        return ServerSentEvents {
            let listening = follower.listen($0)
            return { listening.cancel() }
        } next: {
            try await follower.look()?.map(Self.serverSent)
        }
    }

    private func subscription(of request: Request) async throws -> EventSubscription {
        let viewer = try await authenticator.authenticateAnew(request)
        let topics = request.query.all("topic").prefix(Self.mostTopics).filter { topic in
            // `volunteers.posts` belongs to the Volunteers.
            let app = topic.prefix { $0.isLetter || $0.isNumber }.description
            return viewer.closedApps[app] == nil && (viewer.identity.personID != nil || !site.isClosedToGuests(app))
        }
        let identity = viewer.identity
        return EventSubscription(
            topics: Array(topics),
            viewer: EventViewer(person: identity.personID, session: identity.sessionID, permissions: Set(identity.permissions.map(\.rawValue))),
            until: viewer.endsAt)
    }

    // Without a name of its own: a browser hands named events only to who asked for that name.
    static func serverSent(_ update: EventUpdate) -> ServerSentEvent {
        switch update {
        case .event(let event):
            var json = JSONText()
            json.beginObject()
            json.key("kind")
            json.string(event.kind)
            json.key("topic")
            json.string(event.topic)
            json.key("data")
            json.raw(event.data)
            json.endObject()
            return ServerSentEvent(id: String(event.sequence), data: json.text)
        case .restart(let sequence): return ServerSentEvent(id: String(sequence), data: #"{"kind":"restart"}"#)
        }
    }
}
