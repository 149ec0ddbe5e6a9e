import Core
import Interface
import Markup
import Platform
import Web

/// What is coming, and after it what is over.
struct SpecialHoursList: HTML {
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
        func name(_ day: Day, _ names: [Text]) -> Text { names[day.days(since: day.monday)] }
        let first = name(exception.first, OpeningHours.dayNames)
        return exception.first == exception.last ? first : "\(first)–\(name(exception.last, OpeningHours.dayNamesInside))"
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
struct SpecialHoursForm: HTML {
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
