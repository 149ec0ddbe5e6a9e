import Core
import Interface
import Markup

/// How large the orders are on this screen, which the device keeps: a television on a wall is read from further away than a tablet.
enum BoardTextSize: String, CaseIterable {
    case normal, large, veryLarge = "very-large"

    var name: Text {
        switch self {
        case .normal: "Normal"
        case .large: "Large"
        case .veryLarge: "Very large"
        }
    }
}

/// Where it is chosen; a script takes the choice and keeps it.
struct BoardTextSizes: HTML {
    var body: some HTML {
        div(.class("screen-stations"), .role("group"), .aria("labelledby", "screen-text-size")) {
            p(.id("screen-text-size"), .class("field-label")) { "Text size" }
            div(.class("chip-row")) {
                for size in BoardTextSize.allCases {
                    button(.class("chip"), .type("button"), .data("text-size", size.rawValue)) { size.name }
                }
            }
        }
    }
}
