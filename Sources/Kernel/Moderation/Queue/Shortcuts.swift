import Core
import Interface
import Markup

/// Opens the list of keys.
struct ShortcutsButton: HTML {
    var body: some HTML {
        IconButton(
            .help, label: "Keyboard shortcuts", .type("button"), .data("key", "?"), .class("needs-keyboard"), Dialog.opening("moderation-keys"))
    }
}

/// The keys that work on this page, and the switch that turns them off (WCAG 2.1, 2.1.4).
struct ShortcutsDialog: HTML {
    let keys: [(key: String, meaning: Text)]

    var body: some HTML {
        Dialog(id: "moderation-keys", title: "Keyboard shortcuts") {
            dl(.class("key-list")) {
                for entry in keys + [("?", "This list")] {
                    dt { kbd { entry.key } }
                    dd { entry.meaning }
                }
            }
            Checkbox("Use keyboard shortcuts", name: "keys", isChecked: true, .data("keys-switch"))
        }
    }
}
