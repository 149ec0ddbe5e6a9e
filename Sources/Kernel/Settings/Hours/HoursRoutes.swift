import Audit
import Core
import Database
import Interface
import Markup
import Platform
import Web

/// When each app's place is open; visits, pickup times and the uptime record follow it.
struct HoursRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(SettingsPaths.hours, allow: .permission(.settingsChange), use: show),
            .post(SettingsPaths.hours, allow: .permission(.settingsChange), use: save),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> HoursPage { HoursPage(site: site) }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form([String: String].self)
        guard let app = form["app"], site.app(app) != nil else { throw Problem.notFound }
        var hours = OpeningHours()
        var wrong: [String: Text] = [:]
        for day in 0..<7 {
            let (from, until) = (form["from\(day)"] ?? "", form["until\(day)"] ?? "")
            if from.isEmpty, until.isEmpty { continue }
            guard let span = OpeningHours.Span(from: from, until: until) else {
                wrong["\(app)\(day)"] = "The end must be later than the beginning."
                continue
            }
            hours.days[day] = span
        }
        guard wrong.isEmpty else {
            return try await HoursPage(site: site, typed: form, problem: SettingsRefusal(wrong).problem).response(for: request)
        }
        let chosen = hours
        try await site.configure(by: member.id) { configuration, write in
            configuration.openingHours[app] = chosen
            try write.audit(.update, AuditName("settings.hours", app))
        }
        return .seeOther(SettingsPaths.hours(), flash: "The opening hours are saved.")
    }
}

/// A week per app.
struct HoursPage: PageAnswer {
    let site: Site
    var typed: [String: String] = [:]
    var problem: Problem?

    var title: Text { "Opening hours" }
    var shell: ShellStyle { .admin }
    var status: Status { problem == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, lead: "The help page shows them. By the clock of \(site.configuration.timeZone). Leave both fields empty for a closed day.")
        ProblemAlert(problem)
        for app in site.apps {
            Card(app.name) {
                Form(SettingsPaths.hours()) {
                    input(.type("hidden"), .name("app"), .value(app.id))
                    for day in OpeningHours.dayNames.indices { row(app.id, day) }
                    Actions { Button("Save", icon: .check) }
                }
            }
        }
    }

    @HTMLBuilder private func row(_ app: String, _ day: Int) -> Node {
        let span = site.configuration.openingHours[app]?.days[day]
        let isTyped = typed["app"] == app
        fieldset(.class("hours-row"), .id("field-\(app)\(day)")) {
            legend { OpeningHours.dayNames[day] }
            time("Opens", "from\(day)", isTyped ? typed["from\(day)"] : span.map { OpeningHours.Span.clock($0.from) }, app)
            time("Closes", "until\(day)", isTyped ? typed["until\(day)"] : span.map { OpeningHours.Span.clock($0.until) }, app)
            if let error = problem?.fields["\(app)\(day)"] { p(.class("field-error"), .role("alert")) { error } }
        }
    }

    private func time(_ words: Text, _ name: String, _ value: String?, _ app: String) -> Node {
        let id = "\(app)-\(name)"
        return span {
            Markup.label(.for(id), .class("field-label")) { words }
            input(.class("input"), .id(id), .type("time"), .name(name), .value(value ?? ""))
        }.node
    }
}
