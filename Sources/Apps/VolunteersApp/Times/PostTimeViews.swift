import Core
import Interface
import Markup

/// When help is needed, in a line; nothing where the author has not said.
struct PostWhen: HTML {
    let time: PostTime
    /// Where a calendar gets it, for those whom it concerns.
    var calendar: String?

    var body: some HTML {
        if !time.isEmpty {
            p(.class("post-when")) {
                Icon.clock
                span { for fact in time.facts { span { fact } } }
                if let calendar, time.day != nil { a(.class("post-when-calendar"), .href(calendar)) { "Add to calendar" } }
            }
        }
    }
}

/// The fields for it.
struct PostTimeFields: HTML {
    let form: PostForm
    let wrong: [String: Text]

    var body: some HTML {
        FieldGroup("When do you need help?") {
            div(.class("stack")) {
                div(.class("field-pair")) {
                    TextField("Day", name: "day", value: form.day ?? "", kind: .date, error: wrong["day"])
                    TextField("Time", name: "time", value: form.time ?? "", kind: .time, error: wrong["time"])
                }
                Select(
                    "How long?", name: "length", choices: [Choice("", "Not sure")] + PostLength.allCases.map { Choice($0.rawValue, $0.name) },
                    selected: form.length ?? "", error: wrong["length"], isRequired: false)
            }
        }
    }
}
