import Core
import Database
import Interface
import Platform
import Web

/// The gallery in the portal.
struct ExhibitAdminRoutes: Sendable {
    let editing: ExhibitEditing

    private var site: Site { editing.site }
    /// Somewhat more than a video may have, so that one that is too large is refused at its field and what was typed stays.
    private static let upload = BodyPolicy.upload(file: StoredVideo.mostBytes + (10 << 20), count: 2)

    var routes: [Route] {
        [
            .get(MuseumPaths.adminExhibits, allow: .permission(.museumContent), use: list),
            .get(MuseumPaths.adminNewExhibit, allow: .permission(.museumContent), use: new),
            .post(MuseumPaths.adminNewExhibit, allow: .permission(.museumContent), body: Self.upload, use: add),
            .get(MuseumPaths.adminExhibit, allow: .permission(.museumContent), use: show),
            .post(MuseumPaths.adminExhibit, allow: .permission(.museumContent), body: Self.upload, use: save),
            .post(MuseumPaths.adminExhibitShow, allow: .permission(.museumContent), use: setVisibility),
            .get(MuseumPaths.adminExhibitDelete, allow: .permission(.museumContent), use: confirmDelete),
            .post(MuseumPaths.adminExhibitDelete, allow: .permission(.museumContent), use: delete),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> ExhibitListPage {
        let filter = ExhibitFilter(
            words: (request.query["q"] ?? "").tidied(limit: 200), isForStaff: true, isWaiting: request.query["show"] == ExhibitListPage.waiting)
        let start = min(max(0, request.query["from"].flatMap { Int($0) } ?? 0), 100_000)
        let (offersWordPress, reader) = (site.configuration.memberPress?.offersPictures ?? false, ReaderLanguage(request, site))
        return try await site.database.read { db in
            let found = try reader(db.all(.exhibits(filter, from: start, limit: ExhibitListPage.size + 1)), in: db)
            return ExhibitListPage(
                filter: filter, rooms: try reader(db.all(.rooms), in: db), exhibits: Array(found.prefix(ExhibitListPage.size)), from: start,
                hasMore: found.count > ExhibitListPage.size, waiting: try WaitingPictures.waiting(among: found.map(\.id), in: db),
                waitingCount: try WaitingPictures.count(in: db), offersWordPress: offersWordPress)
        }
    }

    private func rooms(_ request: Request) async throws -> [Room] {
        let (rooms, reader) = (try await editing.rooms(), ReaderLanguage(request, site))
        return try await site.database.read { try reader(rooms, in: $0) }
    }

    private var languages: [Language] { site.languages(of: MuseumApp.manifest) }

    func new(_ request: Request, _ member: Member) async throws -> ExhibitFormPage {
        ExhibitFormPage(
            exhibit: nil, rooms: try await rooms(request), form: ExhibitForm(kind: ExhibitKind.picture.rawValue, isPublic: true),
            languages: languages)
    }

    func show(_ request: Request, _ member: Member, _ id: ExhibitID) async throws -> ExhibitFormPage {
        let exhibit = try await editing.find(id)
        var page = ExhibitFormPage(exhibit: exhibit, rooms: try await rooms(request), form: ExhibitForm(exhibit), languages: languages)
        page.words = try await site.database.read { try Translations.of(exhibit, in: $0) }
        page.isWaiting = try await isWaiting(exhibit)
        // It is hidden because of its picture only.
        if page.isWaiting { page.form.isPublic = true }
        return page
    }

    /// Whether it has a picture that nobody has described yet.
    private func isWaiting(_ exhibit: Exhibit?) async throws -> Bool {
        guard let exhibit else { return false }
        return try await site.database.read { try $0.first(.waiting(of: exhibit.id)) } != nil
    }

    func add(_ request: Request, _ member: Member) async throws -> Response { try await keep(nil, request, member) }

    func save(_ request: Request, _ member: Member, _ id: ExhibitID) async throws -> Response {
        try await keep(try await editing.find(id), request, member)
    }

    private func keep(_ exhibit: Exhibit?, _ request: Request, _ member: Member) async throws -> Response {
        let (form, words) = (try request.form(ExhibitForm.self), TranslationForm(Exhibit.self, try request.formFields(), languages))
        let rooms = try await rooms(request)
        func file(_ field: String) -> UploadedFile? { request.files.first { $0.field == field && $0.size > 0 } }
        do {
            let picture = file(PictureRefusal.field)
            let change = picture.map { .file($0.url) } ?? (form.removesPicture == true ? .remove : PictureChange.keep)
            let hasPicture = picture != nil || exhibit?.picture != nil && form.removesPicture != true
            let draft = try words.checked { () throws(Problem) in try ExhibitDraft(form, rooms: rooms, hasPicture: hasPicture) }
            var video = form.removesVideo == true ? ExhibitEditing.VideoChange.remove : .keep
            if let film = file(VideoRefusal.field) {
                guard film.size <= StoredVideo.mostBytes else { throw VideoRefusal.tooLarge }
                video = .file(film.url)
            }
            let id = try await editing.save(draft, words.words, as: exhibit?.id, change, video, by: member.id)
            return .seeOther(try await row(of: id), flash: "Saved: \(draft.title)")
        } catch let refusal as any ProblemConvertible where request.wantsPage && refusal.problem.kind == .invalid {
            var problem = refusal.problem
            // A browser sends a file once.
            for field in [PictureRefusal.field, VideoRefusal.field] where file(field) != nil && problem.fields[field] == nil && !request.keepsFiles {
                problem.fields[field] = "Choose the file again."
            }
            var page = ExhibitFormPage(
                exhibit: exhibit, rooms: rooms, form: form, languages: languages, words: words.words, problem: problem)
            page.isWaiting = try await isWaiting(exhibit)
            return try await page.response(for: request)
        }
    }

    /// The page of the whole list on which an exhibit is, at its row.
    private func row(of id: ExhibitID) async throws -> String {
        let before = try await site.database.read { try $0.first(.exhibits(before: id)) } ?? 0
        return ExhibitListPage.address(from: before - before % ExhibitListPage.size, at: id)
    }

    private struct VisibilityForm: Decodable {
        var isPublic: Bool?
    }

    /// Shows an exhibit to visitors or hides it, and leads back to its row in the same list.
    func setVisibility(_ request: Request, _ member: Member, _ id: ExhibitID) async throws -> Response {
        let isPublic = try request.form(VisibilityForm.self).isPublic == true
        let title = try await editing.setVisibility(id, to: isPublic, by: member.id)
        return .seeOther(
            link(MuseumPaths.adminExhibits(), query: request.query) + "#" + ExhibitListPage.row(id),
            flash: isPublic ? "“\(title)” is now in the gallery." : "“\(title)” is hidden from visitors.")
    }

    func confirmDelete(_ request: Request, _ member: Member, _ id: ExhibitID) async throws -> ConfirmPage {
        let exhibit = try await editing.find(id)
        return ConfirmPage(
            "Delete this exhibit?", shell: .admin, message: "“\(exhibit.title)” will be removed from the gallery, with its picture and its history.",
            confirm: "Delete the exhibit", icon: .trash, action: MuseumPaths.adminExhibitDelete(id), cancel: MuseumPaths.adminExhibit(id))
    }

    func delete(_ request: Request, _ member: Member, _ id: ExhibitID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(MuseumPaths.adminExhibit(id)) }
        try await editing.delete(id, by: member.id)
        return .seeOther(MuseumPaths.adminExhibits(), flash: "The exhibit has been deleted.")
    }
}
