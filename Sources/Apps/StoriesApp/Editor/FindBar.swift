import Core
import Interface
import Markup

/// Finding and replacing in the chapter; the script opens it.
struct FindBar: HTML {
    var body: some HTML {
        div(
            .class("editor-find"), .role("search"), .aria("label", "Find and replace"), .data("find-bar"), .flag("hidden"),
            .data("say-none", text: "No results"), .data("say-count", text: "\("%1") of \("%2")"), .data("say-replaced", text: "Replaced: \("%1")")
        ) {
            div(.class("editor-find-line")) {
                field("Find", "find-words", .custom("enterkeyhint", "search"))
                span(.class("editor-find-count"), .role("status"), .data("find-count")) {}
                IconButton(.chevronUp, label: "Previous result", .type("button"), .data("find", "previous"), .data("find-acts"))
                IconButton(.chevronDown, label: "Next result", .type("button"), .data("find", "next"), .data("find-acts"))
                IconButton(.close, label: "Close", .type("button"), .data("find", "close"))
            }
            div(.class("editor-find-line")) {
                field("Replace with", "find-with", .custom("enterkeyhint", "done"))
                Button("Replace", style: .secondary, .type("button"), .data("find", "replace"), .data("find-acts"))
                Button("Replace all", style: .secondary, .type("button"), .data("find", "all"), .data("find-acts"))
            }
        }
    }

    private func field(_ label: Text, _ name: String, _ attributes: Attribute) -> Node {
        input(
            .class("input"), .type("text"), .data(name), .aria("label", label), .placeholder(label), .autocomplete("off"), .dir("auto"),
            .custom("autocapitalize", "none"), .custom("spellcheck", "false"), attributes)
    }
}
