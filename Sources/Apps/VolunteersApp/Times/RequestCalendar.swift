import Calendars
import Core
import Platform
import Web

/// A request with a day, for the calendar of whoever asks or helps.
struct RequestCalendar: Sendable {
    let posts: Posts

    var routes: [Route] { [.get(VolunteersPaths.calendar, allow: .members, use: file)] }

    func file(_ request: Request, _ member: Member, _ id: PostID) async throws -> Response {
        let post = try await posts.details(id, for: FeedViewer(member, request)).post
        let site = posts.site
        guard let time = post.content.time.span(in: site.configuration.zone) else { throw Problem.notFound }
        var event = CalendarEvent(
            id: "request-\(id)@\(site.mark(for: "volunteers.calendar"))", time: time, title: post.content.title, changedAt: post.shownAt)
        event.text = post.content.body
        event.place = post.content.area
        event.url = WholeAddress(site.configuration.baseURL, request).of(VolunteersPaths.post(id))
        event.sequence = post.version
        event.isWeekly = post.content.time.length == .weekly
        event.isCancelled = post.closedAt != nil && !post.isExpired
        event.isPrivate = true
        let name = request.render(VolunteersApp.manifest.name)
        let calendar = CalendarFile(product: "Volunteers", name: name, zone: site.configuration.zone, isFeed: false)
        var response = Response.bytes(calendar.bytes(of: [event]), type: "text/calendar; charset=utf-8")
        response.headers.set("Content-Disposition", "inline; filename=\"request-\(id).ics\"")
        return response
    }
}
