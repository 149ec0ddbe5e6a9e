import Core
import Interface
import Markup
import Media
import Web

/// Handing files in, in the portal and for programs (LIB-085, LIB-089, LIB-096).
struct UploadRoutes: Sendable {
    let uploads: Uploads
    let editing: ItemEditing
    let covers: CoverMaker
    let categories: Categories
    let languages: Languages
    /// The largest body that any upload may have; each file is measured against the site's own limit as well.
    let largestBody: Int

    var routes: [Route] {
        let upload = BodyPolicy.upload(file: largestBody, count: 20)
        return [
            .get(LibraryPaths.adminUploads, allow: .permission(.libraryUpload), use: show),
            .post(LibraryPaths.adminUploads, allow: .permission(.libraryUpload), body: upload, use: add),
            .post(LibraryPaths.adminItemFile, allow: .permission(.libraryEdit), body: .upload(file: largestBody, count: 1), use: replaceFile),
            .post(
                LibraryPaths.adminItemCover, allow: .permission(.libraryEdit),
                body: .upload(file: CoverGuideline.largestBytes, count: 1), use: replaceCover),
            .post(LibraryPaths.apiUploads, allow: .permission(.libraryUpload), body: upload, use: addFromProgram)
                .summary("Hands in files as multipart/form-data; background jobs take them in.")
                .accepts(fields: UploadForm.fields),
            .get(LibraryPaths.apiUpload, allow: .permission(.libraryUpload), use: showToProgram)
                .summary("How far an upload has come, and what it became."),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> UploadsPage { try await page(for: request) }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let options = try UploadForm(request.formFields()).options
        let (accepted, refused) = try await take(request, options, member)
        guard refused.isEmpty else {
            var page = try await page(for: request)
            page.refused = refused
            return try await page.response(for: request)
        }
        return .seeOther(LibraryPaths.adminUploads(), flash: "\(accepted.count) files have been uploaded.")
    }

    /// What a program hands in waits as a draft too, unless it says `publish=true` and its person may publish.
    func addFromProgram(_ request: Request, _ member: Member) async throws -> Accepted<UploadList> {
        let fields = try request.formFields()
        var options = try UploadForm(fields).options
        options.publishes = member.may(.libraryPublish) && fields["publish"] == "true"
        let (accepted, refused) = try await take(request, options, member)
        if accepted.isEmpty, let first = refused.first { throw first.problem }
        var standings: [Uploads.Standing] = []
        for id in accepted { standings.append(try await uploads.find(id)) }
        return Accepted(UploadList(uploads: standings.map { UploadAnswer($0, request) }))
    }

    func showToProgram(_ request: Request, _ member: Member, _ id: UploadID) async throws -> UploadAnswer {
        UploadAnswer(try await uploads.find(id), request)
    }

    func replaceFile(_ request: Request, _ member: Member, _ id: ItemID) async throws -> Response {
        guard let file = request.files.first(where: { $0.size > 0 }) else { throw IngestRefusal.nothingChosen }
        var options = ImportOptions()
        options.replaces = id.number
        _ = try await uploads.add(fileAt: file.url, name: file.fileName, options: options, by: member.id)
        return .seeOther(LibraryPaths.adminUploads(), flash: "The corrected file has been uploaded.")
    }

    func replaceCover(_ request: Request, _ member: Member, _ id: ItemID) async throws -> Response {
        guard let file = request.files.first(where: { $0.size > 0 }) else { throw CoverRefusal.nothingChosen }
        let advice = try await covers.media.withLease { lease in
            let (cover, advice) = try await covers.make(chosen: file.url, under: lease)
            try await editing.setCover(id, cover, by: member.id)
            return advice
        }
        return .seeOther(LibraryPaths.adminItem(id), flash: advice ?? "The cover has been replaced.")
    }

    /// A file that was not taken, for the page to say so.
    struct RefusedFile: Sendable {
        let name: String
        let problem: Problem
        let existing: ItemID?
    }

    /// Each file on its own: one that is refused stops none of the others.
    private func take(
        _ request: Request, _ options: ImportOptions, _ member: Member
    ) async throws -> (accepted: [UploadID], refused: [RefusedFile]) {
        let files = request.files.filter { $0.size > 0 || !$0.fileName.isEmpty }
        guard !files.isEmpty else { throw IngestRefusal.nothingChosen }
        var accepted: [UploadID] = []
        var refused: [RefusedFile] = []
        for file in files {
            do {
                accepted.append(try await uploads.add(fileAt: file.url, name: file.fileName, options: options, by: member.id))
            } catch let refusal as any ProblemConvertible {
                refused.append(
                    RefusedFile(
                        name: IngestTypes.tame(file.fileName), problem: refusal.problem, existing: (refusal as? IngestRefusal)?.existing))
            }
        }
        return (accepted, refused)
    }

    private func page(for request: Request) async throws -> UploadsPage {
        UploadsPage(
            standings: try await uploads.recent(), categories: try await categories.tree(),
            shown: try await categories.tree(in: request.language), languages: try await languages.all(),
            limit: uploads.uploadLimit())
    }
}

/// The fields beside the files.
struct UploadForm {
    let options: ImportOptions

    /// What programs send beside the files.
    static let fields: [Schema.Member] = [
        Schema.Member("file", .file, isRequired: true), Schema.Member("kind", .oneOf(ItemKind.self)),
        Schema.Member("language", .text(.language, most: 35)), Schema.Member("category", .text(.words, most: 260)),
        Schema.Member("publish", .choice(["true", "false"])),
    ]

    /// Reads the choices; what is left open comes from the file. Files handed in by people wait as drafts.
    init(_ fields: QueryItems) throws(Problem) {
        var options = ImportOptions(publishes: false)
        if let kind = fields.filled("kind") {
            guard ItemKind(rawValue: kind) != nil else { throw .wrongField("kind", "Choose a kind from the list.") }
            options.kind = kind
        }
        if let tag = fields.filled("language") {
            guard Languages.isTag(tag.lowercased()) else { throw .wrongField("language", "Choose a language from the list.") }
            options.language = tag
        }
        options.categories = fields.all("category").filter { !$0.isEmpty }.map { $0.tidied(limit: 260) }
        self.options = options
    }
}

/// An upload as programs and the portal's script read it.
struct UploadAnswer: JSONAnswer, Codable {
    let id: UploadID
    let file: String
    let size: Int
    let status: String
    /// From 0 to 1 while it is being taken in.
    let progress: Double?
    let item: ItemID?
    let title: String?
    /// The item's page in the portal.
    let editor: String?
    let sections: Int
    let words: Int
    let code: String?
    let reason: String?

    init(_ standing: Uploads.Standing, _ request: Request) {
        let upload = standing.upload
        id = upload.id
        file = upload.fileName
        size = upload.fileSize
        status = upload.status.rawValue
        progress = standing.progress
        item = upload.item
        title = standing.itemTitle
        editor = upload.item.map { LibraryPaths.adminItem($0) }
        sections = upload.sections
        words = upload.words
        code = upload.reasonCode
        reason = upload.reason.map { request.render($0.sentence) }
    }
}

/// The uploads that came of one request.
struct UploadList: Codable, Sendable {
    let uploads: [UploadAnswer]
}
