import Core
import Database
import Interface
import Markup
import Platform
import Web

/// Giving a place back: a question that says what becomes of it.
extension EventRoutes {
    func confirmLeaving(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        let reader = ReaderLanguage(request, events.site)
        let (event, standing) = try await events.site.database.read { [events] db in
            (try reader(events.find(id, in: db), in: db), try events.status(of: member.id, at: id, in: db))
        }
        guard let standing else { return .seeOther(MuseumPaths.event(id)) }
        let hasPlace = standing == .registered
        let message: Text =
            hasPlace
            ? event.waiting > 0 ? "The next person on the waiting list gets your place." : "You can register again as long as there are places left."
            : "You can join again, at the end of the list."
        return try await ConfirmPage(
            hasPlace ? "Cancel your place at “\(event.title)”?" : "Leave the waiting list for “\(event.title)”?", shell: .app("museum"),
            activePath: MuseumPaths.events(), message: message, consequences: [], confirm: hasPlace ? "Cancel my place" : "Leave the waiting list",
            icon: .calendar, action: MuseumPaths.leaveEvent(id), cancel: MuseumPaths.event(id), keep: hasPlace ? "Keep my place" : "Stay on the list",
            canBeUndone: true
        ) { .nothing }.response(for: request)
    }

    func leave(_ request: Request, _ member: Member, _ id: EventID) async throws -> Response {
        let before = try await events.site.write(by: member.id) { [events] write in
            let before = try events.status(of: member.id, at: id, in: write)
            try events.cancel(member.id, at: id, in: write)
            return before
        }
        return .seeOther(MuseumPaths.event(id), flash: before == .waiting ? "You’ve left the waiting list." : "Your place has been cancelled.")
    }
}
