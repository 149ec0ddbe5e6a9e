import Core
import Interface
import Markup
import Web

/// The staff's first page: how much there is, what waits, what came last.
struct DashboardPage: PageAnswer {
    let counts: [ItemStatus: Int]
    let hints: Int
    let uploads: [Uploads.Standing]
    let mayManageCategories: Bool

    var title: Text { "Library overview" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "Figures of the library, and what was added last.") {
            LinkButton("Upload content", href: LibraryPaths.adminUploads(), icon: .upload)
        }
        StatGrid {
            for status in ItemStatus.allCases {
                StatCard(
                    status.name, value: "\(counts[status] ?? 0)", icon: icon(of: status),
                    href: LibraryPaths.adminItems() + "?status=\(status.rawValue)")
            }
            if mayManageCategories {
                StatCard("Categories to review", value: "\(hints)", icon: .tag, href: LibraryPaths.adminCategories())
            }
        }
        div(.class("panel")) {
            SectionHeader("Latest uploads", more: uploads.isEmpty ? nil : LibraryPaths.adminUploads())
            if uploads.isEmpty, hasItems {
                EmptyState(.upload, title: "No uploads here", message: "What the library has was added another way. Your uploads appear here.") {
                    LinkButton("Upload content", href: LibraryPaths.adminUploads(), icon: .upload)
                }
            } else if uploads.isEmpty {
                EmptyState(.upload, title: "Nothing uploaded yet", message: "Upload the first book, leaflet or recording.") {
                    LinkButton("Upload content", href: LibraryPaths.adminUploads(), icon: .upload)
                }
            } else {
                ul(.class("upload-list")) { for standing in uploads { UploadLine(standing: standing) } }
            }
        }
    }

    private var hasItems: Bool { counts.values.contains { $0 > 0 } }

    private func icon(of status: ItemStatus) -> Icon {
        switch status {
        case .draft: .edit
        case .published: .eye
        case .archived: .folder
        case .deleted: .trash
        }
    }
}

/// The staff's first page.
struct DashboardRoutes: Sendable {
    let catalogue: Catalogue
    let uploads: Uploads
    let categories: Categories

    var routes: [Route] { [.get(LibraryPaths.admin, allow: .permission(.libraryUpload), use: show)] }

    func show(_ request: Request, _ member: Member) async throws -> DashboardPage {
        DashboardPage(
            counts: try await catalogue.statusCounts(),
            hints: try await categories.review(in: request.language).filter { !$0.hints.isEmpty }.count,
            uploads: try await uploads.recent(limit: 5), mayManageCategories: member.may(.libraryCategories))
    }
}
