import Core
import Interface
import Markup
import Web

/// Opens a hymn by its number: a field, and on phones with a script large keys for it.
struct HymnNumberForm: HTML {
    /// Where there are several, one is chosen.
    let hymnals: [String]

    private static let keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9"]

    var body: some HTML {
        Form(LibraryPaths.hymns(), method: .get) {
            div(.class("hymn-number-form")) {
                TextField(
                    "Hymn number", name: "number", kind: .number, isRequired: true, .custom("min", "1"), .custom("max", "9999"),
                    .inputmode("numeric"), .autocomplete("off"))
                if hymnals.count > 1 {
                    Select("Hymnal", name: "hymnal", choices: [Choice("", "All hymnals")] + hymnals.map { Choice($0, .verbatim($0)) })
                }
                Button("Open", style: .secondary)
            }
            details(.class("number-pad-fold"), .data("number-pad"), .flag("hidden")) {
                summary(.class("number-pad-summary")) {
                    Icon.grid
                    span { "Number pad" }
                }
                div(.class("number-pad"), .role("group"), .aria("label", "Number pad")) {
                    for key in Self.keys { digit(key) }
                    button(.class("number-key"), .type("button"), .data("key", "back"), .aria("label", "Delete the last digit")) { Icon.back }
                    digit("0")
                    button(.class("number-key number-key-open"), .type("submit")) { "Open" }
                }
            }
        }
    }

    private func digit(_ key: String) -> Node { button(.class("number-key"), .type("button"), .data("key", key)) { key } }
}
