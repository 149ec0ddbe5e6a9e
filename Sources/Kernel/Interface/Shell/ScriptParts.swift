import Core
import Markup

/// What the scripts of every page show without asking the server: the signs of toasts, and what is wrong with a field, in the reader's
/// language and in the same words as the server's own refusal.
struct ScriptParts: HTML {
    var body: some HTML {
        template(
            .id("script-parts"), .data("missing", text: "This is missing."), .data("long", text: "This may have at most \("{limit}") characters."),
            .data("short", text: "This must have at least \("{limit}") characters."), .data("email", text: "Write an email address like name@example.org."),
            .data("number", text: "This must be a number."), .data("least", text: "This must be at least \("{limit}")."),
            .data("most", text: "This must be at most \("{limit}")."), .data("other", text: "This value is not allowed.")
        ) {
            for sign in Toast.Sign.allCases { span(.data("sign", sign.rawValue)) { sign.icon } }
            Node.fieldError("", of: "script")
        }
    }
}
