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
            .post(
                SettingsPaths.front, allow: .permission(.settingsChange), body: .upload(file: FrontPicture.mostBytes, count: 1), use: save),
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

    /// Takes welcome and picture together: where one is refused, nothing is saved and nothing that was typed is lost.
    func save(_ request: Request, _ member: Member) async throws -> Response {
        let typed = try request.formFields()
        let then = typed[SetupReturn.field]
        let welcome = WelcomeFields(typed, site)
        let (alt, newAlt) = (typed["alt"]?.tidied(), (typed["newAlt"] ?? "").tidied())
        let crop = typed["crop"].flatMap(ThumbnailMaker.Crop.init(rawValue:)) ?? .attention
        let file = request.files.first { $0.size > 0 }
        do {
            if let refusal = welcome.refusal { throw refusal.problem }
            try await savePicture(file, newAlt, crop, or: alt, by: member.id)
        } catch let refusal as any ProblemConvertible where refusal is FrontPictureRefusal || refusal is Problem {
            var page = page()
            (page.welcome, page.problem, page.comesFromSetup) = (welcome, refusal.problem, SetupReturn.isWanted(then))
            (page.alt, page.newAlt, page.crop) = (alt, newAlt, crop)
            return try await page.response(for: request)
        }
        try await site.configure(by: member.id) { configuration, write in
            guard welcome.store(in: &configuration) else { return }
            try write.audit(.update, AuditName("settings.front", "welcome"), ["changed": "welcome"])
        }
        return back(then, file == nil ? "Saved." : "The front page has a new picture.")
    }

    /// Puts a file in the place of the present picture, or changes what is said of the present one.
    private func savePicture(
        _ file: UploadedFile?, _ newAlt: String, _ crop: ThumbnailMaker.Crop, or alt: String?, by person: PersonID
    ) async throws {
        if let file {
            return try await pictures.set(file.url, showing: try checked(newAlt, "newAlt"), keeping: crop, by: person)
        }
        guard newAlt.isEmpty else { throw FrontPictureRefusal.nothingChosen }
        guard let alt, let present = site.configuration.frontPicture, present.alt != alt else { return }
        try await pictures.describe(try checked(alt, "alt"), by: person)
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
