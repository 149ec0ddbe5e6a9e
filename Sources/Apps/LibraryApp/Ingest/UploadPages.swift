import Core
import Interface
import Markup
import Web

/// Handing files in, and what became of the latest (LIB-085, LIB-088, LIB-090, LIB-092).
struct UploadsPage: PageAnswer {
    let standings: [Uploads.Standing]
    /// By their own names, which the form sends.
    let categories: CategoryTree
    /// The same in the words of whoever chooses.
    let shown: CategoryTree
    let languages: [LibraryLanguage]
    let limit: Int64
    var refused: [UploadRoutes.RefusedFile] = []

    var title: Text { "Upload content" }
    var shell: ShellStyle { .admin }
    var status: Status { refused.isEmpty ? .ok : .unprocessableContent }
    var scripts: [String] { ["library/js/uploads.js"] }

    var body: some HTML {
        PageHeader(title, lead: "Add books, audio, hymns and Bibles from files.")
        for file in refused { refusal(file) }
        Card("Choose files") { form }
        div(.class("panel")) {
            SectionHeader("Latest uploads")
            latest
        }
    }

    private var latest: some HTML {
        Fragment {
            div(.data("uploads", LibraryPaths.adminUploads()), .if(isWaiting, .data("waiting", "1"))) {
                if standings.isEmpty {
                    EmptyState(
                        .upload, title: "Nothing uploaded yet",
                        message: "Your uploads and their progress appear here.")
                } else {
                    ul(.class("upload-list")) { for standing in standings { UploadLine(standing: standing) } }
                }
            }
            if standings.contains(where: { $0.upload.status == .done }) {
                Actions {
                    LinkButton(
                        "Edit drafts together", href: link(LibraryPaths.adminItems(), query: ["status": "draft"]), icon: .list, style: .secondary)
                }
            }
            if isWaiting { Actions { LinkButton("Refresh", href: LibraryPaths.adminUploads(), icon: .refresh, style: .quiet) } }
        }
    }

    private var isWaiting: Bool { standings.contains { $0.upload.status == .waiting } }

    private var form: some HTML {
        Form(LibraryPaths.adminUploads(), hasFiles: true, .data("upload-form")) {
            FileField(
                "Files", name: "files", accept: IngestTypes.accept, isMultiple: true, maxBytes: Int(limit),
                hint:
                    "Books and documents (EPUB, PDF, DOCX, ODT, RTF, FB2, CBZ, Markdown, text, HTML), audio (MP3, M4B, Ogg, Opus, FLAC, WAV), Bibles (OSIS, USFM, USX, USFX, Zefania, JSON, or a ZIP of these). Up to \(Int(limit >> 20)) MB each."
            )
            Select(
                "Kind", name: "kind", choices: [Choice("", "Detect from file")] + ItemKind.allCases.map { Choice($0.rawValue, $0.name) },
                isRequired: false)
            Select(
                "Category", name: "category",
                choices: [Choice("", "No category yet")]
                    + shown.categories.map { category in
                        Choice(categories.label(of: category.id), .verbatim(shown.label(of: category.id)))
                    }, isRequired: false)
            Select(
                "Language", name: "language",
                choices: [Choice("", "Detect from file")] + languages.map { Choice($0.tag.rawValue, .verbatim($0.name)) }, isRequired: false)
            p(.class("muted")) { "Title, authors and other details are read from the file. Nothing is published until you have checked it." }
            Actions { Button("Upload", icon: .upload) }
        }
    }

    private func refusal(_ file: UploadRoutes.RefusedFile) -> some HTML {
        Alert(.danger, title: "“\(file.name)” was rejected.") {
            p { file.problem.detail }
            if let remedy = file.problem.remedy { p { remedy } }
            if let existing = file.existing { a(.href(LibraryPaths.adminItem(existing))) { "Open the existing item" } }
        }
    }
}

/// One upload in the list.
struct UploadLine: HTML {
    let standing: Uploads.Standing

    var body: some HTML {
        let upload = standing.upload
        li(.class("upload"), .data("standing", upload.id.description), .data("status", upload.status.rawValue)) {
            div(.class("upload-name")) {
                strong { upload.fileName }
                " "
                span(.class("muted")) { FileSize.words(upload.fileSize) }
            }
            switch upload.status {
            case .waiting:
                ProgressBar(standing.progress ?? 0, label: "Processing", showsPercent: true)
            case .done:
                Badge("Ready", tone: .success)
                if let item = upload.item {
                    a(.href(LibraryPaths.adminItem(item))) { standing.itemTitle ?? upload.fileName }
                    if upload.words > 0 { span(.class("muted")) { "\(upload.sections) sections, \(upload.words) words" } }
                }
                for note in upload.notes { p(.class("muted")) { note } }
            case .refused:
                Badge("Rejected", tone: .danger)
                if let reason = upload.reason {
                    p {
                        reason.detail
                        " "
                        if let remedy = reason.remedy { remedy }
                    }
                }
                if let item = upload.item { a(.href(LibraryPaths.adminItem(item))) { "Open the existing item" } }
            }
        }
    }
}
