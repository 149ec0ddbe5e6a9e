import Core
import Database
import Interface
import Platform
import Web

/// Tours in the portal.
struct TourAdminRoutes: Sendable {
    let editing: TourEditing

    private var site: Site { editing.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.adminTours, allow: .permission(.museumContent), use: list),
            .get(MuseumPaths.adminNewTour, allow: .permission(.museumContent), use: new),
            .post(MuseumPaths.adminNewTour, allow: .permission(.museumContent), body: PictureMaker.upload, use: add),
            .get(MuseumPaths.adminTour, allow: .permission(.museumContent), use: show),
            .post(MuseumPaths.adminTour, allow: .permission(.museumContent), body: PictureMaker.upload, use: save),
            .get(MuseumPaths.adminTourDelete, allow: .permission(.museumContent), use: confirmDelete),
            .post(MuseumPaths.adminTourDelete, allow: .permission(.museumContent), use: delete),
            .get(MuseumPaths.adminTourStops, allow: .permission(.museumContent), use: stops),
            .post(MuseumPaths.adminTourStops, allow: .permission(.museumContent), use: addStop),
            .post(MuseumPaths.adminTourStop, allow: .permission(.museumContent), use: changeStop),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> TourListPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { TourListPage(tours: try reader($0.all(.tours(isForStaff: true)), in: $0)) }
    }

    private var languages: [Language] { site.languages(of: MuseumApp.manifest) }

    func new(_ request: Request, _ member: Member) async throws -> TourFormPage { TourFormPage(tour: nil, form: TourForm(), languages: languages) }

    func show(_ request: Request, _ member: Member, _ id: TourID) async throws -> TourFormPage {
        let tour = try await editing.find(id)
        let words = try await site.database.read { try Translations.of(tour, in: $0) }
        return TourFormPage(tour: tour, form: TourForm(tour), languages: languages, words: words)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response { try await keep(nil, request, member) }

    func save(_ request: Request, _ member: Member, _ id: TourID) async throws -> Response {
        try await keep(try await editing.find(id), request, member)
    }

    private func keep(_ tour: Tour?, _ request: Request, _ member: Member) async throws -> Response {
        let (form, words) = (try request.form(TourForm.self), TranslationForm(Tour.self, try request.formFields(), languages))
        let file = request.files.first { $0.field == PictureRefusal.field && $0.size > 0 }
        do {
            let change = file.map { .file($0.url) } ?? (form.removesPicture == true ? .remove : PictureChange.keep)
            let hasPicture = file != nil || tour?.picture != nil && form.removesPicture != true
            let draft = try words.checked { () throws(Problem) in try TourDraft(form, hasPicture: hasPicture) }
            let id = try await editing.save(draft, words.words, as: tour?.id, change, by: member.id)
            return .seeOther(tour == nil ? MuseumPaths.adminTourStops(id) : MuseumPaths.adminTours(), flash: "Saved: \(draft.title)")
        } catch let refusal as any ProblemConvertible where request.wantsPage && refusal.problem.kind == .invalid {
            let problem = PictureRefusal.again(after: refusal.problem, of: request)
            return try await TourFormPage(tour: tour, form: form, languages: languages, words: words.words, problem: problem).response(for: request)
        }
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: TourID) async throws -> ConfirmPage {
        let tour = try await editing.find(id)
        return ConfirmPage(
            "Delete this tour?", shell: .admin, message: "“\(tour.title)” will be removed, with what is told at its stops. The exhibits stay.",
            confirm: "Delete the tour", icon: .trash, action: MuseumPaths.adminTourDelete(id), cancel: MuseumPaths.adminTour(id))
    }

    func delete(_ request: Request, _ member: Member, _ id: TourID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(MuseumPaths.adminTour(id)) }
        try await editing.delete(id, by: member.id)
        return .seeOther(MuseumPaths.adminTours(), flash: "The tour has been deleted.")
    }

    // MARK: Stops

    private struct StopForm: Decodable {
        var exhibit: String?
        /// For the same search again.
        var q: String?
    }

    private struct ChangeForm: Decodable {
        var action: String?
        var text: String?
    }

    func stops(_ request: Request, _ member: Member, _ id: TourID) async throws -> TourStopsPage {
        let tour = try await editing.find(id)
        let words = (request.query["q"] ?? "").tidied(limit: 200)
        return try await site.database.read { [languages] db in
            let stops = try ShownStop.all(of: id, isForStaff: true, in: db)
            let filter = ExhibitFilter(words: words, isForStaff: true)
            let found = try db.all(.exhibits(filter, from: 0, limit: TourStopsPage.found + stops.count))
            let known = Set(stops.map(\.exhibit.id))
            return TourStopsPage(
                tour: tour, stops: stops, words: words, found: Array(found.filter { !known.contains($0.id) }.prefix(TourStopsPage.found)),
                languages: languages, translations: try Translations.all(of: stops.map(\.stop), in: db))
        }
    }

    func addStop(_ request: Request, _ member: Member, _ id: TourID) async throws -> Response {
        let form = try request.form(StopForm.self)
        guard let exhibit = form.exhibit.flatMap({ ExhibitID($0) }) else { throw Problem.notFound }
        try await editing.add(exhibit, to: id, by: member.id)
        let words = (form.q ?? "").tidied(limit: 200)
        return .seeOther(link(MuseumPaths.adminTourStops(id), query: ["q": words.isEmpty ? nil : words]), flash: "The stop has been added.")
    }

    func changeStop(_ request: Request, _ member: Member, _ id: TourID, _ stop: StopID) async throws -> Response {
        let form = try request.form(ChangeForm.self)
        let page = MuseumPaths.adminTourStops(id)
        switch form.action {
        case "up": try await editing.move(stop, of: id, isUp: true, by: member.id)
        case "down": try await editing.move(stop, of: id, isUp: false, by: member.id)
        case "remove":
            try await editing.remove(stop, of: id, by: member.id)
            return .seeOther(page, flash: "The stop has been removed.")
        default:
            let words = TranslationForm(TourStop.self, try request.formFields(), languages)
            try await editing.tell(form.text ?? "", words, at: stop, of: id, by: member.id)
            return .seeOther(page, flash: "Saved")
        }
        return .seeOther(page + "#stop-\(stop)")
    }
}
