import Audit
import Core
import Documents
import Interface
import Platform
import Web

/// The page of the portal for what the front page welcomes with.
struct FrontEditing: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(SettingsPaths.front, allow: .permission(.settingsChange), use: show),
            .post(SettingsPaths.front, allow: .permission(.settingsChange), use: welcome),
            .post(
                SettingsPaths.frontPicture, allow: .permission(.settingsChange), body: .upload(file: FrontPicture.mostBytes, count: 1), use: picture),
            .post(SettingsPaths.describeFrontPicture, allow: .permission(.settingsChange), use: describe),
            .post(SettingsPaths.removeFrontPicture, allow: .permission(.settingsChange), use: remove),
        ]
    }

    private var pictures: FrontPictureStore { FrontPictureStore(site: site) }

    func show(_ request: Request, _ member: Member) async throws -> FrontEditingPage {
        var page = page()
        page.comesFromSetup = request.comesFromSetup
        return page
    }

    /// The page again, or the list of first steps for who came from there.
    private func back(_ then: String?, _ flash: Text) -> Response {
        .seeOther(SetupReturn.isWanted(then) ? SitePaths.start() : SettingsPaths.front(), flash: flash)
    }

    func welcome(_ request: Request, _ member: Member) async throws -> Response {
        let typed = try request.formFields()
        let then = typed[SetupReturn.field]
        let welcome = WelcomeFields(typed, site)
        if let refusal = welcome.refusal {
            var page = page()
            (page.welcome, page.problem, page.comesFromSetup) = (welcome, refusal.problem, SetupReturn.isWanted(then))
            return try await page.response(for: request)
        }
        try await site.configure(by: member.id) { configuration, write in
            guard welcome.store(in: &configuration) else { return }
            try write.audit(.update, AuditName("settings.front", "welcome"), ["changed": "welcome"])
        }
        return back(then, "Saved.")
    }

    func picture(_ request: Request, _ member: Member) async throws -> Response {
        let fields = try request.formFields()
        let alt = (fields["newAlt"] ?? "").tidied()
        do {
            guard let file = request.files.first(where: { $0.size > 0 }) else { throw FrontPictureRefusal.nothingChosen }
            let crop = fields["crop"].flatMap(ThumbnailMaker.Crop.init(rawValue:)) ?? .attention
            try await pictures.set(file.url, showing: try checked(alt, "newAlt"), keeping: crop, by: member.id)
        } catch let refusal as FrontPictureRefusal {
            var page = page()
            (page.problem, page.newAlt, page.comesFromSetup) = (refusal.problem, alt, SetupReturn.isWanted(fields[SetupReturn.field]))
            return try await page.response(for: request)
        }
        return back(fields[SetupReturn.field], "The front page has a new picture.")
    }

    func describe(_ request: Request, _ member: Member) async throws -> Response {
        let fields = try request.formFields()
        let alt = (fields["alt"] ?? "").tidied()
        do {
            try await pictures.describe(try checked(alt, "alt"), by: member.id)
        } catch let refusal as FrontPictureRefusal {
            var page = page()
            (page.problem, page.alt, page.comesFromSetup) = (refusal.problem, alt, SetupReturn.isWanted(fields[SetupReturn.field]))
            return try await page.response(for: request)
        }
        return back(fields[SetupReturn.field], "Saved.")
    }

    func remove(_ request: Request, _ member: Member) async throws -> Response {
        try await pictures.remove(by: member.id)
        let then = try request.formFields()[SetupReturn.field]
        return .seeOther(
            SetupReturn.isWanted(then) ? SetupReturn.link(SettingsPaths.front()) : SettingsPaths.front(), flash: "The picture is removed.")
    }

    private func page() -> FrontEditingPage {
        FrontEditingPage(
            siteName: site.configuration.name, welcome: WelcomeFields(site), picture: site.configuration.frontPicture,
            isShown: site.apps.count > 1)
    }

    private func checked(_ alt: String, _ field: String) throws(FrontPictureRefusal) -> String {
        guard (1...FrontPicture.longestDescription).contains(alt.length) else { throw .noDescription(field) }
        return alt
    }
}
