import Core
import Interface
import Markup
import Platform
import Web

/// A week per app in one form, so that saving one loses nothing of another; below it the days that differ.
struct HoursPage: PageAnswer {
    /// The most characters of the note on special hours.
    static let longestNote = 80

    /// The name of the field of a weekday of an app.
    static func field(_ app: String, _ day: Int) -> String { "\(app)-day\(day)" }

    let site: Site
    let today: Day
    /// A week that was refused, as it was typed.
    var typed: [String: String] = [:]
    /// Special hours that were refused, as they were typed.
    var special: HoursRoutes.SpecialForm?
    /// The app whose special hours have just been changed.
    var opened: String?
    var problem: Problem?
    /// Whether the reader came from the list of first steps.
    var comesFromSetup = false

    var title: Text { "Opening hours" }
    var shell: ShellStyle { .admin }
    var status: Status { problem == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(
            title,
            lead: "Shown to visitors, and followed by apps that take orders. Times are in the time zone \(site.configuration.timeZone).",
            crumbs: SetupReturn.crumbs(comesFromSetup))
        ProblemAlert(problem)
        Form(SettingsPaths.hours()) {
            EnterButton()
            if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
            div(.class("settings-cards")) {
                for app in site.apps {
                    fold(app, .id(app.id), isOpen: isOpen(app.id), hours(of: app.id).week) {
                        Week(app: app.id, days: hours(of: app.id).days.map(OpeningHours.text), typed: typed, wrong: problem?.fields ?? [:])
                    }
                }
            }
            Actions { Button("Save", icon: .check) }
        }
        SectionHeader("Special hours", detail: "Holidays and other days with different hours.")
        div(.class("settings-cards")) {
            for app in site.apps {
                let exceptions = hours(of: app.id).exceptions
                let isOpen = site.apps.count == 1 || special?.app == app.id || opened == app.id
                fold(app, .id("\(app.id)-special"), isOpen: isOpen, coming(exceptions)) {
                    SpecialHoursList(app: app.id, exceptions: exceptions, today: today)
                    SpecialHoursForm(app: app.id, typed: special?.app == app.id ? special : nil, wrong: problem?.fields ?? [:])
                }
            }
        }
        SetupReturn.footer(comesFromSetup)
    }

    /// An app, its hours in a line, and below it what changes them.
    private func fold(_ app: AppManifest, _ id: Attribute, isOpen: Bool, _ summary: Text, @HTMLBuilder content: () -> Node) -> some HTML {
        Disclosure(isOpen: isOpen, .class("settings-fold"), id) {
            strong { app.name }
            span(.class("muted")) { summary }
        } content: {
            div(.class("hours-fold")) { content() }
        }
    }

    /// Whether the week of an app is open: it is the only one, or something was typed in it that differs from what holds.
    private func isOpen(_ app: String) -> Bool {
        let days = hours(of: app).days.map(OpeningHours.text)
        return site.apps.count == 1
            || OpeningHours.dayNames.indices.contains { day in
                let name = HoursPage.field(app, day)
                return problem?.fields[name] != nil || typed[name].map { $0 != (day < days.count ? days[day] : "") } ?? false
            }
    }

    private func coming(_ exceptions: [OpeningHours.Exception]) -> Text {
        let next = exceptions.filter { $0.last >= today }
        guard let first = next.first else { return "None planned" }
        return next.dropFirst().prefix(2).reduce(first.dates) { "\($0) · \($1.dates)" }
    }

    private func hours(of app: String) -> OpeningHours { site.configuration.openingHours[app] ?? OpeningHours() }
}

/// One field for each day.
private struct Week: HTML {
    let app: String
    let days: [String]
    let typed: [String: String]
    let wrong: [String: Text]

    private var isUnset: Bool { days.allSatisfy(\.isEmpty) }

    var body: some HTML {
        p(.class("field-hint"), .id("\(app)-hint")) {
            isUnset
                ? "It’s always open until you set hours. Then it’s closed on days without any." as Text : "It’s closed on days without hours."
            " "
            "With a break: 08:00–12:00, 13:00–17:30. All day is 00:00–24:00." as Text
        }
        rows
    }

    @HTMLBuilder private var rows: Node {
        for (day, hours) in days.enumerated() { row(day, typed[HoursPage.field(app, day)] ?? hours) }
        Actions {
            Button("Copy Monday to weekdays", icon: .copy, style: .quiet, .name(HoursRoutes.weekdays), .value(app))
            Button("Copy Monday to all days", icon: .copy, style: .quiet, .name("copy"), .value(app))
        }
    }

    @HTMLBuilder private func row(_ day: Int, _ value: String) -> Node {
        let name = HoursPage.field(app, day)
        let error = wrong[name]
        let described = ["\(app)-hint"] + (error == nil ? [] : ["field-\(name)-error"])
        div(.class("hours-row"), .if(error != nil, .class("field-invalid"))) {
            Markup.label(.for("field-\(name)"), .class("field-label")) { OpeningHours.dayNames[day] }
            input(
                .class("input"), .id("field-\(name)"), .type("text"), .name(name), .value(value), .placeholder(isUnset ? "09–17" : "Closed"),
                .autocomplete("off"), .maxlength(200), .aria("describedby", described.joined(separator: " ")),
                .if(error != nil, .aria("invalid", true)))
            if let error { p(.class("field-error"), .id("field-\(name)-error"), .role("alert")) { error } }
        }
    }
}
