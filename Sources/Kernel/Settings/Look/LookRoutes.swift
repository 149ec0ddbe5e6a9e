import Audit
import Core
import Interface
import Media
import Platform
import Web

/// The site's own logo and colour: the page that chooses them, and what browsers fetch of them.
struct LookRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(SettingsPaths.look, allow: .permission(.settingsChange), use: show),
            .post(SettingsPaths.look, allow: .permission(.settingsChange), body: LogoStore.upload, use: save),
            .post(SettingsPaths.removeLogo, allow: .permission(.settingsChange), use: removeLogo),
            .post(SettingsPaths.resetColor, allow: .permission(.settingsChange), use: resetColor),
            .get(SiteLook.styleSheet, allow: .everyone, use: styleSheet),
            .get(SiteLook.picture, allow: .everyone, use: picture),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> LookPage {
        LookPage(siteName: site.configuration.name, look: site.configuration.look, comesFromSetup: request.comesFromSetup)
    }

    /// Takes logo and colour together: where one is refused, nothing is saved and what was typed stays.
    func save(_ request: Request, _ member: Member) async throws -> Response {
        let typed = try request.formFields()
        let present = site.configuration.look
        let text = Self.color(typed)
        let color = RGBColor(hex: text)
        let showsName = typed["showsName"] == "true"
        let file = request.files.first { $0.size > 0 }
        var wrong: [String: Text] = [:]
        if color == nil, !text.isEmpty { wrong[LookPage.color] = "Enter six characters, 0–9 or a–f, such as #1558b3." }
        do throws(LogoRefusal) { if let file { try LogoStore(site: site).check(file.url) } } catch { wrong[LookPage.logo] = error.words }
        do {
            guard wrong.isEmpty else { throw SettingsRefusal(wrong) }
            if let file {
                try await LogoStore(site: site).withLogo(file.url, showsName: showsName) { logo in
                    try await change(by: member.id) { look in
                        look.color = color?.hex
                        look.logo = logo
                    }
                }
            } else {
                try await change(by: member.id) { look in
                    look.color = color?.hex
                    look.logo?.showsName = showsName
                }
            }
        } catch let refusal as any ProblemConvertible where refusal is SettingsRefusal || refusal is LogoRefusal {
            var page = LookPage(siteName: site.configuration.name, look: present, comesFromSetup: SetupReturn.isWanted(typed[SetupReturn.field]))
            (page.typedColor, page.typedShowsName, page.problem) = (text, showsName, refusal.problem)
            return try await page.response(for: request)
        }
        let colors = present.color == color?.hex ? nil : color.map { SiteColors($0) }
        let adjustment = colors.flatMap(LookPage.adjustment)
        return back(typed, adjustment.map { "Saved. \($0)" } ?? "Saved.")
    }

    /// The digits; where only the picker was moved, by a browser without scripts, what it shows.
    private static func color(_ typed: QueryItems) -> String {
        let digits = (typed[LookPage.color] ?? "").trimmed
        let (picked, shown) = (typed[ColorField.picker(of: LookPage.color)], typed[ColorField.shown(of: LookPage.color)])
        // What was typed and is no colour gives way to it as well.
        guard let picked, let shown, picked != shown, RGBColor(hex: digits).map({ $0.hex == shown }) ?? true else { return digits }
        return picked
    }

    func removeLogo(_ request: Request, _ member: Member) async throws -> Response {
        try await change(by: member.id) { $0.logo = nil }
        return again(try request.formFields(), "Logo removed.")
    }

    func resetColor(_ request: Request, _ member: Member) async throws -> Response {
        try await change(by: member.id) { $0.color = nil }
        return again(try request.formFields(), "Default colour restored.")
    }

    private func change(by person: PersonID, _ change: @escaping @Sendable (inout SiteLook) -> Void) async throws {
        try await site.configure(by: person) { [site] configuration, write in
            let before = configuration.look
            var look = before
            change(&look)
            guard look != before else { return }
            try site.media.holds.setHolds(of: .siteLogo, to: look.logo.map { Array($0.files.values) } ?? [], in: write)
            configuration.look = look
            if look.color != before.color {
                try write.audit(.update, AuditName("settings.look", "color"), ["color": ["from": before.color ?? "", "to": look.color ?? ""]])
            }
            if look.logo != before.logo {
                let changed = look.logo == nil ? "removed" : look.logo?.files == before.logo?.files ? "name" : "logo"
                try write.audit(.update, AuditName("settings.look", "logo"), ["changed": changed])
            }
        }
    }

    /// The list of first steps for who came from there, else the page again.
    private func back(_ typed: QueryItems, _ flash: Text) -> Response {
        .seeOther(SetupReturn.isWanted(typed[SetupReturn.field]) ? SitePaths.start() : SettingsPaths.look(), flash: flash)
    }

    private func again(_ typed: QueryItems, _ flash: Text) -> Response {
        let page = SettingsPaths.look()
        return .seeOther(SetupReturn.isWanted(typed[SetupReturn.field]) ? SetupReturn.link(page) : page, flash: flash)
    }

    func styleSheet(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let colors = site.look.colors else { throw Problem.notFound }
        var response = Response.bytes(Array(colors.styleSheet.utf8), type: "text/css; charset=utf-8")
        let isPresent = request.query["v"] == SiteLook.version(of: colors)
        response.headers.add("Cache-Control", isPresent ? "public, max-age=31536000, immutable" : "public, no-cache")
        response.headers.add("X-Content-Type-Options", "nosniff")
        return response.conditional(for: request)
    }

    func picture(_ request: Request, _ visitor: Visitor, _ picture: SiteLook.Picture) async throws -> FileAnswer {
        guard let ref = site.configuration.look.logo?.files[picture.rawValue] else { throw Problem.notFound }
        return FileAnswer(
            url: site.media.url(ref), contentType: "image/png", entityTag: ref.digest,
            isImmutable: request.query["v"] == SiteLook.Logo.version(of: ref), isPublic: true)
    }
}

extension LogoRefusal: ProblemConvertible {
    var problem: Problem { SettingsRefusal([LookPage.logo: words]).problem }
}
