import Core
import Interface
import Markup
import Platform

/// On which days an item is served: the usual weeks at one tap, and single days for everything else.
struct ServedDays: HTML {
    let week: ServedWeek
    /// Those that are ticked, from `0` for Monday.
    let days: [String]
    let error: Text?

    var body: some HTML {
        div(.class("served-days")) {
            RadioGroup(
                "Days", name: "week",
                choices: ServedWeek.allCases.map { Choice($0.rawValue, $0.name, hint: $0 == .weekdays ? "Monday to Friday." : nil) },
                selected: week.rawValue)
            div(.class("served-days-chosen")) {
                FieldGroup("Other days", name: "days", error: error) {
                    for (index, day) in OpeningHours.dayNames.enumerated() {
                        Checkbox(day, name: "days", value: String(index), isChecked: days.contains(String(index)))
                    }
                }
            }
        }
    }
}
