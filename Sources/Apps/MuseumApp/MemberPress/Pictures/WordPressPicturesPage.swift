import Audit
import Core
import Database
import Interface
import Markup
import Platform
import Web

/// Pictures of WordPress' media library, for those who keep the gallery: they choose which ones it shows.
struct WordPressPictureRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(MuseumPaths.adminWordPress, allow: .permission(.museumContent), use: show),
            .post(MuseumPaths.adminWordPress, allow: .permission(.museumContent), use: choose),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> WordPressPicturesPage {
        guard site.configuration.memberPress?.offersPictures == true else { throw Problem.notFound }
        let before = request.query["before"].flatMap { Int64($0) } ?? .max
        let found = try await site.database.read { try $0.all(.wordPressPictures(before: before, limit: WordPressPicturesPage.size + 1)) }
        let shown = Array(found.prefix(WordPressPicturesPage.size))
        return WordPressPicturesPage(pictures: shown, next: found.count > shown.count ? shown.last?.id : nil)
    }

    func choose(_ request: Request, _ member: Member) async throws -> Response {
        guard site.configuration.memberPress?.offersPictures == true else { throw Problem.notFound }
        let ids = try request.formFields().all("picture").compactMap { Int64($0) }.prefix(WordPressPicturesPage.size)
        guard !ids.isEmpty else { return .seeOther(MuseumPaths.adminWordPress()) }
        try await site.write(by: member.id) { [services] write in
            try services.pictures.choose(Array(ids), in: write)
            try write.audit(.importData, AuditName("museum.memberpress", "site"), ["pictures": String(ids.count)])
            try services.memberPress.askNow(readsAll: true, in: write)
        }
        return .seeOther(MuseumPaths.adminWordPress(), flash: "The pictures are being fetched.")
    }
}

struct WordPressPicturesPage: PageAnswer {
    static let size = 50

    let pictures: [WordPressPicture]
    let next: Int64?

    var title: Text { "Pictures from WordPress" }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminExhibits() }

    var body: some HTML {
        PageHeader(
            title, lead: "Choose what the gallery shows. Add a room and a history afterwards.",
            crumbs: [Crumb("Exhibits", href: MuseumPaths.adminExhibits())])
        if pictures.isEmpty {
            EmptyState(.image, title: "No pictures yet", message: "Pictures from WordPress’ media library appear here after the next sync.")
        } else {
            Form(MuseumPaths.adminWordPress(), .class("stack")) {
                ul(.class("rows")) { for one in pictures { row(one) } }
                Actions { Button("Add to gallery") }
            }
            Pagination(next: next.map { link(MuseumPaths.adminWordPress(), query: ["before": String($0)]) })
        }
    }

    private func row(_ one: WordPressPicture) -> some HTML {
        li(.class("row")) {
            if let exhibit = one.exhibit {
                div {
                    a(.href(MuseumPaths.adminExhibit(exhibit)), .dir("auto")) { one.title }
                    if !one.alt.isEmpty { p(.class("muted"), .dir("auto")) { one.alt } }
                }
                Badge("In the gallery", tone: .success)
            } else {
                Checkbox(
                    .verbatim(one.title.isEmpty ? "\(one.id)" : one.title), name: "picture", value: String(one.id),
                    hint: one.alt.isEmpty || one.alt == one.title ? nil : .verbatim(one.alt))
                state(one)
            }
        }
    }

    @HTMLBuilder private func state(_ one: WordPressPicture) -> Node {
        switch one.failure {
        case .damaged: Badge("Damaged, trying again", tone: .warning)
        case .unusable: Badge("Can’t be shown", tone: .danger)
        case nil: if one.isWanted { Badge("Being fetched") }
        }
    }
}
