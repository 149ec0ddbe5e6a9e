import Accounts
import Core
import Database
import Documents
import Interface
import Markup
import Platform
import Web

/// The page on which people choose, replace and remove their picture.
struct OwnPictureRoutes: Sendable {
    let site: Site
    let profiles: Profiles
    let pictures: OwnPicture
    /// Pictures that one person may hand in: each costs a run of the converter.
    let attempts: RateLimiter
    /// Whose picture is being read: one at a time for each person, who might otherwise fill the line.
    private let underWay = KeyedLock<PersonID>()

    init(site: Site, profiles: Profiles, access: AccessChange) {
        self.site = site
        self.profiles = profiles
        pictures = OwnPicture(site: site, access: access)
        attempts = site.rateLimiter("profiles.pictures", capacity: 20, per: .seconds(3600))
    }

    var routes: [Route] {
        [
            .get(ProfilesPaths.ownPicture, allow: .members, use: show),
            .post(ProfilesPaths.ownPicture, allow: .members, body: .upload(file: OwnPicture.mostBytes, count: 1), use: set),
            .post(ProfilesPaths.removePicture, allow: .members, use: remove),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> Response { try await page(request, member, nil) }

    func set(_ request: Request, _ member: Member) async throws -> Response {
        do {
            guard let file = request.files.first(where: { $0.size > 0 }) else { throw PictureRefusal.nothingChosen }
            guard attempts.take(member.id.description) == nil else { throw PictureRefusal.tooMany }
            let crop = try request.formFields()["crop"].flatMap(ThumbnailMaker.Crop.init(rawValue:)) ?? .attention
            let taken: Void? = try await underWay.withLock(member.id, waiting: 0) {
                try await pictures.set(file.url, keeping: crop, of: member.id)
            }
            guard taken != nil else { throw PictureRefusal.underWay }
        } catch let refusal as PictureRefusal {
            return try await page(request, member, refusal.problem)
        }
        return .seeOther(ProfilesPaths.ownPicture(), flash: "Your picture is in use. It may take a moment until it is seen everywhere.")
    }

    func remove(_ request: Request, _ member: Member) async throws -> Response {
        try await pictures.remove(of: member.id)
        return .seeOther(ProfilesPaths.ownPicture(), flash: "Your picture is removed.")
    }

    private func page(_ request: Request, _ member: Member, _ problem: Problem?) async throws -> Response {
        let profile = try await site.database.read { db in try profiles.profile(of: member.id, in: db) }
        return try await Page("Your picture", shell: .site) { OwnPicturePage(picture: profile?.picture, problem: problem) }.privateResponse(
            for: request, showing: problem)
    }
}

/// Shows the picture, and takes another.
struct OwnPicturePage: HTML {
    let picture: String?
    let problem: Problem?

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(
                "Your picture", lead: "Others see it next to your name. It’s cropped to a square.",
                crumbs: [Crumb("Your account", href: AccountsPaths.account()), Crumb("Name and contact details", href: ProfilesPaths.profile())]
            ) {}
            ProblemAlert(problem)
            section(.class("panel")) {
                if let picture {
                    p { img(.class("own-picture"), .src(picture), .alt("Your picture"), .width(192), .height(192)) }
                    Form(ProfilesPaths.removePicture()) { Actions { Button("Remove the picture", icon: .trash, style: .secondary) } }
                }
                Form(ProfilesPaths.ownPicture(), hasFiles: true) {
                    FileField(
                        "Picture", name: "picture", accept: "image/jpeg,image/png,image/webp", maxBytes: OwnPicture.mostBytes)
                    p(.class("muted")) { "JPEG, PNG or WebP, at most 10 MB." }
                    CropField()
                    Actions { Button("Use this picture", icon: .check) }
                }
            }
        }
    }
}
