import Core
import Database
import Interface
import Media
import Platform
import Web

/// Imports of collections, in the portal.
struct ImportRoutes: Sendable {
    let imports: CollectionImport

    private var site: Site { imports.site }
    private static let upload = BodyPolicy.upload(file: ImportTable.mostBytes + (1 << 20), count: CollectionImport.mostPictures + 1)

    var routes: [Route] {
        [
            .get(MuseumPaths.adminImports, allow: .permission(.museumContent), use: list),
            .post(MuseumPaths.adminImports, allow: .permission(.museumContent), body: Self.upload, use: add),
            .get(MuseumPaths.adminImport, allow: .permission(.museumContent), use: show),
            .post(MuseumPaths.adminImport, allow: .permission(.museumContent), use: change),
            .post(MuseumPaths.adminImportDelete, allow: .permission(.museumContent), use: discard),
            .get(MuseumPaths.adminWaitingPicture, allow: .permission(.museumContent), use: picture),
        ]
    }

    private struct UploadForm: Decodable {
        var source: String?
    }

    func list(_ request: Request, _ member: Member) async throws -> ImportsPage {
        ImportsPage(collections: try await site.database.read { try $0.all(.collections) })
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let source = try request.form(UploadForm.self).source ?? ""
        do {
            guard let file = request.files.first(where: { $0.field == ImportRefusal.field && $0.size > 0 }) else { throw ImportRefusal.missing }
            let pictures = request.files.filter { $0.field == "pictures" && $0.size > 0 }
            return .seeOther(MuseumPaths.adminImport(try await imports.keep(file, named: source, pictures, by: member.id)))
        } catch let refusal as ImportRefusal where request.wantsPage {
            let collections = try await site.database.read { try $0.all(.collections) }
            return try await ImportsPage(collections: collections, source: source, problem: refusal.problem).response(for: request)
        }
    }

    func show(_ request: Request, _ member: Member, _ id: ImportID) async throws -> ImportPage {
        let found = try await imports.look(id)
        return ImportPage(collection: found.collection, table: found.table, plan: found.plan, pictures: found.pictures)
    }

    func change(_ request: Request, _ member: Member, _ id: ImportID) async throws -> Response {
        let form = try request.form(ImportForm.self)
        // What was chosen in the form counts, also where nobody looked again.
        try await imports.map(id, form, by: member.id)
        guard form.action == "import" else { return .seeOther(MuseumPaths.adminImport(id)) }
        try await imports.carryOut(id, by: member.id)
        return .seeOther(MuseumPaths.adminImport(id), flash: "The collection has been imported.")
    }

    func discard(_ request: Request, _ member: Member, _ id: ImportID) async throws -> Response {
        try await imports.discard(id, by: member.id)
        return .seeOther(MuseumPaths.adminImports(), flash: "The file has been deleted.")
    }

    /// Only for those who describe it.
    func picture(_ request: Request, _ member: Member, _ id: ExhibitID) async throws -> FileAnswer {
        guard let waiting = try await site.database.read({ try $0.first(.waiting(of: id)) }) else { throw Problem.notFound }
        let file = waiting.picture.thumbnail
        return FileAnswer(url: site.media.url(file), contentType: StoredPicture.mediaType, entityTag: file.digest)
    }
}
