import Core
import Database
import Interface
import Platform
import Web

/// The rooms in the portal, and the order in which people walk.
struct RoomRoutes: Sendable {
    let editing: ExhibitEditing

    private var site: Site { editing.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.adminRooms, allow: .permission(.museumContent), use: rooms),
            .post(MuseumPaths.adminRooms, allow: .permission(.museumContent), use: addRoom),
            .get(MuseumPaths.adminRoom, allow: .permission(.museumContent), use: room),
            .post(MuseumPaths.adminRoom, allow: .permission(.museumContent), use: saveRoom),
            .post(MuseumPaths.adminRoomMove, allow: .permission(.museumContent), use: moveRoom),
            .post(MuseumPaths.adminExhibitMove, allow: .permission(.museumContent), use: moveExhibit),
            .post(MuseumPaths.adminRoomDelete, allow: .permission(.museumContent), use: deleteRoom),
        ]
    }

    private struct RoomForm: Decodable, Sendable {
        var name: String?
        var text: String?
    }

    func rooms(_ request: Request, _ member: Member) async throws -> RoomsPage { try await page(nil, request) }

    func room(_ request: Request, _ member: Member, _ id: RoomID) async throws -> RoomsPage { try await page(id, request) }

    private var languages: [Language] { site.languages(of: MuseumApp.manifest) }

    /// What a form had that was refused, and why.
    private struct Typed: Sendable {
        let form: RoomForm
        let words: Translations
        let problem: Problem
    }

    private func page(_ id: RoomID?, _ request: Request, typed: Typed? = nil) async throws -> RoomsPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [languages] db in
            let rooms = try db.all(.rooms)
            guard let id else {
                return RoomsPage(
                    rooms: try reader(rooms, in: db), open: Set(try db.all(.openRooms).map(\.id)), name: typed?.form.name ?? "",
                    text: typed?.form.text ?? "",
                    languages: languages, words: typed?.words ?? [:], problem: typed?.problem)
            }
            guard let room = rooms.first(where: { $0.id == id }) else { throw Problem.notFound }
            return RoomsPage(
                rooms: try reader(rooms, in: db), edited: id,
                exhibits: try reader(db.all(.exhibits(ExhibitFilter(room: id, isForStaff: true), from: 0, limit: 500)), in: db),
                name: typed?.form.name ?? room.name, text: typed?.form.text ?? room.text, languages: languages,
                words: try typed?.words ?? Translations.of(room, in: db), problem: typed?.problem)
        }
    }

    func addRoom(_ request: Request, _ member: Member) async throws -> Response { try await keep(nil, request, member) }
    func saveRoom(_ request: Request, _ member: Member, _ id: RoomID) async throws -> Response { try await keep(id, request, member) }

    private func keep(_ id: RoomID?, _ request: Request, _ member: Member) async throws -> Response {
        let (form, words) = (try request.form(RoomForm.self), TranslationForm(Room.self, try request.formFields(), languages))
        do {
            let room = try await editing.saveRoom(form.name ?? "", form.text ?? "", words, as: id, by: member.id)
            return .seeOther(MuseumPaths.adminRooms() + "#room-\(room)", flash: "Saved: \((form.name ?? "").tidied())")
        } catch let problem as Problem where request.wantsPage && problem.kind == .invalid {
            return try await page(id, request, typed: Typed(form: form, words: words.words, problem: problem)).response(for: request)
        }
    }

    func moveRoom(_ request: Request, _ member: Member, _ id: RoomID) async throws -> Response {
        if let step = try request.form(MoveForm.self).step { try await editing.move(id, step, by: member.id) }
        return .seeOther(MuseumPaths.adminRooms() + "#room-\(id)")
    }

    func moveExhibit(_ request: Request, _ member: Member, _ id: ExhibitID) async throws -> Response {
        if let step = try request.form(MoveForm.self).step { try await editing.move(id, step, by: member.id) }
        guard let room = try await editing.find(id).room else { return .seeOther(MuseumPaths.adminExhibits()) }
        return .seeOther(MuseumPaths.adminRoom(room) + "#exhibit-\(id)")
    }

    func deleteRoom(_ request: Request, _ member: Member, _ id: RoomID) async throws -> Response {
        try await editing.deleteRoom(id, by: member.id)
        return .seeOther(MuseumPaths.adminRooms(), flash: "The room has been deleted.")
    }
}
