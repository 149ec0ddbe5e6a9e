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
            p(.class("field-hint"), .id("hours-hint")) {
                "For example 08:00–17:30, or 08:00–12:00, 13:00–17:30 with a break. All day is 00:00–24:00."
            }
            for app in site.apps {
                Card(app.name, .id(app.id), .class("hours-week")) {
                    Week(app: app.id, days: hours(of: app.id).days.map(OpeningHours.text), typed: typed, wrong: problem?.fields ?? [:])
                }
            }
            Actions { Button("Save", icon: .check) }
        }
        SectionHeader("Special hours")
        for app in site.apps {
            Card(site.apps.count == 1 ? nil : app.name, .id("\(app.id)-special")) {
                SpecialHoursList(app: app.id, exceptions: hours(of: app.id).exceptions, today: today)
                SpecialHoursForm(app: app.id, typed: special?.app == app.id ? special : nil, wrong: problem?.fields ?? [:])
            }
        }
        SetupReturn.footer(comesFromSetup)
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
        if isUnset {
            p(.class("muted")) { "No hours are set, so it’s always open." }
            Disclosure("Set hours", isOpen: isTyped) {
                p(.class("field-hint")) { "Once a day has hours, it’s closed on days without any." }
                rows
            }
        } else {
            p(.class("field-hint")) { "It’s closed on days without hours." }
            rows
        }
    }

    private var isTyped: Bool { days.indices.contains { typed[HoursPage.field(app, $0)]?.isEmpty == false } }

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
        let described = ["hours-hint"] + (error == nil ? [] : ["field-\(name)-error"])
        div(.class("hours-row"), .if(error != nil, .class("field-invalid"))) {
            Markup.label(.for("field-\(name)"), .class("field-label")) { OpeningHours.dayNames[day] }
            input(
                .class("input"), .id("field-\(name)"), .type("text"), .name(name), .value(value), .placeholder("Closed"),
                .autocomplete("off"), .maxlength(200), .aria("describedby", described.joined(separator: " ")),
                .if(error != nil, .aria("invalid", true)))
            if let error { p(.class("field-error"), .id("field-\(name)-error"), .role("alert")) { error } }
        }
    }
}

/// What is coming, and after it what is over.
private struct SpecialHoursList: HTML {
    let app: String
    let exceptions: [OpeningHours.Exception]
    let today: Day

    var body: some HTML {
        if exceptions.isEmpty {
            p(.class("muted")) { "Add holidays and other days with different hours." }
        } else {
            ul(.class("rows")) {
                for exception in exceptions.filter({ $0.last >= today }) { row(exception) }
                for exception in exceptions.filter({ $0.last < today }).reversed() { row(exception) }
            }
        }
    }

    private func weekdays(of exception: OpeningHours.Exception) -> Text {
        func name(_ day: Day) -> Text { OpeningHours.dayNames[day.days(since: day.monday)] }
        return exception.first == exception.last ? name(exception.first) : "\(name(exception.first))–\(name(exception.last))"
    }

    private func row(_ exception: OpeningHours.Exception) -> Node {
        li(.class("row")) {
            div {
                p { strong { "\(weekdays(of: exception)), \(exception.dates)" } }
                p(.class("muted")) {
                    if exception.spans.isEmpty { "Closed" as Text } else { OpeningHours.text(exception.spans) }
                    if !exception.note.isEmpty { " · \(exception.note)" }
                }
            }
            if exception.last < today { Badge("Past") }
            Form(SettingsPaths.removeSpecialHours()) {
                input(.type("hidden"), .name("app"), .value(app))
                input(.type("hidden"), .name("\(app)-first"), .value(exception.first.description))
                input(.type("hidden"), .name("\(app)-last"), .value(exception.last.description))
                Button("Remove", style: .quiet, .aria("label", "Remove special hours for \(exception.dates)"))
            }
        }.node
    }
}

/// Opens by itself when what was typed was refused.
private struct SpecialHoursForm: HTML {
    let app: String
    let typed: HoursRoutes.SpecialForm?
    let wrong: [String: Text]

    var body: some HTML {
        Disclosure("Add special hours", isOpen: typed != nil) {
            Form(SettingsPaths.specialHours()) {
                input(.type("hidden"), .name("app"), .value(app))
                field("First day", "first", typed?.first, kind: .date, isRequired: true)
                field("Last day", "last", typed?.last, kind: .date, hint: "Leave empty for a single day.")
                RadioGroup(
                    "That day", name: "\(app)-open", choices: [Choice("closed", "Closed"), Choice("open", "Open at other hours")],
                    selected: typed.map { $0.isClosed ? "closed" : "open" } ?? "closed")
                field("Hours", "hours", typed?.hours, hint: "If open. All day is 00:00–24:00.")
                field("Note", "note", typed?.note, hint: "Shown to visitors, such as “Christmas”.")
                Actions { Button("Add", icon: .plus, style: .secondary) }
            }
        }
    }

    private func field(
        _ label: Text, _ name: String, _ value: String?, kind: TextField.Kind = .text, hint: Text? = nil, isRequired: Bool = false
    ) -> Node {
        TextField(
            label, name: "\(app)-\(name)", value: value ?? "", kind: kind, hint: hint, error: wrong["\(app)-\(name)"], isRequired: isRequired,
            .maxlength(name == "note" ? HoursPage.longestNote : 200)
        ).node
    }
}
