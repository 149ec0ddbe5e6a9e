import Accounts
import Audit
import Core
import Database
import Interface
import Localization
import Markup
import Messages
import Notifications
import Platform
import Profiles
import Web

/// A person's settings of the app.
struct SettingsRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(StoriesPaths.ownSettings, allow: .members, use: show),
            .post(StoriesPaths.ownSettings, allow: .members, use: save),
            .get(StoriesPaths.apiSettings, allow: .members, use: read).summary("The caller's settings of the app."),
            .put(StoriesPaths.apiSettings, allow: .members, body: .json, use: replace).summary("Changes the caller's settings of the app.")
                .accepts(StoriesSettings.self),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> SettingsPage {
        let settings = try await read(request, member)
        return page(
            SettingsForm(authorFocused: settings.authorFocused, wordsPerDay: settings.wordsPerDay.map(String.init)), problem: nil, for: request)
    }

    private func page(_ form: SettingsForm, problem: Problem?, for request: Request) -> SettingsPage {
        let shell = request.shell
        return SettingsPage(
            form: form, problem: problem, theme: shell?.theme ?? .system, language: request.language, languages: shell?.languages ?? [])
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(SettingsForm.self)
        let goal: DailyGoal
        do throws(StoryRefusal) { goal = try DailyGoal(form: form.wordsPerDay ?? "") } catch {
            return try await page(form, problem: error.problem, for: request).response(for: request)
        }
        try await set(StoriesSettings(authorFocused: form.authorFocused ?? false, wordsPerDay: goal.words), of: member)
        return .seeOther(StoriesPaths.ownSettings(), flash: "Saved.")
    }

    func read(_ request: Request, _ member: Member) async throws -> StoriesSettings {
        let known = try await site.database.read { db in try db.first(.member(member.id)) }
        return StoriesSettings(authorFocused: known?.isAuthorFocused ?? false, wordsPerDay: known?.wordsPerDay)
    }

    func replace(_ request: Request, _ member: Member) async throws -> StoriesSettings {
        let settings = try request.json(StoriesSettings.self)
        _ = try DailyGoal(words: settings.wordsPerDay)
        try await set(settings, of: member)
        return settings
    }

    private func set(_ settings: StoriesSettings, of member: Member) async throws {
        try await site.write(by: member.id) { write in
            try Members.set(settings, of: member.id, in: write)
            try write.audit(.update, AuditName("stories.settings", member.id), ["author-focused": settings.authorFocused])
        }
    }
}

/// Settings as programs read and send them.
struct StoriesSettings: JSONAnswer, Codable {
    /// Whether the caller sees the author's workspace only.
    let authorFocused: Bool
    /// How many words the caller means to write a day; absent for no goal.
    var wordsPerDay: Int?
}

extension StoriesSettings: LimitedMembers {
    static var limits: [String: Schema] { ["wordsPerDay": .integer(in: DailyGoal.range)] }
}

/// Settings as the page's form sends them.
struct SettingsForm: Decodable, Sendable {
    var authorFocused: Bool?
    var wordsPerDay: String?
}

/// Settings, nested in the profile (STO-014).
struct SettingsPage: PageAnswer {
    let form: SettingsForm
    let problem: Problem?
    let theme: Theme
    let language: Language
    let languages: [Language]

    var title: Text { "Settings" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { StoriesPaths.profile() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.profile(), hasPreferences: true) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            ProblemAlert(problem)
            ul(.class("rows settings-rows card")) {
                li(.class("row")) {
                    strong { "Theme" }
                    SettingsPreference(then: StoriesPaths.ownSettings()) { ThemeSwitch(selected: theme) }
                }
                li(.class("row")) {
                    strong { "Language" }
                    SettingsPreference(then: StoriesPaths.ownSettings()) { LanguageSwitch(languages: languages, selected: language) }
                }
                SettingsLink(label: "Mature stories", icon: .book, href: StoriesPaths.ofAge())
                SettingsLink(label: "Notification settings", icon: .bell, href: NotificationsPaths.choices())
                SettingsLink(
                    label: "Messages and blocked people", icon: .mail, href: link(MessagesPaths.list(), query: ["app": StoriesApp.manifest.id]))
            }
            Form(StoriesPaths.ownSettings(), .class("card")) {
                Checkbox(
                    "Author-focused mode", name: "authorFocused", isChecked: form.authorFocused ?? false,
                    hint: "Shows only what you need to write and publish. Turn it off to read again.")
                TextField(
                    "Daily goal", name: "wordsPerDay", value: form.wordsPerDay ?? "",
                    hint: "Words a day, at most \(DailyGoal.range.upperBound). Leave it empty for no goal.", error: problem?.fields["wordsPerDay"],
                    .inputmode("numeric"), .maxlength(12), .autocomplete("off"))
                Actions { Button("Save", icon: .check) }
            }
            ul(.class("rows settings-rows card")) {
                SettingsLink(label: "Name and picture", icon: .idCard, href: ProfilesPaths.profile())
                SettingsLink(label: "Your account and your data", icon: .person, href: AccountsPaths.account())
                SettingsLink(label: "A short tour", icon: .hand, href: StoriesPaths.home() + "?tour")
                SettingsLink(label: "Help", icon: .help, href: SitePaths.help())
                SettingsSignOut()
            }
        }
    }

}
