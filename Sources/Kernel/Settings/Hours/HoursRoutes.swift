import Audit
import Core
import Database
import Interface
import Platform
import Web

/// When each app's place is open; visits, pickup times and the uptime record follow it.
struct HoursRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(SettingsPaths.hours, allow: .permission(.settingsChange), use: show),
            .post(SettingsPaths.hours, allow: .permission(.settingsChange), use: save),
            .post(SettingsPaths.specialHours, allow: .permission(.settingsChange), use: add),
            .post(SettingsPaths.removeSpecialHours, allow: .permission(.settingsChange), use: remove),
        ]
    }

    /// The field of the button that copies Monday's hours to Monday to Friday.
    static let weekdays = "copy-weekdays"

    /// Days with other hours than those of the week, as they are typed.
    struct SpecialForm: Sendable {
        let app: String
        let first: String
        let last: String
        let hours: String
        /// Whether it is closed; said by the choice, and where that was not sent, by hours left empty.
        let isClosed: Bool
        let note: String

        /// The fields of every app are on one page, so their names begin with the app's.
        init(_ request: Request) throws {
            let form = try request.form([String: String].self)
            let app = form["app"] ?? ""
            func field(_ name: String) -> String { (form["\(app)-\(name)"] ?? "").trimmed }
            self.app = app
            (first, last, hours, note) = (field("first"), field("last"), field("hours"), field("note"))
            isClosed = form["\(app)-open"].map { $0 == "closed" } ?? hours.isEmpty
        }
    }

    func show(_ request: Request, _ member: Member) async throws -> HoursPage {
        var page = page
        (page.comesFromSetup, page.opened) = (request.comesFromSetup, request.query["open"])
        return page
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form([String: String].self)
        // A page from before an update names its fields otherwise; to take them for empty would close the place.
        let apps = site.apps.map(\.id).filter { app in OpeningHours.dayNames.indices.contains { form[HoursPage.field(app, $0)] != nil } }
        guard !apps.isEmpty else {
            throw Problem.wrongField(HoursPage.field(site.apps.first?.id ?? "", 0), "Reload the page and try again.")
        }
        if let app = form["copy"] { return try await copied(form, to: OpeningHours.dayNames.indices, of: app, request) }
        if let app = form[Self.weekdays] { return try await copied(form, to: 0..<5, of: app, request) }
        var weeks: [String: [[OpeningHours.Span]]] = [:]
        var wrong: [String: Text] = [:]
        for app in apps {
            for (day, dayName) in OpeningHours.dayNames.enumerated() {
                let name = HoursPage.field(app, day)
                do throws(OpeningHours.Mistake) {
                    weeks[app, default: []].append(try OpeningHours.read(form[name] ?? ""))
                } catch {
                    wrong[name] = "\(site.app(app)?.name ?? .verbatim(app)), \(dayName): \(error.words)"
                }
            }
        }
        guard wrong.isEmpty else {
            var page = page
            (page.typed, page.comesFromSetup) = (form, SetupReturn.isWanted(form[SetupReturn.field]))
            page.problem = SettingsRefusal(wrong).problem
            return try await page.response(for: request)
        }
        let chosen = weeks
        try await site.configure(by: member.id) { configuration, write in
            // What was left as it is tells the log nothing, but one that was saved says that somebody looked at it.
            let changed = apps.filter { (configuration.openingHours[$0] ?? OpeningHours()).days != chosen[$0] }
            for app in changed.isEmpty ? Array(apps.prefix(1)) : changed {
                configuration.openingHours[app, default: OpeningHours()].days = chosen[app] ?? []
                try write.audit(.update, AuditName("settings.hours", app))
            }
        }
        let isSettingUp = SetupReturn.isWanted(form[SetupReturn.field])
        return .seeOther(isSettingUp ? SitePaths.start() : SettingsPaths.hours(), flash: "Opening hours saved.")
    }

    /// The page with Monday's hours in some days of an app, as typed; nothing is saved yet.
    private func copied(_ form: [String: String], to days: Range<Int>, of app: String, _ request: Request) async throws -> Response {
        var page = page
        (page.typed, page.comesFromSetup) = (form, SetupReturn.isWanted(form[SetupReturn.field]))
        for day in days { page.typed[HoursPage.field(app, day)] = form[HoursPage.field(app, 0)] ?? "" }
        return try await page.response(for: request)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let form = try SpecialForm(request)
        guard site.app(form.app) != nil else { throw Problem.notFound }
        var wrong: [String: Text] = [:]
        var spans: [OpeningHours.Span] = []
        let note = form.note.tidied()
        let first = Day(form.first)
        let last = form.last.isEmpty ? first : Day(form.last)
        if first == nil { wrong["first"] = "Enter a date." }
        if !form.last.isEmpty, last == nil { wrong["last"] = "Enter a date." }
        if let first, let last, last < first { wrong["last"] = "The last day must not be before the first." }
        if note.length > HoursPage.longestNote { wrong["note"] = "At most \(HoursPage.longestNote) characters." }
        do throws(OpeningHours.Mistake) {
            spans = form.isClosed ? [] : try OpeningHours.read(form.hours)
            if !form.isClosed, spans.isEmpty { wrong["hours"] = "Enter hours, such as 10:00–14:00." }
        } catch {
            wrong["hours"] = error.words
        }
        guard wrong.isEmpty, let first, let last, let exception = OpeningHours.Exception(from: first, through: last, spans: spans, note: note) else {
            return try await refused(form, wrong).response(for: request)
        }
        let today = page.today
        do {
            return try await change(form.app, by: member, flash: "Special hours added.") { hours in
                guard hours.add(exception, on: today) else { throw SpecialHoursRefusal.tooMany }
            }
        } catch SpecialHoursRefusal.tooMany {
            let words: Text = "You can plan at most \(OpeningHours.mostExceptions) special hours. Remove some first."
            return try await refused(form, ["first": words]).response(for: request)
        }
    }

    func remove(_ request: Request, _ member: Member) async throws -> Response {
        let form = try SpecialForm(request)
        guard site.app(form.app) != nil, let first = Day(form.first), let last = Day(form.last) else { throw Problem.notFound }
        do {
            return try await change(form.app, by: member, flash: "Special hours removed.") { hours in
                guard hours.removeException(from: first, through: last) else { throw SpecialHoursRefusal.gone }
            }
        } catch SpecialHoursRefusal.gone {
            return .seeOther(Self.special(form.app), flash: "These special hours were already removed.", tone: .note)
        }
    }

    /// Why special hours stay as they are.
    private enum SpecialHoursRefusal: Error { case tooMany, gone }

    /// The page with special hours that were refused, as they were typed.
    private func refused(_ form: SpecialForm, _ wrong: [String: Text]) -> HoursPage {
        var page = page
        page.special = form
        page.problem = SettingsRefusal(wrong.reduce(into: [:]) { $0["\(form.app)-\($1.key)"] = $1.value }).problem
        return page
    }

    /// The special hours of an app, opened.
    private static func special(_ app: String) -> String { link(SettingsPaths.hours(), query: ["open": app]) + "#\(app)-special" }

    private var page: HoursPage { HoursPage(site: site, today: Day(site.clock.now(), in: site.configuration.zone)) }

    private func change(
        _ app: String, by member: Member, flash: Text, _ body: @escaping @Sendable (inout OpeningHours) throws -> Void
    ) async throws -> Response {
        try await site.configure(by: member.id) { configuration, write in
            try body(&configuration.openingHours[app, default: OpeningHours()])
            try write.audit(.update, AuditName("settings.hours", app))
        }
        return .seeOther(Self.special(app), flash: flash)
    }
}
